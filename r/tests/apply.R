# What R makes of a model of the command line, beside what all appliers must (appliers.R). With
# cars.csv as the table below, written by write.csv with all digits:
#   suffice fit - --target mpg --dim 2 --method sir --slices 4 --predictor --bootstrap 50 -o - < cars.csv > cars.json
library(suffice)
options(suffice.binary = "")

near <- function(a, b) all(abs(as.matrix(a) - as.matrix(b)) < 1e-9)
fails <- function(code, words) {
  said <- tryCatch({
    code
    ""
  }, error = conditionMessage)
  if (!grepl(words, said, fixed = TRUE)) stop("said \"", said, "\", not \"", words, "\"")
}

cars <- transform(mtcars, am = factor(am, labels = c("automatic", "manual")))
model <- read_suffice(system.file("extdata", "cars.json", package = "suffice"))
z <- components(model, cars)
stopifnot(
  identical(dimnames(z), list(rownames(mtcars), c("z1", "z2"))),
  identical(transform(model, cars), z),
  identical(predict(model, cars, type = "components"), z)
)
stopifnot(
  identical(predict(model, cars[3, ]), predict(model, cars)[3]),
  names(predict(model, cars[3, ])) == "Datsun 710"
)

# Weights for units of the inputs give the same components, up to where they begin.
x <- cbind(as.matrix(cars[c("disp", "hp", "wt", "qsec")]), cars$am == "automatic", cars$am == "manual")
by_hand <- scale(x %*% coef(model, scaled = FALSE), scale = FALSE)
stopifnot(near(by_hand, scale(z, scale = FALSE)))
stopifnot(identical(dim(coef(model)), c(6L, 2L)), rownames(coef(model))[5] == "am=automatic")

# What is missing stays missing; words that the fit has not seen are refused, as R does.
holes <- cars
holes$hp[2] <- NA
holes$am[4] <- NA
stopifnot(identical(unname(which(is.na(predict(model, holes)))), c(2L, 4L)))
fails(predict(model, transform(cars, am = "none")), "factor am has new levels none")
fails(predict(model, cars["hp"]), "the model needs column \"disp\"")
fails(predict(model, cars, type = "probabilities"), "type = \"interval\"")
fails(predict(model, cars, type = "interval", level = 0.85), "intervals of 0.5, 0.8, 0.9")
fails(components(model), "newdata")
said <- tryCatch(predict(model, transform(cars, hp = 10 * hp)), warning = conditionMessage)
stopifnot(grepl("lie outside the training distribution", said))

# A file that is read and written is the same file.
file <- tempfile()
write_suffice(model, file)
bytes <- function(file) readBin(file, "raw", file.size(file))
stopifnot(identical(bytes(file), bytes(system.file("extdata", "cars.json", package = "suffice"))))
writeLines("{\"format\": \"other\"}", file)
fails(read_suffice(file), "this is not a model file")

json <- suffice:::parse_json("{\"a\": [1, -2.5e3], \"b\": [[1], []], \"c\": {\"d\": null, \"e\": true}, \"f\": [\"x\\\"\\u00e9\\ud83d\\ude00\\n\", \"],\"]}")
stopifnot(
  identical(json$a, c(1, -2500)), identical(json$b, list(1, list())), identical(json$c, list(d = NULL, e = TRUE)),
  identical(json$f, c("x\"\u00e9\U1f600\n", "],"))
)

pdf(NULL)
plot(model, what = "weights")
plot(model, newdata = cars)
dev.off()

printed <- capture.output(print(model), print(summary(model)))
stopifnot(
  any(grepl("2 components: r2 0.87", printed)),
  any(grepl("1 components  8", printed)),
  any(grepl("95% intervals, by 50 halves", printed))
)

# A survival time is not two numbers, neither as output nor among the inputs.
lived <- structure(cbind(time = mtcars$mpg, status = mtcars$am), class = "Surv", type = "right")
fails(suffice(lived ~ wt + hp, mtcars), "\"lived\" is a survival time")
fails(suffice(mtcars[c("wt", "hp")], lived), "is a survival time")
fails(suffice(data.frame(wt = mtcars$wt, lived = I(lived)), mtcars$mpg), "\"lived\" is a survival time")
fails(suffice(mpg ~ wt + lived, mtcars), "\"lived\" is a survival time")

Sys.setenv(SUFFICE_BINARY = file.path(tempdir(), "nothing"))
fails(suffice(mpg ~ wt, mtcars), "correct it")
