# A model applied, with R alone: z = relevance * components * ((x - mean) / scale).

components <- function(object, ...) UseMethod("components")

components.suffice <- function(object, newdata, ...) {
  if (!missing(newdata)) {
    return(components_of(object$model, new_inputs(object, newdata)))
  }
  if (is.null(object$z)) stop("the model was read from a file, which does not keep its rows; say newdata = ", call. = FALSE)
  napredict(object$na.action, object$z)
}

transform.suffice <- function(`_data`, newdata, ...) components(`_data`, newdata)

# predicts_from is what the predictor of a model works on: components of its own, or z.
predicts_from <- function(model, inputs, z) {
  own <- model$predictor$components
  if (is.null(own)) z else tcrossprod(standardised(model, inputs), own)
}

components_of <- function(model, inputs) {
  z <- tcrossprod(standardised(model, inputs), model$components * relevance(model))
  dimnames(z) <- list(rownames(inputs), paste0("z", seq_len(ncol(z))))
  z
}

standardised <- function(model, inputs) sweep(sweep(inputs, 2, model$mean), 2, model$scale, "/")

# new_inputs are the inputs of new rows, as the model has them.
new_inputs <- function(object, newdata) {
  if (is.null(object$terms)) {
    return(inputs_from(object$model, columns_of(newdata, "x")))
  }
  terms <- delete.response(object$terms)
  frame <- model.frame(terms, as.data.frame(newdata), na.action = na.pass)
  inputs_from(object$model, columns_of(inputs_of(frame, terms), "x"))
}

relevance <- function(model) if (is.null(model$relevance)) rep(1, nrow(model$components)) else model$relevance

# inputs_from makes the inputs of a model of the columns of a table, found by name.
inputs_from <- function(model, columns) {
  needed <- unique(vapply(model$inputs, source_of, "", model = model))
  lost <- setdiff(needed, names(columns))
  if (length(lost) > 0) stop("the model needs column \"", lost[[1]], "\", which newdata does not have", call. = FALSE)
  columns[] <- lapply(columns, function(column) if (is.character(column)) as.factor(column) else column)
  columns[] <- lapply(columns, without_marks, marks = trimws(unlist(model$reading$na)))
  check_levels(model, columns)
  x <- vapply(model$inputs, input, numeric(nrow(columns)), model = model, columns = columns)
  x <- matrix(x, nrow(columns), dimnames = list(row.names(columns), model$inputs))
  x[!is.finite(x)] <- NA
  if (!is.null(model$fill)) {
    holes <- which(is.na(x), arr.ind = TRUE)
    x[holes] <- model$fill[holes[, 2]]
  }
  x
}

# without_marks has NA for what marked missing values in the table of the fit, beside the usual marks.
without_marks <- function(column, marks) {
  if (is.factor(column)) {
    levels(column)[trimws(levels(column)) %in% marks] <- NA
  } else if (is.numeric(column)) {
    column[column %in% suppressWarnings(as.numeric(marks))] <- NA
  }
  column
}

source_of <- function(name, model) {
  made <- c(model$levels[[name]]$column, model$made[[name]]$column, name)
  made[[1]]
}

input <- function(name, model, columns) {
  column <- columns[[source_of(name, model)]]
  level <- model$levels[[name]]
  if (!is.null(level)) {
    return(as.numeric(has_level(column, level)))
  }
  if (!is.null(model$made[[name]])) {
    return(made_input(column, model$made[[name]]))
  }
  if (is_nominal(column)) {
    truth <- match(tolower(words(column)), c("false", "true")) - 1
    if (any(is.na(truth) & !is.na(column))) stop("column \"", name, "\" holds words, but the model was fitted to numbers", call. = FALSE)
    return(truth)
  }
  if (is_date(column)) stop("column \"", name, "\" holds dates, but the model was fitted to numbers", call. = FALSE)
  as.numeric(column)
}

is_date <- function(column) inherits(column, "Date") || inherits(column, "POSIXct")

# has_level tells where a column has a level, which may be in any case of letters.
has_level <- function(column, level) {
  column <- as.factor(words(column))
  word <- levels(column)
  word[word == ""] <- NA
  (word == level$value | isTRUE(level$fold) & tolower(word) == level$value)[as.integer(column)]
}

# made_input is the number of a date, or what comes round in it.
made_input <- function(column, made) {
  if (startsWith(made$form, "amount")) {
    if (!is.numeric(column)) stop("column \"", made$column, "\" holds amounts; give them as numbers", call. = FALSE)
    return(as.numeric(column))
  }
  if (!is_date(column) && !(made$form == "time" && is.numeric(column))) {
    stop("column \"", made$column, "\" was a date in the fit; give it as Date or POSIXct (a time of day as a share of the day)", call. = FALSE)
  }
  number <- days(column)
  if (is.null(made$wave)) {
    return(number)
  }
  period <- c(hour = 1, weekday = 7, month = 365.2425)[[made$part]]
  if (made$wave == "sin") sin(2 * pi / period * number) else cos(2 * pi / period * number)
}

# check_levels refuses words that the fit has not seen, as R does.
check_levels <- function(model, columns) {
  levels <- split(as.list(model$levels), vapply(model$levels, `[[`, "", "column"))
  for (column in names(levels)) {
    unknown <- unique(columns[[column]])
    for (level in levels[[column]]) unknown <- unknown[has_level(unknown, level) %in% FALSE]
    if (length(unknown) > 0) stop("factor ", column, " has new levels ", paste(unknown, collapse = ", "), call. = FALSE)
  }
}

# unlike tells which rows are unlike those of the fit: further from their mean than 99.9% of
# them, or with a component beyond their range by more than a tenth of it.
unlike <- function(model, inputs, z) {
  training <- model$training
  if (is.null(training)) {
    return(logical(nrow(z)))
  }
  used <- colSums(model$components != 0) > 0
  distance <- sqrt(rowMeans(standardised(model, inputs)[, used, drop = FALSE]^2))
  margin <- 0.1 * (training$high - training$low)
  beyond <- sweep(z, 2, training$low - margin, "<") | sweep(z, 2, training$high + margin, ">")
  (distance > training$distance | rowSums(beyond) > 0) %in% TRUE
}

coef.suffice <- function(object, scaled = TRUE, ...) {
  model <- object$model
  weights <- t(if (scaled) model$components else sweep(model$components * relevance(model), 2, model$scale, "/"))
  dimnames(weights) <- list(model$inputs, paste0("z", seq_len(ncol(weights))))
  weights
}
