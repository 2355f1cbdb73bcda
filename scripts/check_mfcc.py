"""Compares the coefficients of sound files with librosa's and python_speech_features'.

    python3 scripts/check_mfcc.py ../shared/data/audio/esc50/*.wav.gz

Run it from the root of the project. Needs Go, librosa, python_speech_features and soundfile.
"""
import gzip
import io
import json
import os
import subprocess
import sys

import librosa
import numpy
import python_speech_features
import soundfile


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        x, rate = soundfile.read(io.BytesIO(file.read()), always_2d=True)
    return x.mean(axis=1), rate


oracles = {
    "librosa": lambda x, rate: librosa.feature.mfcc(y=x, sr=rate).T,
    "psf": lambda x, rate: python_speech_features.mfcc(x, rate),
}
paths = sys.argv[1:]
for name, oracle in oracles.items():
    worst, where, values = 0, None, 0
    text = subprocess.run(["go", "run", "-C", "feature", "./cmd/mfcc", name, *map(os.path.abspath, paths)], check=True, capture_output=True).stdout
    for path, line in zip(paths, text.splitlines(), strict=True):
        ours, theirs = numpy.array(json.loads(line)), oracle(*read(path))
        assert ours.shape == theirs.shape, (path, ours.shape, theirs.shape)
        difference = numpy.abs(ours - theirs).max()
        values += ours.size
        if difference > worst:
            worst, where = difference, path
    print(f"{name}: {len(paths)} files, {values} values, largest difference {worst:.3g} in {where}")
