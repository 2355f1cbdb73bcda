"""Computes golden.json by librosa and python_speech_features; see README.md."""
import json
import os

import librosa
import numpy as np
import python_speech_features as psf

here = os.path.dirname(os.path.abspath(__file__))


def signal(n, rate):
    """A chirp from 200 Hz upwards with a little noise, which Go makes just so."""
    t = np.arange(n) / rate
    chirp = 0.5 * np.sin(2 * np.pi * (200 * t + 2000 * t * t))
    state, noise = 1, np.empty(n)
    for i in range(n):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        noise[i] = (state >> 11) / 2**53 - 0.5
    return chirp + 0.02 * noise


def with_psf(rate, n, deltas=0, **options):
    x = psf.mfcc(signal(n, rate), rate, **options)
    parts = [x]
    for _ in range(deltas):
        parts.append(psf.delta(parts[-1], 2))
    return np.hstack(parts)


def with_librosa(rate, n, deltas=0, **options):
    x = librosa.feature.mfcc(y=signal(n, rate), sr=rate, **options)
    parts = [x] + [librosa.feature.delta(x, order=k + 1) for k in range(deltas)]
    return np.vstack(parts).T


cases = {
    "psf": with_psf(16000, 3000),
    "psf short": with_psf(16000, 100),
    "psf 22050": with_psf(22050, 3000, nfft=1024, winfunc=np.hamming, lowfreq=100, highfreq=8000,
                          appendEnergy=False, numcep=8, nfilt=20),
    "psf plain": with_psf(8000, 1600, preemph=0, ceplifter=0, winstep=0.0125, winlen=0.032,
                          winfunc=np.hanning, nfft=256),
    "psf deltas": with_psf(16000, 2000, deltas=2, numcep=5),
    "librosa": with_librosa(22050, 4000),
    "librosa short": with_librosa(22050, 10, n_mfcc=5),
    "librosa htk": with_librosa(16000, 3000, n_mfcc=13, n_fft=512, hop_length=160, win_length=400,
                                n_mels=40, htk=True, mel_norm=None, window="hamming", fmin=50, fmax=7000,
                                pad_mode="reflect", lifter=22),
    "librosa uncentred": with_librosa(16000, 2000, n_mfcc=6, n_fft=400, hop_length=160, n_mels=30, center=False),
    "librosa deltas": with_librosa(16000, 2500, deltas=2, n_mfcc=4, n_fft=512, hop_length=160, n_mels=40),
}
silence = np.zeros(1000)
cases["psf silence"] = psf.mfcc(silence, 16000)
cases["librosa silence"] = librosa.feature.mfcc(y=silence, sr=16000).T

golden = {name: [[float(f"{v:.9g}") for v in row] for row in rows] for name, rows in cases.items()}
with open(os.path.join(here, "golden.json"), "w") as f:
    f.write("{\n" + ",\n".join(f'"{k}": {json.dumps(v, separators=(",", ":"))}' for k, v in golden.items()) + "\n}\n")
print("librosa", librosa.__version__, "numpy", np.__version__)
