# The cases that all appliers of models must pass. r/build puts them here.
library(suffice)
options(suffice.binary = "")

near <- function(a, b, what) {
  b <- rows_of(b)
  if (!identical(unname(dim(as.matrix(a))), dim(b)) || !identical(unname(is.na(as.matrix(a))), is.na(b)) || any(abs(as.matrix(a) - b) > 1e-9 * pmax(1, abs(b)), na.rm = TRUE)) {
    print(a)
    print(b)
    stop(what)
  }
}

# rows_of makes a matrix of rows in which null is NA.
rows_of <- function(rows) do.call(rbind, lapply(rows, function(row) vapply(row, function(v) if (is.null(v)) NA_real_ else as.numeric(v), 0)))

# times_of gives dates and times of day as R has them, and not as texts.
times_of <- function(rows, model) {
  for (made in model$made) {
    cells <- rows[[made$column]]
    if (made$form == "date" && is.character(cells)) rows[[made$column]] <- as.POSIXct(cells, tz = "UTC", format = "%Y-%m-%d %H:%M")
    if (made$form == "date, month first" && is.character(cells)) rows[[made$column]] <- as.Date(cells, "%m/%d/%Y")
    if (made$form == "time" && is.character(cells)) {
      clock <- strsplit(cells, ":", fixed = TRUE)
      rows[[made$column]] <- vapply(clock, function(v) as.numeric(v[[1]]) / 24 + as.numeric(v[[2]]) / 1440, 0)
    }
  }
  rows
}

apply_case <- function(case) {
  object <- suffice:::model_of(case$model, "")
  rows <- times_of(read.csv(text = case$rows, check.names = FALSE, stringsAsFactors = FALSE, na.strings = c("NA", "")), object$model)
  refusal <- case$unsupported$r
  if (!is.null(refusal)) {
    said <- tryCatch({
      components(object, rows)
      ""
    }, error = conditionMessage)
    if (!grepl(refusal$says, said, fixed = TRUE)) stop(case$name, ": said \"", said, "\"")
    return(invisible())
  }
  near(components(object, rows), case$components, paste(case$name, "components"))
  kind <- object$model$predictor$kind
  if (is.null(kind)) {
    return(invisible())
  }
  predicted <- function(...) suppressWarnings(predict(object, rows, ...)) # of rows unlike those of the fit
  if (kind %in% c("number", "numbers")) {
    near(predicted(), case$predictions, paste(case$name, "predictions"))
    ends <- predicted(type = "interval", level = 0.9)
    if (is.matrix(ends)) ends <- list(ends)
    near(sapply(ends, function(end) end[, "lwr"]), case$lower, paste(case$name, "lower ends"))
    near(sapply(ends, function(end) end[, "upr"]), case$upper, paste(case$name, "upper ends"))
    return(invisible())
  }
  near(predicted(type = "probabilities"), case$predictions, paste(case$name, "probabilities"))
  answers <- predicted()
  if (kind == "labels") answers <- apply(answers, 1, function(row) paste(colnames(answers)[row == 1], collapse = ";"))
  stopifnot(identical(unname(as.character(answers)), case$answers))
}

file <- Filter(file.exists, c("cases.json", "../../testdata/appliers/cases.json"))[[1]]
text <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
cases <- suffice:::parse_json(text)
stopifnot(length(cases) > 10)
for (case in cases) apply_case(case)

# A model of classes in pictures, with the target and without.
class <- Filter(function(case) case$name == "class", cases)[[1]]
object <- suffice:::model_of(class$model, "")
rows <- read.csv(text = class$rows)
pdf(NULL)
plot(object, newdata = rows)
plot(object, newdata = cbind(rows, kind = class$answers), what = "all")
dev.off()
