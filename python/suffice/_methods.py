"""The methods: one class each, with the parameters that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ._estimator import Method, Weighed
from ._linear import Numbers


class Drawn(Method):
    """A method that draws centres, folds or starts at random.

    Parameters
    ----------
    centres : int, optional
        Kernel centres of a set; as many as the method has otherwise.
    random_state : int or RandomState, optional
        Seed; None is always the same one, that of the command line.

    The others are those of every method.
    """

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        centres: int | None = None,
        random_state: Any = None,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        super().__init__(
            n_components, scale=scale, kind=kind, missing=missing, nominal=nominal, predictor=predictor, verdict=verdict,
            intervals=intervals, select=select, active=active, memory=memory, log=log, verbose=verbose, bootstrap=bootstrap,
        )  # fmt: skip
        self.centres = centres
        self.random_state = random_state


class Sliced(Method):
    """A method that cuts y into slices.

    Parameters
    ----------
    slices : int, optional
        Into how many slices, about; as many as the method has otherwise.

    The others are those of every method.
    """

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        slices: int | None = None,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        super().__init__(
            n_components, scale=scale, kind=kind, missing=missing, nominal=nominal, predictor=predictor, verdict=verdict,
            intervals=intervals, select=select, active=active, memory=memory, log=log, verbose=verbose, bootstrap=bootstrap,
        )  # fmt: skip
        self.slices = slices


class SCA(Weighed, Drawn):
    """Sufficient component analysis: any dependence on any output.

    Parameters
    ----------
    refine : bool
        Go on after the analytic passes of the paper, with a search by exact ascent.
    screen : int or "auto", optional
        Keep so many inputs, chosen beforehand by HSIC Lasso; all others get weight 0.

    The others are those of Drawn and Method.
    """

    _name = "sca"

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        refine: bool = True,
        screen: int | Literal["auto"] | None = None,
        centres: int | None = None,
        random_state: Any = None,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        super().__init__(
            n_components, centres=centres, random_state=random_state, scale=scale, kind=kind, missing=missing, nominal=nominal,
            predictor=predictor, verdict=verdict, intervals=intervals, select=select, active=active,
            memory=memory, log=log, verbose=verbose, bootstrap=bootstrap,
        )  # fmt: skip
        self.refine = refine
        self.screen = screen


class SCA0(Weighed, Drawn):
    """The first step of SCA alone: rough and fast.

    Parameters
    ----------
    screen : int or "auto", optional
        Keep so many inputs, chosen beforehand by HSIC Lasso; all others get weight 0.

    The others are those of Drawn and Method.
    """

    _name = "sca0"

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        screen: int | Literal["auto"] | None = None,
        centres: int | None = None,
        random_state: Any = None,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        super().__init__(
            n_components, centres=centres, random_state=random_state, scale=scale, kind=kind, missing=missing, nominal=nominal,
            predictor=predictor, verdict=verdict, intervals=intervals, select=select, active=active,
            memory=memory, log=log, verbose=verbose, bootstrap=bootstrap,
        )  # fmt: skip
        self.screen = screen


class LSDR(Weighed, Drawn):
    """Least-squares dimension reduction: climbs the dependence from random starts."""

    _name = "lsdr"


class SIR(Weighed, Sliced):
    """Sliced inverse regression: trends, in an instant."""

    _name = "sir"


class SAVE(Weighed, Sliced):
    """Sliced average variance estimation: trends and symmetric dependence, with many rows."""

    _name = "save"


class DR(Weighed, Sliced):
    """Directional regression: trends and symmetric dependence, each as sharply as the method for it."""

    _name = "dr"


class PHD(Weighed):
    """Principal Hessian directions: curvature and nothing else."""

    _name = "phd"
    _of = "number"


class KDR(Weighed, Drawn):
    """Kernel dimension reduction: any dependence, by the variance left unexplained."""

    _name = "kdr"


class RFM(Weighed, Drawn):
    """Recursive feature machine: where a kernel regression with a learnt metric changes most."""

    _name = "rfm"


class GKDR(Weighed, Drawn):
    """Gradient-based kernel dimension reduction: any dependence, without a search."""

    _name = "gkdr"


class MAVE(Weighed, Drawn):
    """Minimum average variance estimation: what the mean of the output depends on, by local lines."""

    _name = "mave"


class CSMAVE(Weighed, Drawn):
    """The same for all that the output depends on, the central subspace."""

    _name = "csmave"


class OPG(Weighed, Drawn):
    """Outer product of gradients: what MAVE begins with."""

    _name = "opg"


class CSOPG(Weighed, Drawn):
    """The same for the central subspace."""

    _name = "csopg"


class SEAS(Weighed, Sliced):
    """Sparse sliced inverse regression: trends, by few of very many inputs.

    Parameters
    ----------
    fewer : bool
        Find fewer components than n_components where cross-validation says that they are enough.

    The others are those of Sliced and Method.
    """

    _name = "seas"

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        fewer: bool = False,
        slices: int | None = None,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        super().__init__(
            n_components, slices=slices, scale=scale, kind=kind, missing=missing, nominal=nominal,
            predictor=predictor, verdict=verdict, intervals=intervals, select=select, active=active,
            memory=memory, log=log, verbose=verbose, bootstrap=bootstrap,
        )  # fmt: skip
        self.fewer = fewer


class LassoSIR(Weighed, Sliced):
    """Sliced inverse regression by the lasso, component by component."""

    _name = "lassosir"


class SPLS(Weighed):
    """Sparse partial least squares: straight lines, by few of very many inputs."""

    _name = "spls"


class MDDM(Weighed):
    """Multi-label dimensionality reduction via dependence maximisation: straight lines of x, any output."""

    _name = "mddm"


class CCA(Weighed):
    """Canonical correlation analysis: straight lines of x and y, with a ridge."""

    _name = "cca"

    def transform(self, X: Any, y: Any = None) -> Numbers:
        """Return the components of each row of X. y is ignored: scikit-learn gives one to all that is called CCA."""
        return super().transform(X)


class LDA(Weighed):
    """Linear discriminant analysis: what tells classes apart by their means.

    Parameters
    ----------
    shrinkage : float, "auto" or "none", optional
        What share of the covariance of classes is drawn toward its diagonal; "auto" as in scikit-learn's
        LinearDiscriminantAnalysis with solver "eigen". "auto" where rows are few, and "none" otherwise.

    The others are those of every method.
    """

    _name = "lda"
    _of = "class"

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        shrinkage: float | Literal["auto", "none"] | None = None,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        super().__init__(
            n_components, scale=scale, kind=kind, missing=missing, nominal=nominal, predictor=predictor, verdict=verdict,
            intervals=intervals, select=select, active=active, memory=memory, log=log, verbose=verbose, bootstrap=bootstrap,
        )  # fmt: skip
        self.shrinkage = shrinkage


class NCA(Drawn):
    """Neighbourhood components analysis: a metric in which neighbours are of one class."""

    _name = "nca"
    _of = "class"


class MLKR(Drawn):
    """Metric learning for kernel regression: a metric in which neighbours tell numbers."""

    _name = "mlkr"


class PLS(Weighed):
    """Partial least squares, PLS-DA of classes: straight lines along which the inputs vary much."""

    _name = "pls"


class PCA(Weighed):
    """Principal component analysis: what varies most, without looking at y."""

    _name = "pca"


class NoReduction(Weighed):
    """No reduction: the inputs themselves, to compare with."""

    _name = "none"


class Auto(Weighed, Drawn):
    """The method whose components predict best, on rows that they were found without."""

    _name = "auto"


METHODS: dict[str, type[Method]] = {
    method._name: method
    for method in (
        SCA, SCA0, LSDR, SIR, SAVE, DR, PHD, KDR, RFM, GKDR, MAVE, CSMAVE, OPG, CSOPG, SEAS, LassoSIR, SPLS, MDDM, CCA, LDA,
        NCA, MLKR, PLS, PCA, NoReduction, Auto,
    )
}  # fmt: skip
