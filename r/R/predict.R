# f(u) = offset + sum of weights K(|scales * u - centre|) over the centres + slopes' (scales * u).

predict.suffice <- function(object, newdata, type = c("response", "components", "interval", "probabilities"), level = 0.9, ...) {
  type <- match.arg(type)
  if (missing(newdata)) {
    z <- components(object)
    u <- if (is.null(object$u)) z else napredict(object$na.action, object$u) # objects of before have z alone
  } else {
    inputs <- new_inputs(object, newdata)
    z <- components_of(object$model, inputs)
    u <- predicts_from(object$model, inputs, z)
    warn_of(unlike(object$model, inputs, z))
  }
  if (type == "components") {
    return(z)
  }
  predictor <- object$model$predictor
  if (is.null(predictor)) {
    stop("the model has no predictor; fit it with predictor = TRUE, or ask for type = \"components\"", call. = FALSE)
  }
  f <- predicted(predictor, u)
  numeric <- predictor$kind %in% c("number", "numbers")
  switch(type,
    response = if (!numeric) response(object, f) else if (ncol(f) == 1) structure(f[, 1], names = rownames(f)) else f,
    interval = if (numeric) interval(predictor, f, u, level) else stop("intervals are for numbers; ask for type = \"probabilities\"", call. = FALSE),
    probabilities = if (!numeric) f else stop("the model predicts numbers; ask for type = \"interval\"", call. = FALSE))
}

warn_of <- function(unlike) {
  if (any(unlike)) {
    warning(sum(unlike), " of ", length(unlike), " rows lie outside the training distribution (unlike the rows of the fit): what the model says of them is extrapolation", call. = FALSE)
  }
}

predicted <- function(predictor, u) {
  f <- machine(predictor, u)
  dimnames(f) <- list(rownames(u), predictor$names)
  if (!predictor$kind %in% c("number", "numbers")) {
    return(probabilities(predictor, f))
  }
  log <- logarithmic(predictor)
  f[, log] <- exp(f[, log])
  limited(f, predictor$low, predictor$high)
}

# logarithmic tells of which numbers the logarithm is predicted.
logarithmic <- function(predictor) if (is.null(predictor$log)) rep(FALSE, length(predictor$names)) else unlist(predictor$log)

# machine is f(u) of a predictor, or of its deviation.
machine <- function(of, u) {
  u <- sweep(u, 2, of$scales, "*")
  f <- matrix(of$offset, nrow(u), length(of$offset), byrow = TRUE)
  if (!is.null(of$centres)) f <- f + kernel(of, u) %*% of$weights
  if (!is.null(of$slopes)) f <- f + u %*% of$slopes
  f
}

# kernel is K of each row, scaled, and each centre.
kernel <- function(of, u) {
  far <- 0
  for (k in seq_len(ncol(u))) {
    apart <- outer(u[, k], of$centres[, k], "-")
    far <- far + if (of$kernel == "manhattan") abs(apart) else apart^2
  }
  switch(of$kernel,
    gaussian = exp(-far / 2), laplace = exp(-sqrt(far)), manhattan = exp(-far),
    stop("the model has a kernel '", of$kernel, "', which this version does not know")
  )
}

# limited keeps numbers within limits, where there are some.
limited <- function(f, low, high) {
  if (is.null(low)) f else sweep(sweep(f, 2, low, pmax), 2, high, pmin)
}

probabilities <- function(predictor, f) {
  classes <- predictor$kind == "class"
  if (!is.null(predictor$link)) {
    has <- if (classes) exp(f - apply(f, 1, max)) else 1 / (1 + exp(-f))
    return(if (classes) has / rowSums(has) else has)
  }
  share <- function(f) (pmax(f, 0) + predictor$floor)^predictor$power
  has <- share(f)
  if (classes) has / rowSums(has) else has / (has + share(1 - f))
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

interval <- function(predictor, f, u, level) {
  percents <- vapply(predictor$intervals, `[[`, 0, "percent")
  at <- match(round(100 * level), percents)
  if (is.na(at)) {
    stop("level = ", level, ": the model has intervals of ", if (length(percents) > 0) paste(percents / 100, collapse = ", ") else "no level", call. = FALSE)
  }
  half <- predictor$intervals[[at]]$half
  reach <- sweep(deviations(predictor, u), 2, half, "*")
  ends <- lapply(seq_along(half), function(k) {
    ends <- if (logarithmic(predictor)[k]) f[, k] * exp(outer(reach[, k], c(-1, 1))) else f[, k] + outer(reach[, k], c(-1, 1))
    cbind(fit = f[, k], lwr = pmax(ends[, 1], if (is.null(predictor$least)) -Inf else predictor$least[k]), upr = ends[, 2])
  })
  if (length(ends) == 1) ends[[1]] else structure(ends, names = predictor$names)
}

# deviations are how far off predictions are at u, relative to others.
deviations <- function(predictor, u) {
  of <- predictor$deviation
  if (is.null(of)) matrix(1, nrow(u), length(predictor$names)) else exp(limited(machine(of, u), of$low, of$high))
}
