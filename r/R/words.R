# What is printed of a model.

print.suffice <- function(x, ...) {
  print_head(x)
  cat("\nLargest weights, on inputs scaled to standard deviation 1:\n")
  print_weights(x$model)
  invisible(x)
}

summary.suffice <- function(object, ...) {
  model <- object$model
  made <- list(call = object$call, model = model, verdict = verdict_in_words(model), coefficients = coef(object), tests = tests_of(model))
  if (!is.null(model$bootstrap)) made$intervals <- intervals_of(model)
  structure(made, class = "summary.suffice")
}

print.summary.suffice <- function(x, digits = max(3, getOption("digits") - 3), ...) {
  print_head(x)
  model <- x$model
  if (!is.null(model$predictor)) {
    cat("\nPredictor, on rows held out:\n")
    print(unlist(model$predictor$measures), digits = digits)
  }
  if (!is.null(x$tests)) {
    cat("\nAre so many components enough? A small p says no:\n")
    stats::printCoefmat(as.matrix(x$tests), digits = digits, P.values = TRUE, has.Pvalue = TRUE, cs.ind = NULL, tst.ind = 2, signif.legend = FALSE)
  }
  if (is.null(x$intervals)) {
    cat("\nWeights, on inputs scaled to standard deviation 1:\n")
    print(x$coefficients, digits = digits)
  } else {
    print_intervals(x, digits)
  }
  for (text in model$warnings) cat("\n", wrapped("warning: ", text), sep = "")
  invisible(x)
}

print_head <- function(x) {
  model <- x$model
  if (!is.null(x$call)) cat("Call:\n", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  rows <- c(model$training$rows, model$source$rows)
  target <- paste(shortened(model$output$names, 5), collapse = ", ")
  if (length(rows) > 0) cat(counted(rows[[1]], "row"), ", ", sep = "")
  cat(counted(length(model$inputs), "input"), ", target ", target, " (", model$output$kind, "), method ", model$method, "\n\n", sep = "")
  cat(wrapped("verdict: ", verdict_in_words(model)), sep = "")
}

shortened <- function(names, n) if (length(names) > n) c(names[seq_len(n)], "...") else names

counted <- function(n, what) paste0(n, " ", what, if (n != 1) "s")

wrapped <- function(label, text) paste0(strwrap(paste0(label, text), exdent = 2), "\n")

print_weights <- function(model, most = 5) {
  for (k in seq_len(nrow(model$components))) {
    weights <- model$components[k, ]
    first <- first_of(order(-abs(weights)), most)
    first <- first[weights[first] != 0]
    cat(sprintf("z%d  %s\n", k, paste(model$inputs[first], sprintf("%.4f", weights[first]), collapse = "   ")))
  }
}

first_of <- function(x, n) x[seq_len(min(n, length(x)))]

print_intervals <- function(x, digits) {
  sure <- x$model$bootstrap
  for (k in seq_along(x$intervals)) {
    cat(sprintf("\nz%d, with %g%% intervals, by %d halves of the rows; at most %.1f degrees from the truth:\n", k, 100 * sure$level, sure$resamples, sure$angles[[k]]))
    print(x$intervals[[k]], digits = digits)
  }
  for (doubt in sure$doubts) cat(wrapped("not sure: ", doubt), sep = "")
}

tests_of <- function(model) {
  if (length(model$tests) == 0) {
    return(NULL)
  }
  column <- function(name) vapply(model$tests, `[[`, 0, name)
  data.frame(df = column("df"), statistic = column("statistic"), p = column("p"), row.names = paste(column("dim"), "components"))
}

intervals_of <- function(model) {
  lapply(seq_len(nrow(model$components)), function(k) {
    ends <- cbind(model$components[k, ], model$bootstrap$low[k, ], model$bootstrap$high[k, ])
    structure(ends, dimnames = list(model$inputs, c("weight", "low", "high")))
  })
}

# verdict_in_words says what components are worth, as the command line does.
verdict_in_words <- function(model) {
  found <- model$verdict
  dim <- nrow(model$components)
  many <- counted(dim, "component")
  if (is.null(found)) {
    return(paste0(many, "; what ", if (dim == 1) "it is" else "they are", " worth was not asked for (verdict = TRUE)"))
  }
  if (!is.null(found$words)) found$words else paste0(many, ": ", found$measure, " ", signif(found$value, 3), " on rows held out") # of models of before
}
