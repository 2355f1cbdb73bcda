# Fits, which need the program.
library(suffice)
if (!nzchar(suffice_binary(required = FALSE))) {
  message("skipped: the program suffice is not there")
  quit("no")
}

fails <- function(code, words) {
  said <- tryCatch({
    code
    ""
  }, error = conditionMessage)
  if (!grepl(words, said, fixed = TRUE)) stop("said \"", said, "\", not \"", words, "\"")
}

# on_command_line fits a table as text, with all digits of its numbers. TRUE is written true,
# because the digest of a model's source has the letters of truth values.
on_command_line <- function(table, args) {
  files <- tempfile(c("table", "model"))
  numbers <- vapply(table, is.numeric, TRUE)
  table[numbers] <- lapply(table[numbers], function(x) ifelse(is.na(x), NA, sprintf("%.17g", x)))
  truths <- vapply(table, is.logical, TRUE)
  table[truths] <- lapply(table[truths], function(x) tolower(as.character(x)))
  write.csv(table, files[1], row.names = FALSE, quote = FALSE)
  code <- system2(suffice_binary(), c("fit", "-", "-o", "-", args), stdin = files[1], stdout = files[2], stderr = FALSE)
  stopifnot(code == 0)
  read_suffice(files[2])$text
}

set.seed(1)
n <- 120
d <- data.frame(a = rnorm(n), b = rnorm(n), c = runif(n) / 3, town = factor(sample(c("Ulm", "Bonn", "Jena"), n, TRUE)), garden = sample(c(TRUE, FALSE), n, TRUE))
d$price <- (d$a + d$b)^2 + (d$town == "Ulm") + rnorm(n) / 10
d$sold <- factor(ifelse(d$price > 1.5, "yes", "no"))
d$count <- runif(n) + 0.5

# The same bits as the command line's.
model <- suffice(price ~ a + b + c, data = d, dim = 1, seed = 3, verdict = FALSE)
stopifnot(identical(model$text, on_command_line(d[c("a", "b", "c", "price")], "--target price --dim 1 --seed 3 --no-verdict")))
model <- suffice(price ~ . - sold - count, data = d, weights = count, dim = 2, method = "save", predictor = TRUE)
renamed <- setNames(d[c(1:6, 8)], c(names(d)[1:6], "weight"))
stopifnot(identical(model$text, on_command_line(renamed, "--target price --weights weight --dim 2 --method save --predictor")))
model <- suffice(sold ~ . - price - count, data = d, method = "save", predictor = TRUE, slices = 2)
stopifnot(identical(model$text, on_command_line(d[c(1:5, 7)], "--target sold --kind class --method save --predictor --slices 2")))
stopifnot(identical(levels(predict(model)), levels(d$sold)), mean(predict(model, d) == d$sold) > 0.6)

# The other way to say it.
same <- suffice(d[1:5], d$sold, method = "save", predictor = TRUE, slices = 2)
stopifnot(identical(unname(coef(same)), unname(coef(model))), identical(unname(predict(same)), unname(predict(model))))

# Missing values, as R has them, or filled in by the program.
holes <- d
holes$a[2] <- holes$town[3] <- holes$garden[4] <- NA
fit <- function(...) suffice(price ~ a + b + town + garden, holes, dim = 1, method = "pls", verdict = FALSE, predictor = TRUE, ...)
stopifnot(nrow(components(fit())) == n - 3, identical(fit()$text, fit(subset = c(1, 5:n))$text))
excluded <- fit(na.action = na.exclude)
stopifnot(identical(which(is.na(components(excluded)[, 1])), c("2" = 2L, "3" = 3L, "4" = 4L)))
fails(fit(na.action = na.fail), "missing values in object")
filled <- fit(missing = "mean")
stopifnot(nrow(components(filled)) == n, !anyNA(predict(filled, holes)))
stopifnot(identical(filled$text, on_command_line(holes[c(1:2, 4:6)], "--target price --dim 1 --method pls --no-verdict --predictor --missing mean")))

# Codes are levels, and dates are dates.
d$code <- factor(sample(c(10, 20, 30), n, TRUE))
d$list <- rep(c("a;b", "c"), n / 2)
d$day <- as.Date("2024-01-01") + seq_len(n)
d$hour <- as.POSIXct("1960-03-01 00:00", tz = "UTC") + 3600 * 7 * seq_len(n)
model <- suppressWarnings(suffice(price ~ a + code + list + day + hour + poly(c, 2), d, dim = 1, method = "sir", verdict = FALSE))
stopifnot(c("code=20", "list=a;b", "day", "day.weekday.sin", "hour.hour.cos", "poly(c, 2).2") %in% model$model$inputs)
mean_day <- model$model$mean[match(c("day", "hour"), model$model$inputs)]
stopifnot(all(abs(mean_day - c(mean(as.numeric(d$day)), mean(as.numeric(d$hour)) / 86400)) < 1e-6))
stopifnot(isTRUE(all.equal(components(model, d[5:9, ]), components(model)[5:9, , drop = FALSE])))

# Names and words of any letters.
odd <- setNames(data.frame(d$a, ifelse(d$b > 0, "K\u00f6ln", "\U1f600")), c("it's \\ [\u00e9], \"x\"", "*"))
model <- suffice(odd, d$price, dim = 1, method = "pls", verdict = FALSE)
stopifnot(identical(model$model$inputs, enc2utf8(c(names(odd)[1], "*=K\u00f6ln", "*=\U1f600"))), identical(components(model, odd), components(model)))

# Words that differ by the case of their letters are one level.
odd <- data.frame(a = d$a, answer = c("yes", "Yes", "No", "Maybe"))
model <- suffice(odd, d$price, dim = 1, method = "pls", verdict = FALSE)
stopifnot("answer=yes" %in% model$model$inputs, identical(components(model, odd), components(model)))

# Other outputs.
truth <- suffice(garden ~ a + b, d, dim = 1, method = "sir", verdict = FALSE, predictor = TRUE)
stopifnot(is.logical(predict(truth, d)))
several <- suffice(cbind(a, b) ~ c + price, d, dim = 1, method = "pls", verdict = FALSE, predictor = TRUE)
stopifnot(identical(dim(predict(several, d[1:3, ])), c(3L, 2L)), identical(names(predict(several, d, "interval")), c("a", "b")))
labels <- suffice(as.matrix(d[1:3]), cbind(u = d$a > 0, v = d$b > 0), dim = 1, method = "mddm", verdict = FALSE, predictor = TRUE)
stopifnot(all(predict(labels, d[1:3]) %in% 0:1), identical(colnames(predict(labels, d[1:3], "probabilities")), c("u", "v")))

pdf(NULL)
plot(model)
plot(truth)
plot(several, what = "all")
plot(suffice(price ~ a + b + c, d, dim = 3, method = "pca", verdict = FALSE))
dev.off()

# Errors are in the words of the program.
fails(suffice(price ~ a, d, dim = 3), "has only 1 input column")
fails(suffice(price ~ a, d, method = "magic"), "there is no method \"magic\"")
fails(suffice(price ~ a * b, d), "interactions")
fails(suffice(~ a, d), "no response")

depends <- suffice_dependence(d[c("a", "b")], d$price)
stopifnot(inherits(depends, "htest"), depends$p.value < 0.01, suffice_dependence(d$c, rev(d$a), permutations = 99)$p.value > 0.01)
compared <- suffice_compare(price ~ a + b + c, d, methods = c("save", "pca"), dims = 1:2, repeats = 3)
stopifnot(nrow(compared) == 4, compared$method[compared$mark == "best"] == "save")
print(compared)

# Rows of a person belong together.
set.seed(5)
person <- rep(1:30, each = 8)
visits <- as.data.frame(matrix(rnorm(120), 30)[person, ] + 0.4 * rnorm(960))
visits$y <- rnorm(30)[person] + 0.4 * rnorm(240)
visits$person <- paste0("p", person)
told <- suffice(y ~ ., visits, dim = 1, method = "sir", group = "person")
stopifnot(told$model$verdict$groups == 30, !any(grepl("person", told$model$inputs)))
within <- suffice(y ~ ., visits, dim = 1, method = "sir", block = "person")
stopifnot(within$model$verdict$block == "person", !any(grepl("person", within$model$inputs)))
