"""The program that does the fits: where it is, and how it is run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import IO

Send = Callable[[IO[bytes]], None]
Heard = Callable[[str], None]


class SufficeWarning(UserWarning):
    """What the program remarks on a table or a model."""


def binary() -> str:
    """Return the path of the program: SUFFICE_BINARY, that of the wheel, or that on the PATH."""
    name = "suffice.exe" if sys.platform == "win32" else "suffice"
    given = os.environ.get("SUFFICE_BINARY")
    if given:
        if not Path(given).is_file():
            raise FileNotFoundError(f"SUFFICE_BINARY is {given}, but there is no such file; correct or unset it")
        return given
    carried = Path(__file__).parent / "bin" / name
    if carried.is_file():
        return str(carried)
    found = _on_path(name)
    if found:
        return found
    raise FileNotFoundError(
        "the program suffice is not there, which a fit needs; install a wheel of this package that has it (pip install suffice), "
        "or build it with Go (go install ./cmd/suffice) and name it in the variable SUFFICE_BINARY"
    )


def _on_path(name: str) -> str | None:
    """Return the program on the PATH, but not the script that would run this module."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which(name, path=folder)
        if found and not _is_script(found):
            return found
    return None


def _is_script(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def run(args: Sequence[str], send: Send | None = None, progress: Heard | None = None) -> bytes:
    """Run the program and return what it prints. Its errors are ValueError, its remarks warnings."""
    process = subprocess.Popen(
        [binary(), *args],
        stdin=subprocess.DEVNULL if send is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    said: list[str] = []
    listener = Thread(target=_listen, args=(process.stderr, said, progress), daemon=True)
    listener.start()
    try:
        if send is not None:
            assert process.stdin is not None
            _feed(process.stdin, send)
        printed = process.stdout.read()
        process.wait()
    except BaseException:
        _end(process)
        raise
    finally:
        listener.join()
        process.stdout.close()
        process.stderr.close()
    _judge(process.returncode, said)
    return printed


def _feed(pipe: IO[bytes], send: Send) -> None:
    """Send a table. A program that ends before it has read all says why in its error."""
    _widen(pipe)
    try:
        send(pipe)
    except BrokenPipeError:
        pass
    finally:
        try:
            pipe.close()
        except BrokenPipeError:
            pass


def _widen(pipe: IO[bytes]) -> None:
    """Let a megabyte be in the pipe, where the system can, so that both sides wait less."""
    try:
        import fcntl

        fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, 1 << 20)
    except (ImportError, AttributeError, OSError):
        pass


def _listen(errors: IO[bytes], said: list[str], progress: Heard | None) -> None:
    for line in errors:
        text = line.decode("utf-8", "replace").rstrip()
        if text.startswith("suffice: progress: "):
            if progress is not None:
                progress(text.removeprefix("suffice: progress: "))
        elif text.startswith("suffice: "):
            said.append(text.removeprefix("suffice: "))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _judge(code: int, said: list[str]) -> None:
    interrupted, usage = 130, 2
    if code == 0:
        for text in said:
            warnings.warn(text.removeprefix("warning: "), SufficeWarning, stacklevel=5)
        return
    if code == interrupted:
        raise KeyboardInterrupt
    if code < 0 or not said:
        raise RuntimeError(f"the program suffice ended with code {code}" + (": it was killed, perhaps for want of memory" if code == -9 else ""))
    error = said[-1]
    if code == usage:
        error = error.rpartition("; see suffice")[0] or error
    raise ValueError(error)
