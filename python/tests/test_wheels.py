"""Wheels are what installers expect, and the same bytes each time."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import sys
import zipfile
from pathlib import Path

import pytest

SOURCES = Path(os.environ.get("SUFFICE_SOURCES", Path(__file__).parents[1]))
sys.path.append(str(SOURCES))
build_wheels = pytest.importorskip("build_wheels")


@pytest.mark.parametrize("target", build_wheels.PLATFORMS)
def test_wheel(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_wheels, "_compile", lambda target: f"program for {target}".encode())
    wheel = build_wheels.build(target, tmp_path / "one")
    assert build_wheels.build(target, tmp_path / "other").read_bytes() == wheel.read_bytes()
    name, version, python, abi, tags = wheel.stem.split("-")
    assert (name, python, abi) == ("suffice", "py3", "none")
    with zipfile.ZipFile(wheel) as archive:
        info = f"suffice-{version}.dist-info"
        about = archive.read(f"{info}/WHEEL").decode()
        assert [line.removeprefix("Tag: py3-none-") for line in about.splitlines() if line.startswith("Tag: ")] == tags.split(".")
        metadata = archive.read(f"{info}/METADATA").decode()
        assert "Requires-Python: >=3.10\n" in metadata
        assert "Requires-Dist: scikit-learn>=1.7\n" in metadata
        program = "suffice/bin/suffice.exe" if target.startswith("windows") else "suffice/bin/suffice"
        assert archive.getinfo(program).external_attr >> 16 == 0o100755
        recorded = {row[0]: row[1:] for row in csv.reader(io.StringIO(archive.read(f"{info}/RECORD").decode()))}
        assert set(recorded) == set(archive.namelist())
        for file, (digest, size) in recorded.items():
            content = archive.read(file)
            if not file.endswith("/RECORD"):
                assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                assert int(size) == len(content)
