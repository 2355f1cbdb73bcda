"""Compares an exported ONNX graph in ONNX Runtime with suffice transform.

    suffice export model.json -o model.onnx
    suffice transform model.json x.csv -o z.csv
    python3 scripts/check_onnx.py model.onnx x.csv z.csv

Needs onnx and onnxruntime. Columns of x.csv are found by the names in the graph.
"""
import csv
import json
import sys

import numpy
import onnx
import onnxruntime


def read(path, names=None):
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    at = [header.index(name) for name in names or header]
    return numpy.array([[float(row[j]) for j in at] for row in rows])


graph, x, z = sys.argv[1:]
model = onnx.load(graph)
onnx.checker.check_model(model, full_check=True)
notes = {note.key: note.value for note in model.metadata_props}
session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
single = session.get_inputs()[0].type == "tensor(float)"
x, want = read(x, json.loads(notes["inputs"])), read(z)
[got] = session.run(["z"], {"x": x.astype(numpy.float32 if single else numpy.float64)})

size = numpy.abs(want).max()
worst = numpy.abs(got - want).max()
print("onnx", onnx.__version__, "onnxruntime", onnxruntime.__version__, "opset", model.opset_import[0].version)
print(f"{len(x)} rows, {x.shape[1]} inputs, {want.shape[1]} components, {'single' if single else 'double'} precision")
print(f"largest |z| {size:.3g}, largest difference {worst:.3g}")
if got.shape != want.shape:
    sys.exit(f"shape {got.shape}, but transform has {want.shape}")
if not single and not worst <= 1e-12 * max(1, size):
    sys.exit("the two differ by more than rounding")
