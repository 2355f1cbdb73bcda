"""Supervised dimension reduction: the few combinations of inputs that suffice to predict an output.

The estimators are those of scikit-learn in everything but their fit, which runs the program
`suffice` that comes with the package. See https://scikit-learn.org for pipelines and searches
that they can be part of, and docs/python.md for what they take.
"""

from ._binary import SufficeWarning, binary
from ._estimator import Method, load
from ._functions import Comparison, Dependence, compare, dependence
from ._methods import (
    CCA,
    CSMAVE,
    CSOPG,
    DR,
    GKDR,
    KDR,
    LDA,
    LSDR,
    MAVE,
    MDDM,
    METHODS,
    MLKR,
    NCA,
    OPG,
    PCA,
    PHD,
    PLS,
    RFM,
    SAVE,
    SCA,
    SCA0,
    SEAS,
    SIR,
    SPLS,
    Auto,
    LassoSIR,
    NoReduction,
)
from ._picture import Picture
from ._version import __version__

__all__ = [
    "CCA", "CSMAVE", "CSOPG", "DR", "GKDR", "KDR", "LDA", "LSDR", "MAVE", "MDDM", "METHODS", "MLKR", "NCA", "OPG", "PCA", "PHD",
    "PLS", "RFM", "SAVE", "SCA", "SCA0", "SEAS", "SIR", "SPLS", "Auto", "Comparison", "Dependence", "LassoSIR",
    "Method", "NoReduction", "Picture", "SufficeWarning", "__version__", "binary", "compare", "dependence", "load",
]  # fmt: skip
