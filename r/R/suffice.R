suffice <- function(x, ...) UseMethod("suffice")

suffice.formula <- function(formula, data, subset, weights, na.action, missing = "error", ...) {
  call <- match.call()
  object <- fit(problem_of_frame(frame_of(call, parent.frame(), missing)), missing = missing, ...)
  object$call <- named_call(call, "suffice")
  object
}

suffice.default <- function(x, y, weights = NULL, na.action = getOption("na.action"), missing = "error", ...) {
  call <- match.call()
  p <- problem_of(x, y, weights)
  if (missing == "error") p <- without_missing(p, na.action)
  object <- fit(p, missing = missing, ...)
  object$call <- named_call(call, "suffice")
  object
}

named_call <- function(call, name) {
  call[[1]] <- as.name(name)
  call
}

# frame_of evaluates the model frame that a call asks for. Where the program fills in missing
# values, they stay.
frame_of <- function(call, where, missing) {
  parts <- match(c("formula", "data", "subset", "weights", "na.action"), names(call), 0L)
  frame <- call[c(1L, parts)]
  frame[[1]] <- quote(stats::model.frame)
  frame$drop.unused.levels <- TRUE
  if (missing != "error") frame$na.action <- quote(stats::na.pass)
  eval(frame, where)
}

without_missing <- function(p, na.action) {
  p$table <- if (is.null(na.action)) p$table else match.fun(na.action)(p$table)
  p$na.action <- attr(p$table, "na.action")
  p
}

# fit runs the program. Other settings are options of suffice fit: slices = 10 is --slices 10.
fit <- function(p, dim = "auto", method = "sca", seed = NULL, predictor = FALSE, intervals = 0, verdict = TRUE, scale = TRUE, kind = "auto", missing = "error", ...) {
  options <- list(dim = dim, method = method, seed = seed, predictor = predictor, intervals = if (intervals > 0) intervals,
    no_verdict = !verdict && !identical(dim, "auto"), no_scale = !scale, missing = if (missing != "error") missing, weights = p$weights, ...)
  printed <- run(c("fit", "-", "-o", "-", roles(p, kind), asked(options)), p$table)
  object <- new_model(printed)
  object$terms <- p$terms
  object$na.action <- p$na.action
  object$y <- p$table[p$target]
  inputs <- inputs_from(object$model, p$table[p$inputs])
  object$z <- components_of(object$model, inputs)
  object$u <- predicts_from(object$model, inputs, object$z)
  object
}

new_model <- function(bytes) {
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  model_of(parse_json(text), text)
}

# model_of is the model that was read from a text.
model_of <- function(model, text) {
  if (!identical(model$format, "suffice/1")) stop("this is not a model file: it has no \"format\" that is \"suffice/1\"", call. = FALSE)
  model <- with_rows(model, c("components", "correlations"))
  model$predictor <- with_rows(model$predictor, c("components", "centres", "weights", "slopes"))
  model$predictor$deviation <- with_rows(model$predictor$deviation, c("centres", "weights", "slopes"))
  model$bootstrap <- with_rows(model$bootstrap, c("low", "high"))
  structure(list(model = model, text = text), class = "suffice")
}

# with_rows makes matrices of lists of rows.
with_rows <- function(fields, names) {
  for (name in intersect(names, names(fields))) fields[[name]] <- do.call(rbind, fields[[name]])
  fields
}

read_suffice <- function(file) {
  if (!file.exists(file)) stop("there is no file ", file, call. = FALSE)
  new_model(readBin(file, "raw", file.size(file)))
}

write_suffice <- function(object, file) {
  if (!inherits(object, "suffice")) stop("only a model of suffice() can be written", call. = FALSE)
  writeBin(charToRaw(object$text), file)
  invisible(file)
}
