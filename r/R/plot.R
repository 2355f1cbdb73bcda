# Components coloured by the target, and weights, in base graphics.

plot.suffice <- function(x, what = c("components", "weights", "all"), newdata, most = 12, ...) {
  what <- match.arg(what)
  if (what != "weights") {
    z <- if (missing(newdata)) components(x) else components(x, newdata)
    y <- if (missing(newdata)) x$y else newdata[intersect(x$model$output$names, names(newdata))]
    if (missing(newdata) && !is.null(x$na.action)) z <- x$z
    plot_components(x$model, z, y, ...)
  }
  if (what != "components") plot_weights(x$model, most)
  invisible(x)
}

plot_components <- function(model, z, y, ...) {
  values <- if (length(y) == 1) y[[1]] else NULL
  if (is.character(values) || is.logical(values) || model$output$kind == "class") values <- as.factor(values)
  name <- model$output$names[[1]]
  if (ncol(z) == 1 && is.factor(values) && length(values) > 0) {
    boxplot(z[, 1] ~ values, horizontal = TRUE, xlab = "z1", ylab = name, las = 1, ...)
  } else if (ncol(z) == 1) {
    plot(z[, 1], if (is.null(values)) seq_len(nrow(z)) else values, xlab = "z1", ylab = if (is.null(values)) "row" else name, pch = 20, ...)
  } else if (ncol(z) == 2) {
    before <- par(mar = par("mar") + c(0, 0, 0, 5))
    on.exit(par(before))
    plot(z, col = colours(values, nrow(z)), pch = 20, ...)
    plot_legend(values, name)
  } else {
    pairs(z, col = colours(values, nrow(z)), pch = 20, ...)
  }
}

# colours go from blue to yellow with the ranks of numbers; classes have one each.
colours <- function(values, n) {
  if (is.null(values) || length(values) == 0) {
    return(rep("grey30", n))
  }
  if (is.factor(values)) {
    return(class_colours(nlevels(values))[as.integer(values)])
  }
  hcl.colors(100)[ceiling(100 * rank(values, na.last = "keep") / length(values))]
}

class_colours <- function(n) hcl.colors(n, if (n <= 9) "Dark 3" else "viridis")

# plot_legend stands in the right margin, so that it hides no row.
plot_legend <- function(values, name) {
  corner <- par("usr")[c(2, 4)]
  if (is.factor(values) && nlevels(values) > 0 && nlevels(values) <= 12) {
    legend(corner[[1]], corner[[2]], levels(values), col = class_colours(nlevels(values)), pch = 20, title = name, bty = "n", xpd = NA)
  } else if (is.numeric(values)) {
    shown <- stats::quantile(values, c(1, 0.75, 0.5, 0.25, 0), na.rm = TRUE)
    legend(corner[[1]], corner[[2]], format(unname(shown), digits = 3), col = hcl.colors(5)[5:1], pch = 20, title = name, bty = "n", xpd = NA)
  }
}

# plot_weights draws a bar for each of the largest weights, with its interval where the model
# has one.
plot_weights <- function(model, most) {
  dim <- nrow(model$components)
  before <- par(mfrow = c(1, dim), mar = c(4, 8, 3, 1))
  on.exit(par(before))
  for (k in seq_len(dim)) {
    weights <- model$components[k, ]
    shown <- rev(first_of(order(-abs(weights)), most))
    low <- model$bootstrap$low[k, shown]
    high <- model$bootstrap$high[k, shown]
    at <- barplot(weights[shown], names.arg = model$inputs[shown], horiz = TRUE, las = 1, xlim = range(0, weights[shown], low, high),
      main = paste0("z", k), xlab = "weight", border = NA)
    if (!is.null(low)) segments(low, at, high, at)
    abline(v = 0)
  }
}
