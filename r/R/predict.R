# f(z) = offset + sum of weights K(|scales * z - centre|) over the centres.

predict.suffice <- function(object, newdata, type = c("response", "components", "interval", "probabilities"), level = 0.9, ...) {
  type <- match.arg(type)
  if (missing(newdata)) {
    z <- components(object)
  } else {
    inputs <- new_inputs(object, newdata)
    z <- components_of(object$model, inputs)
    warn_of(unlike(object$model, inputs, z))
  }
  if (type == "components") {
    return(z)
  }
  predictor <- object$model$predictor
  if (is.null(predictor)) {
    stop("the model has no predictor; fit it with predictor = TRUE, or ask for type = \"components\"", call. = FALSE)
  }
  f <- predicted(predictor, z)
  numeric <- predictor$kind %in% c("number", "numbers")
  switch(type,
    response = if (!numeric) response(object, f) else if (ncol(f) == 1) structure(f[, 1], names = rownames(f)) else f,
    interval = if (numeric) interval(predictor, f, level) else stop("intervals are for numbers; ask for type = \"probabilities\"", call. = FALSE),
    probabilities = if (!numeric) f else stop("the model predicts numbers; ask for type = \"interval\"", call. = FALSE))
}

warn_of <- function(unlike) {
  if (any(unlike)) {
    warning(sum(unlike), " of ", length(unlike), " rows lie outside the training distribution (unlike the rows of the fit): what the model says of them is extrapolation", call. = FALSE)
  }
}

predicted <- function(predictor, z) {
  f <- kernel(predictor, z) %*% predictor$weights
  f <- sweep(f, 2, predictor$offset, "+")
  dimnames(f) <- list(rownames(z), predictor$names)
  if (predictor$kind %in% c("number", "numbers")) limited(predictor, f) else probabilities(predictor, f)
}

# limited keeps numbers within the limits of the predictor, where it has some.
limited <- function(predictor, f) {
  if (is.null(predictor$low)) {
    return(f)
  }
  sweep(sweep(f, 2, predictor$low, pmax), 2, predictor$high, pmin)
}

# kernel is K of each row and each centre.
kernel <- function(predictor, z) {
  z <- sweep(z, 2, predictor$scales, "*")
  squares <- 0
  for (k in seq_len(ncol(z))) squares <- squares + outer(z[, k], predictor$centres[, k], "-")^2
  if (predictor$kernel == "gaussian") exp(-squares / 2) else exp(-sqrt(squares))
}

probabilities <- function(predictor, f) {
  share <- function(f) (pmax(f, 0) + predictor$floor)^predictor$power
  has <- share(f)
  if (predictor$kind == "class") has / rowSums(has) else has / (has + share(1 - f))
}

# response is the class of each row, as y was, or its labels.
response <- function(object, p) {
  if (object$model$predictor$kind == "labels") {
    return((p > 0.5) + 0L)
  }
  best <- max.col(ifelse(is.na(p), 0, p), ties.method = "first")
  best[!complete.cases(p)] <- NA
  structure(as_target(object$model$predictor$names, object$y[[1]])[best], names = rownames(p))
}

# as_target are the names of classes in the type that y had: a level for each name.
as_target <- function(names, y) {
  if (is.logical(y)) {
    return(tolower(names) == "true")
  }
  if (is.numeric(y)) {
    return(as.numeric(names))
  }
  known <- if (is.null(y)) names else levels(as.factor(y))
  same <- match(names, trimws(known))
  same[is.na(same)] <- match(tolower(names), tolower(trimws(known)))[is.na(same)]
  factor(known[same], levels = known)
}

interval <- function(predictor, f, level) {
  percents <- vapply(predictor$intervals, `[[`, 0, "percent")
  at <- match(round(100 * level), percents)
  if (is.na(at)) {
    stop("level = ", level, ": the model has intervals of ", if (length(percents) > 0) paste(percents / 100, collapse = ", ") else "no level", call. = FALSE)
  }
  half <- predictor$intervals[[at]]$half
  ends <- lapply(seq_along(half), function(k) cbind(fit = f[, k], lwr = f[, k] - half[[k]], upr = f[, k] + half[[k]]))
  if (length(ends) == 1) ends[[1]] else structure(ends, names = predictor$names)
}
