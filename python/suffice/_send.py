"""A table as the program reads it from a pipe: one array of records in NumPy's format.

Why this format: it needs nothing but NumPy, has names and types, mixes numbers with texts and
dates, is read a stretch of rows at a time, and so goes through a pipe while it is made. The
table is never copied as a whole, neither in memory nor on disk, and no number becomes text.
Only sparse matrices go as SciPy saves them, an NPZ file, without their zeros.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

Block = Callable[[int, int], Any]

_BLOCK = 1 << 20  # bytes sent at a time
MATRIX = ("indptr", "indices", "data", "shape", "format")  # what the arrays of a sparse matrix are called
_SPARSE = 0.1  # share of entries from which on the program takes a matrix as any other


@dataclass
class Part:
    """Columns of one type that stand side by side."""

    names: Sequence[str]
    type: str  # as NumPy writes it, such as <f8
    block: Block  # rows from i to j: a column, or an array with a column for each name
    matrix: Any = None  # all of it, where it is sparse


def numbers(names: Sequence[str], x: Any) -> Part:
    """Return the part of an array or a sparse matrix of numbers."""
    if hasattr(x, "toarray"):
        x = x.tocsr()
        if not x.has_canonical_format:
            x = x.copy()
            x.sum_duplicates()
        few = x.nnz <= _SPARSE * x.shape[0] * x.shape[1]
        return Part(names, "<f8", lambda i, j: x[i:j].toarray(), x if few else None)
    return Part(names, "<f8", lambda i, j: x[i:j])


def column(name: str, values: NDArray[Any]) -> Part:
    """Return the part of one column: numbers, truth values, times, or texts, where None is missing."""
    kind = values.dtype.kind
    if kind == "b":
        return Part([name], "|b1", lambda i, j: values[i:j])
    if kind in "Mm":
        return Part([name], f"<{kind}8[us]", lambda i, j: values[i:j])
    if kind == "O":
        width = max((len(v) for v in values if v is not None), default=0)
        return Part([name], f"<U{max(1, width)}", lambda i, j: ["" if v is None else v for v in values[i:j]])
    return Part([name], "<f8", lambda i, j: values[i:j])


@dataclass
class Table:
    """Parts side by side."""

    rows: int
    parts: list[Part]

    def send(self, pipe: IO[bytes]) -> None:
        """Write the table, a few rows at a time."""
        if self.parts[0].matrix is not None:
            self._send_matrix(pipe, self.parts[0].matrix)
            return
        pipe.write(self._header())
        fields = [(f"f{k}", part.type, (len(part.names),)) for k, part in enumerate(self.parts)]
        record = np.dtype(fields)
        each = max(1, _BLOCK // record.itemsize)
        buffer = np.empty(min(each, self.rows), record)
        for i in range(0, self.rows, each):
            rows = buffer[: min(each, self.rows - i)]
            for k, part in enumerate(self.parts):
                values = part.block(i, i + len(rows))
                rows[f"f{k}"][...] = values if np.ndim(values) == 2 else np.asarray(values)[:, None]
            pipe.write(rows.view(np.uint8).data)

    def _send_matrix(self, pipe: IO[bytes], x: Any) -> None:
        values = (x.indptr, x.indices, x.data.astype(np.float64, copy=False), np.array(x.shape), np.array(b"csr"))
        arrays = dict(zip(MATRIX, values, strict=True))
        for part in self.parts[1:]:
            arrays[part.names[0]] = np.asarray(part.block(0, self.rows), part.type)
        write: Any = np.lib.format.write_array  # which older versions of NumPy have without types
        with zipfile.ZipFile(pipe, "w") as archive:
            for name, array in arrays.items():
                with archive.open(name + ".npy", "w", force_zip64=True) as member:
                    write(member, array, allow_pickle=False)

    def _header(self) -> bytes:
        types = ", ".join(f"({_quoted(name)}, '{part.type}')" for part in self.parts for name in part.names)
        text = f"{{'descr': [{types}], 'fortran_order': False, 'shape': ({self.rows},), }}\n".encode()
        return b"\x93NUMPY\x03\x00" + struct.pack("<I", len(text)) + text


def _quoted(name: str) -> str:
    r"""Return a name as Python writes it, and with \u for what lies beyond ASCII."""
    return ascii(name)
