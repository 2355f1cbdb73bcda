# JSON as models and answers of the program have it. A reader of our own, because it is this
# short and the package then needs nothing but R. Nothing is written: a model keeps its text.

json_tokens <- "\"(?:[^\"\\\\]++|\\\\.)*+\"|-?[0-9][-+.eE0-9]*|true|false|null|[][{}:,]"

parse_json <- function(text) {
  token <- regmatches(text, gregexpr(json_tokens, text, perl = TRUE, useBytes = TRUE))[[1]] # to count letters would take long
  Encoding(token) <- "UTF-8"
  closing <- which(token == "]")
  is_number <- grepl("^[-0-9]", token)
  at <- 1L

  value <- function() {
    first <- token[[at]]
    at <<- at + 1L
    switch(substr(first, 1, 1),
      "{" = object(),
      "[" = array(),
      "\"" = json_text(first),
      t = TRUE, f = FALSE, n = NULL,
      as.numeric(first))
  }
  object <- function() {
    fields <- list()
    while (token[[at]] != "}") {
      if (token[[at]] == ",") at <<- at + 1L
      name <- json_text(token[[at]])
      at <<- at + 2L
      fields[name] <- list(value())
    }
    at <<- at + 1L
    fields
  }
  array <- function() { # of numbers a vector, of texts a vector, of anything else a list
    end <- closing[[findInterval(at - 1L, closing) + 1L]]
    if (end == at) {
      at <<- at + 1L
      return(list())
    }
    plain <- seq(at, end - 1L, by = 2L)
    if (all(is_number[plain])) {
      at <<- end + 1L
      return(as.numeric(token[plain]))
    }
    items <- list()
    while (token[[at]] != "]") {
      if (token[[at]] == ",") at <<- at + 1L
      items[length(items) + 1L] <- list(value())
    }
    at <<- at + 1L
    if (all(vapply(items, is.character, TRUE))) unlist(items) else items
  }
  if (length(token) == 0) stop("it is no JSON", call. = FALSE)
  value()
}

json_text <- function(token) {
  text <- substr(token, 2, nchar(token) - 1)
  if (!grepl("\\", text, fixed = TRUE)) {
    return(text)
  }
  escapes <- gregexpr("\\\\u[dD][89abAB]..\\\\u....|\\\\u....|\\\\.", text, perl = TRUE)
  regmatches(text, escapes) <- lapply(regmatches(text, escapes), function(found) vapply(found, unescaped, ""))
  text
}

unescaped <- function(escape) {
  second <- substr(escape, 2, 2)
  if (second != "u") {
    return(switch(second, n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", second))
  }
  units <- strtoi(strsplit(sub("^\\\\u", "", escape), "\\u", fixed = TRUE)[[1]], 16L)
  intToUtf8(if (length(units) == 2) 0x10000 + (units[[1]] - 0xd800) * 0x400 + units[[2]] - 0xdc00 else units)
}
