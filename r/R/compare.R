# Which method, and how many components? By what they predict of rows they have not seen.

suffice_compare <- function(x, ...) UseMethod("suffice_compare")

suffice_compare.formula <- function(formula, data, subset, na.action, missing = "error", ...) {
  compare(problem_of_frame(frame_of(match.call(), parent.frame(), missing)), missing = missing, ...)
}

suffice_compare.default <- function(x, y, na.action = getOption("na.action"), missing = "error", ...) {
  p <- problem_of(x, y)
  compare(if (missing == "error") without_missing(p, na.action) else p, missing = missing, ...)
}

compare <- function(p, methods = c("sca", "mddm", "pca", "none"), dims = NULL, repeats = 10, folds = NULL, seed = NULL, kind = "auto", missing = "error", ...) {
  options <- list(methods = methods, dims = dims, repeats = if (is.null(folds)) repeats, folds = folds, seed = seed, missing = if (missing != "error") missing, ...)
  printed <- rawToChar(run(c("compare", "-", "--json", roles(p, kind), asked(options)), p$table))
  Encoding(printed) <- "UTF-8"
  found <- parse_json(printed)
  line <- function(row) {
    mark <- if (is.null(row$mark)) "" else row$mark
    data.frame(method = row$method, dim = row$dim, row$measures, sd = row$sd, mark = mark, check.names = FALSE)
  }
  lines <- do.call(rbind, lapply(found$rows, line))
  structure(lines, class = c("suffice_comparison", "data.frame"), measure = found$measure, guess = found$baseline$mean)
}

print.suffice_comparison <- function(x, ...) {
  measure <- attr(x, "measure") # which some of the lines have not
  if (!is.null(measure)) cat("by ", gsub("_", " ", measure), " on rows not seen; guessing has ", signif(attr(x, "guess"), 4), "\n", sep = "")
  print(as.data.frame(unclass(x), check.names = FALSE), row.names = FALSE, digits = 4)
  if (!is.null(measure) && !any(x$mark == "best")) cat("nothing predicts better than guessing\n")
  invisible(x)
}

# How much x says about y, and whether it can be chance.
suffice_dependence <- function(x, y, permutations = 200, seed = NULL, kind = "auto", na.action = getOption("na.action"), ...) {
  named <- paste(deparse1(substitute(x)), "and", deparse1(substitute(y)))
  x <- columns_of(x, "x")
  y <- columns_of(y, "y")
  names(x) <- paste0("x", seq_along(x))
  names(y) <- paste0("y", seq_along(y))
  p <- without_missing(problem_of(x, y), na.action)
  said <- grep("^--target=", roles(p, kind), value = TRUE, invert = TRUE)
  options <- list(permutations = permutations, seed = seed, ...)
  printed <- rawToChar(run(c("dependence", "-", "--json", paste0("--between=", names(x)), paste0("--and=", names(y)), said, asked(options)), p$table))
  found <- parse_json(printed)
  structure(list(statistic = c(SMI = found$smi), p.value = if (is.null(found[["p"]])) NA_real_ else found[["p"]], parameter = c(permutations = permutations),
    method = "Permutation test of dependence by squared-loss mutual information", data.name = named, result = found), class = "htest")
}
