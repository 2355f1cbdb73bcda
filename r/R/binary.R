# The program that does the fits: where it is, and how it is run.

suffice_binary <- function(required = TRUE) {
  name <- if (.Platform$OS.type == "windows") "suffice.exe" else "suffice"
  named <- c(getOption("suffice.binary", ""), Sys.getenv("SUFFICE_BINARY"))
  named <- path.expand(named[nzchar(named)])
  found <- c(named, system.file("bin", name, package = "suffice"), Sys.which(name))
  found <- found[nzchar(found)]
  if (length(named) > 0 && !file.exists(named[[1]])) {
    stop("there is no program ", named[[1]], ", which options(suffice.binary) or the variable SUFFICE_BINARY names; correct it", call. = FALSE)
  }
  if (length(found) == 0 && required) {
    stop("the program suffice is not there, which a fit needs; build it with Go (go install ./cmd/suffice) ",
      "and put it on the PATH, or name it by options(suffice.binary = \"...\") or in the variable SUFFICE_BINARY", call. = FALSE)
  }
  unname(c(found, "")[[1]])
}

# run gives the program a table on its standard input and returns what it prints, as raw
# bytes. Its errors are errors here, its remarks warnings.
run <- function(args, table) {
  program <- suffice_binary()
  files <- tempfile(c("table", "printed", "said"))
  on.exit(unlink(files))
  write_npy(table, files[[1]])
  code <- system2(program, shQuote(args), stdin = files[[1]], stdout = files[[2]], stderr = files[[3]])
  judge(code, remarks(files[[3]]))
  readBin(files[[2]], "raw", file.size(files[[2]]))
}

remarks <- function(file) {
  lines <- readLines(file, warn = FALSE, encoding = "UTF-8")
  sub("^suffice: (warning: )?", "", lines[startsWith(lines, "suffice: ")])
}

judge <- function(code, said) {
  interrupted <- 130
  usage <- 2
  if (code == 0) {
    for (text in said) warning(text, call. = FALSE)
  } else if (code == interrupted) {
    stop("interrupted", call. = FALSE)
  } else if (length(said) == 0) {
    stop("the program suffice ended with code ", code, if (code == 137) ": it was killed, perhaps for want of memory", call. = FALSE)
  } else {
    error <- said[[length(said)]]
    stop(if (code == usage) sub("; see suffice.*", "", error) else error, call. = FALSE)
  }
}

# asked writes settings as options of the command line: no_refine = TRUE is --no-refine.
asked <- function(settings) {
  unlist(lapply(names(settings), function(name) {
    value <- settings[[name]]
    option <- paste0("--", gsub("_", "-", name))
    if (is.null(value) || identical(value, FALSE)) {
      NULL
    } else if (isTRUE(value)) {
      option
    } else {
      paste0(option, "=", paste(vapply(value, plainly, ""), collapse = ","))
    }
  }))
}

plainly <- function(value) if (is.numeric(value)) format(value, digits = 17, scientific = FALSE, trim = TRUE) else as.character(value)
