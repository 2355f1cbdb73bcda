"""What goes wrong says what to do, and leaves nothing running."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import suffice
from suffice import _binary

Data = tuple[np.ndarray, np.ndarray]


def test_errors_have_the_words_of_the_program(data: Data) -> None:
    with pytest.raises(ValueError, match=r"^--dim 5, but standard input has only 4 input columns$"):
        suffice.SIR(5).fit(*data)
    with pytest.raises(ValueError, match=r"^--dim 0: .*[^;]$"):
        suffice.SIR(0).fit(*data)
    x = data[0].copy()
    x[6, 1] = np.nan
    with pytest.raises(ValueError, match=r'row 7, column "x2": the value is missing; .* \(X contains NaN or infinity\)$'):
        suffice.SIR(1).fit(x, data[1])
    with pytest.raises(ValueError, match="y contains NaN"):
        suffice.SIR(1).fit(data[0], x[:, 1])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        suffice.SIR(1).fit(data[0], data[1][:5])
    with pytest.raises(ValueError, match="--kind fish: there is no such kind"):
        suffice.SIR(1, kind="fish").fit(*data)


def test_remarks_are_warnings(data: Data) -> None:
    with pytest.warns(suffice.SufficeWarning, match="is taken as a number; if its 3 values are classes") as caught:
        suffice.SIR(1).fit(data[0], np.arange(120) % 3)
    assert caught[0].filename == __file__
    with pytest.warns(suffice.SufficeWarning, match="left out the text column"):
        suffice.SIR(1).fit(pd.DataFrame(data[0]).rename(columns=str).assign(note=[f"row {i} is long" for i in range(120)]), data[1])


def test_missing_program_says_what_to_do(data: Data, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SUFFICE_BINARY", str(tmp_path / "absent"))
    with pytest.raises(FileNotFoundError, match="there is no such file; correct or unset it"):
        suffice.SIR(1).fit(*data)
    monkeypatch.delenv("SUFFICE_BINARY")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_binary, "__file__", str(tmp_path / "_binary.py"))
    with pytest.raises(FileNotFoundError, match=r"pip install suffice.*SUFFICE_BINARY"):
        suffice.SIR(1).fit(*data)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_interrupt_ends_the_program(tmp_path: Path) -> None:
    program = tmp_path / "suffice"
    program.write_text(f"#!/bin/sh\ncat > /dev/null\necho $$ > {tmp_path}/process\nexec sleep 1000\n")
    program.chmod(0o755)
    code = textwrap.dedent("""
        import numpy, suffice
        try:
            suffice.SIR(1).fit(numpy.eye(9), numpy.arange(9.0))
        except KeyboardInterrupt:
            print("interrupted")
    """)
    environment = {**os.environ, "SUFFICE_BINARY": str(program), "PYTHONPATH": str(Path(suffice.__file__).parents[1])}
    child = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, encoding="utf-8")
    while not (tmp_path / "process").exists() or not (tmp_path / "process").read_text().strip():
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    assert child.communicate()[0] == "interrupted\n"
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "process").read_text()), 0)


def test_killed_program_is_an_error(data: Data, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "suffice"
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    program.chmod(0o755)
    monkeypatch.setenv("SUFFICE_BINARY", str(program))
    with pytest.raises(RuntimeError, match="killed, perhaps for want of memory"):
        suffice.SIR(1).fit(*data)


def test_progress_is_shown(data: Data, capfd: pytest.CaptureFixture[str]) -> None:
    suffice.SIR(1, verbose=True, predictor=True).fit(*data)
    assert "fit" in capfd.readouterr().err
