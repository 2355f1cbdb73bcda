"""The checks of scikit-learn itself, of every estimator."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import suffice

pytestmark = pytest.mark.filterwarnings("ignore")

# scikit-learn's own estimators that draw at random have this check as an expected failure for
# the same reason: its BaggingRegressor, KMeans, MiniBatchKMeans and others.
DRAWS = "rows of weight 2 are not the same as rows that come twice: the method draws rows, centres or folds at random"


def expected(estimator):
    return {}


@parametrize_with_checks([method(n_components=1) for method in suffice.METHODS.values()], expected_failed_checks=expected)
def test_scikit_learn(estimator, check):
    check(estimator)
