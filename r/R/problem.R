# What is asked: inputs, output and weights, from a formula or as they are.

problem_of_frame <- function(frame) {
  terms <- attr(frame, "terms")
  if (any(attr(terms, "order") > 1)) {
    stop("the formula has interactions, which components need not be told; write I(a * b) for a product that is to be an input", call. = FALSE)
  }
  if (!is.null(attr(terms, "offset"))) {
    stop("the formula has an offset, which a fit does not take; take it from the response instead", call. = FALSE)
  }
  if (attr(terms, "response") == 0) {
    stop("the formula has no response; write what is to be predicted before the tilde", call. = FALSE)
  }
  found <- problem_of(inputs_of(frame, terms), model.response(frame), model.weights(frame), name = names(frame)[[1]])
  found$terms <- terms
  found$na.action <- attr(frame, "na.action")
  found
}

# inputs_of takes the variables on the right of a formula, each of which is an input.
inputs_of <- function(frame, terms) {
  factors <- attr(terms, "factors")
  if (length(factors) == 0) stop("the formula has no inputs", call. = FALSE)
  frame[rowSums(factors) > 0]
}

problem_of <- function(x, y, weights = NULL, name = "y") {
  inputs <- columns_of(x, "x")
  target <- columns_of(y, name)
  names(target) <- unused(names(target), names(inputs))
  lengths <- c(nrow(inputs), nrow(target), length(weights))
  if (lengths[[1]] != lengths[[2]] || !is.null(weights) && lengths[[3]] != lengths[[1]]) {
    stop("x, y and weights have ", paste(lengths, collapse = ", "), " rows, but must have as many", call. = FALSE)
  }
  table <- cbind(inputs, target)
  weighted <- NULL
  if (!is.null(weights)) {
    weighted <- unused("weight", names(table))
    table[[weighted]] <- weights
  }
  list(table = table, inputs = names(inputs), target = names(target), weights = weighted)
}

# columns_of is a data frame of plain columns: those of a matrix within it stand side by side.
columns_of <- function(x, name) {
  refuse_censored(x, name)
  if (is.null(dim(x))) x <- structure(list(x), names = name, row.names = seq_along(x), class = "data.frame")
  if (is.matrix(x)) {
    if (is.null(colnames(x))) colnames(x) <- paste0(name, seq_len(ncol(x)))
    x <- as.data.frame(x)
  }
  parts <- lapply(names(x), function(column) plain_columns(x[[column]], column))
  columns <- unlist(parts, recursive = FALSE)
  names(columns) <- trimws(names(columns))
  wrong <- names(columns)[duplicated(names(columns)) | names(columns) == ""]
  if (length(wrong) > 0) stop("column \"", wrong[[1]], "\": columns need names, each its own", call. = FALSE)
  structure(columns, row.names = row.names(x), class = "data.frame")
}

plain_columns <- function(column, name) {
  refuse_censored(column, name)
  if (is.matrix(column) || is.data.frame(column)) {
    within <- columns_of(unclass_matrix(column), "")
    return(structure(unclass(within), row.names = NULL, names = paste(name, names(within), sep = ".")))
  }
  if (inherits(column, "POSIXlt")) column <- as.POSIXct(column)
  if (inherits(column, "difftime")) column <- as.double(column, units = "days")
  if (is.complex(column) || is.list(column) || is.raw(column)) {
    stop("column \"", name, "\" is of type ", typeof(column), "; give numbers, truth values, factors, characters or dates", call. = FALSE)
  }
  structure(list(column), names = name)
}

# refuse_censored refuses what is a matrix of numbers to R, but means a time that is known in part.
refuse_censored <- function(column, name) {
  if (inherits(column, "Surv")) {
    stop("\"", name, "\" is a survival time (Surv), which may be censored, and a fit does not take those; give the time alone where all times are known, or the status as a class", call. = FALSE)
  }
}

# unclass_matrix leaves rows, columns and names of a matrix such as poly's or scale's.
unclass_matrix <- function(x) if (is.data.frame(x)) x else matrix(as.vector(x), nrow(x), dimnames = list(NULL, colnames(x)))

# unused are the names, changed where others have them already.
unused <- function(names, taken) {
  for (k in seq_along(names)) {
    while (names[[k]] %in% c(taken, names[seq_len(k - 1)])) names[[k]] <- paste0(names[[k]], "_")
  }
  names
}

is_nominal <- function(column) is.factor(column) || is.character(column)

# roles are the options that say which column is what. Words that have digits or separators in
# them could be codes, amounts, dates or lists: that they are words is said.
roles <- function(p, kind) {
  coded <- Filter(function(name) is_nominal(p$table[[name]]) && any(grepl("[0-9;|,]", unique(as.character(p$table[[name]])))), p$inputs)
  if (kind == "auto" && length(p$target) == 1 && is_nominal(p$table[[p$target]])) kind <- "class"
  c(paste0("--target=", p$target), if (length(coded) > 0) paste0("--nominal=", coded), if (kind != "auto") paste0("--kind=", kind))
}
