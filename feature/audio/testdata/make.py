"""Makes the sound files of this folder from the signal that signal_test.go makes too."""
import os

import numpy as np
import soundfile

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


def write(name, rate, seconds, channels, **options):
    x = signal(int(seconds * rate), rate)
    x = np.stack([x, x / 2], axis=1) if channels == 2 else x
    soundfile.write(os.path.join(here, name), x, rate, **options)


write("chirp16.flac", 16000, 0.25, 1, format="FLAC", subtype="PCM_16")
write("chirp24stereo.flac", 32000, 0.1, 2, format="FLAC", subtype="PCM_24")
write("chirp.ogg", 16000, 0.5, 1, format="OGG", subtype="VORBIS")
write("chirpstereo.ogg", 44100, 0.25, 2, format="OGG", subtype="VORBIS")
write("chirp.mp3", 16000, 0.5, 1, format="MP3", subtype="MPEG_LAYER_III")
write("chirpstereo.mp3", 44100, 0.25, 2, format="MP3", subtype="MPEG_LAYER_III")
for subtype in ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE"]:
    write(f"chirp_{subtype.lower()}.wav", 8000, 0.02, 2, format="WAV", subtype=subtype)
write("chirp_extensible.wav", 8000, 0.02, 2, format="WAVEX", subtype="PCM_24")
print("soundfile", soundfile.__version__, soundfile.__libsndfile_version__)
