"""Build wheels for all machines from any machine that has Go, with nothing but Python's library.

python build_wheels.py [--only linux/amd64] [--to dist]

Go compiles for every system, and the program needs none of its libraries, so that one wheel
serves glibc and musl alike. The same sources and the same Go give the same bytes. The module
is also the build backend of pyproject.toml: `pip install ./python` builds for this machine.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",  # the oldest that Go 1.26 runs on
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
}
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of all files, so that wheels do not depend on when they were built


def build(target: str, folder: Path) -> Path:
    """Build the wheel of a system and processor, such as linux/amd64."""
    version = _version()
    info = f"suffice-{version}.dist-info"
    files: dict[str, bytes] = {f"suffice/{path.name}": path.read_bytes() for path in sorted((HERE / "suffice").glob("*.py"))}
    files["suffice/py.typed"] = b""
    program = "suffice/bin/suffice.exe" if target.startswith("windows/") else "suffice/bin/suffice"
    files[program] = _compile(target)
    files[f"{info}/METADATA"] = _metadata(version).encode()
    files[f"{info}/WHEEL"] = _wheel(PLATFORMS[target]).encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nsuffice = suffice.__main__:main\n"
    files[f"{info}/licenses/LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    files[f"{info}/licenses/THIRD_PARTY_NOTICES"] = (HERE.parent / "cmd/suffice/THIRD_PARTY_NOTICES").read_bytes()
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"suffice-{version}-py3-none-{PLATFORMS[target]}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # permissions are those of Unix, wherever this runs
            entry.external_attr = (0o100755 if name == program else 0o100644) << 16
            archive.writestr(entry, content)
    return wheel


def _compile(target: str) -> bytes:
    system, processor = target.split("/")
    environment = {**os.environ, "GOOS": system, "GOARCH": processor, "CGO_ENABLED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "suffice"
        command = ["go", "build", "-trimpath", "-ldflags=-s -w", "-o", str(made), "./cmd/suffice"]
        subprocess.run(command, cwd=HERE.parent, env=environment, check=True)
        return made.read_bytes()


def _version() -> str:
    found = re.search(r'__version__ = "(.+)"', (HERE / "suffice/_version.py").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def _project() -> str:
    return (HERE / "pyproject.toml").read_text(encoding="utf-8")


def _field(name: str) -> str:
    found = re.search(rf'^{name} = "(.+)"$', _project(), re.MULTILINE)
    assert found is not None
    return found[1]


def _list(name: str) -> list[str]:
    found = re.search(rf"^{name} = \[(.*?)\]$", _project(), re.MULTILINE | re.DOTALL)
    assert found is not None
    return re.findall(r'"(.+?)"', found[1])


def _metadata(version: str) -> str:
    lines = [
        "Metadata-Version: 2.4",
        "Name: suffice",
        f"Version: {version}",
        f"Summary: {_field('description')}",
        f"License-Expression: {_field('license')}",
        "License-File: LICENSE",
        "License-File: THIRD_PARTY_NOTICES",
        f"Keywords: {','.join(_list('keywords'))}",
        *(f"Classifier: {name}" for name in _list("classifiers")),
        f"Requires-Python: {_field('requires-python')}",
        *(f"Requires-Dist: {name}" for name in _list("dependencies")),
        "Provides-Extra: progress",
        'Requires-Dist: tqdm; extra == "progress"',
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text(encoding="utf-8")


def _wheel(tags: str) -> str:
    lines = ["Wheel-Version: 1.0", "Generator: build_wheels", "Root-Is-Purelib: false", *(f"Tag: py3-none-{tag}" for tag in tags.split("."))]
    return "\n".join(lines) + "\n"


def _record(files: Mapping[str, bytes], itself: str) -> bytes:
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{itself},,\n"]).encode()


def this_machine() -> str:
    """Return the name of this system and processor."""
    processor = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine().lower(), platform.machine())
    name = f"{platform.system().lower()}/{processor}"
    if name not in PLATFORMS:
        raise SystemExit(f"there is no wheel for {name}; add it to PLATFORMS in build_wheels.py")
    return name


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Build for this machine, as PEP 517 has it."""
    return build(this_machine(), Path(wheel_directory)).name


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description="Build wheels for all machines.")
    parser.add_argument("--only", choices=[*PLATFORMS, "here"], help="one system and processor; here is this machine")
    parser.add_argument("--to", type=Path, default=HERE / "dist", help="folder of the wheels")
    given = parser.parse_args()
    only = this_machine() if given.only == "here" else given.only
    for target in [only] if only else PLATFORMS:
        wheel = build(target, given.to)
        print(f"{wheel}  {wheel.stat().st_size / 1e6:.1f} MB", file=sys.stdout)


if __name__ == "__main__":
    main()
