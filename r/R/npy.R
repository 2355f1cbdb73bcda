# A table as the program reads it: one array of records in NumPy's format, which has names
# and types, mixes numbers with words and dates, and needs nothing but writeBin. No number
# becomes text, so that doubles arrive as they are.

# write_npy writes a data frame of numbers, truth values, words (factors or characters) and
# dates, some rows at a time.
write_npy <- function(table, file) {
  to <- file(file, "wb")
  on.exit(close(to))
  fields <- lapply(table, field)
  types <- paste0("(", vapply(names(table), python_text, ""), ", '", vapply(fields, `[[`, "", "type"), "')", collapse = ", ")
  header <- charToRaw(paste0("{'descr': [", types, "], 'fortran_order': False, 'shape': (", nrow(table), ",), }\n"))
  writeBin(c(as.raw(0x93), charToRaw("NUMPY"), as.raw(c(3, 0))), to)
  writeBin(length(header), to, size = 4, endian = "little")
  writeBin(header, to)
  each <- max(1, 2^22 %/% sum(vapply(fields, `[[`, 0, "bytes")))
  for (from in seq(1, by = each, length.out = ceiling(nrow(table) / each))) {
    rows <- from:min(nrow(table), from + each - 1)
    writeBin(as.vector(do.call(rbind, lapply(fields, function(f) f$block(rows)))), to)
  }
}

# field is a column: its type as NumPy names it, the bytes of a value, and a function that
# returns those of some rows, a column of bytes for each row.
field <- function(column) {
  if (inherits(column, "Date") || inherits(column, "POSIXct")) {
    microseconds <- round(days(column) * 86400e6)
    return(list(type = "<M8[us]", bytes = 8, block = function(rows) whole_bytes(microseconds[rows])))
  }
  if (is.logical(column) && !anyNA(column)) {
    return(list(type = "|b1", bytes = 1, block = function(rows) matrix(as.raw(column[rows]), 1)))
  }
  if (is.numeric(column)) {
    column <- as.double(column)
    return(list(type = "<f8", bytes = 8, block = function(rows) matrix(writeBin(column[rows], raw(), endian = "little"), 8)))
  }
  column <- as.factor(words(column))
  points <- lapply(enc2utf8(levels(column)), utf8ToInt)
  width <- max(1, lengths(points))
  letters <- vapply(c(points, list(integer())), function(p) writeBin(c(p, integer(width - length(p))), raw(), endian = "little"), raw(4 * width))
  code <- as.integer(column)
  code[is.na(code)] <- ncol(letters)
  list(type = paste0("<U", width), bytes = 4 * width, block = function(rows) letters[, code[rows], drop = FALSE])
}

# words are the values of a nominal column, as the program writes them.
words <- function(column) {
  if (is.logical(column)) {
    return(ifelse(column, "true", "false"))
  }
  if (is.factor(column)) levels(column) <- trimws(levels(column)) else column <- trimws(format_code(column))
  column
}

# format_code writes a number as a code: 10, not 10.0.
format_code <- function(column) {
  if (!is.numeric(column)) {
    return(as.character(column))
  }
  ifelse(is.na(column), NA, format(column, digits = 15, trim = TRUE, scientific = FALSE, drop0trailing = TRUE))
}

# days since 1970, of which the time is a part.
days <- function(column) as.numeric(column) / if (inherits(column, "POSIXct")) 86400 else 1

# whole_bytes are numbers as integers of 8 bytes: the lower half of each, then the upper. The
# bits of NA, R's missing integer, are those of -2^31, of which NumPy's missing time is made.
whole_bytes <- function(values) {
  upper <- floor(values / 2^32)
  lower <- values - upper * 2^32
  halves <- rbind(ifelse(lower >= 2^31, lower - 2^32, lower), upper)
  halves[1, is.na(values)] <- 0
  matrix(writeBin(suppressWarnings(as.integer(halves)), raw(), endian = "little"), 8)
}

# python_text is a name as Python writes it, with \U for what lies beyond ASCII.
python_text <- function(name) {
  points <- utf8ToInt(enc2utf8(name))
  letters <- ifelse(points < 32 | points > 126, sprintf("\\U%08x", points), intToUtf8(points, multiple = TRUE))
  letters[points == 39] <- "\\'"
  letters[points == 92] <- "\\\\"
  paste0("'", paste(letters, collapse = ""), "'")
}
