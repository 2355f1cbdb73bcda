"""Write examples/embeddings.parquet: 900 vectors of 64 numbers drawn from a model of embeddings, not
made of sentences. usage: python scripts/embeddings.py OUT.parquet (needs numpy and pyarrow)

As in embeddings of sentences, all vectors have length 1 and share a direction, and most of what
varies is about something else than the topic: four languages and a style of ten directions. The
twelve topics are in eleven directions of less variance."""
import sys
import numpy as np, pyarrow as pa, pyarrow.parquet as pq

draw, n, d = np.random.default_rng(1), 900, 64
topics = ["access", "address", "billing", "cards", "delivery", "fraud", "hours", "limits", "prices", "refund", "returns", "stock"]
languages = ["Deutsch", "English", "Español", "Français"]
axes = np.linalg.qr(draw.normal(size=(d, d)))[0]
topic, language = draw.permutation(np.arange(n) % 12), draw.integers(0, 4, n)
x = 1.5 * axes[0] + .35 * draw.normal(size=(n, d))
x += (draw.normal(size=(4, 3)) * .8)[language] @ axes[1:4]
x += draw.normal(size=(n, 10)) * np.linspace(1, .4, 10) @ axes[4:14]
x += (draw.normal(size=(12, 11)) * .6)[topic] @ axes[14:25]
x = np.round(x / np.linalg.norm(x, axis=1, keepdims=True) * 1024) / 1024  # so that the file is small
table = pa.table({
    "id": np.arange(1, n + 1, dtype=np.int32), "topic": [topics[k] for k in topic], "language": [languages[k] for k in language],
    "embedding": pa.array(list(x.astype(np.float32)), pa.list_(pa.float32())),
})
pq.write_table(table, sys.argv[1], compression="zstd", compression_level=19, use_dictionary=["topic", "language"], column_encoding={"embedding.list.element": "BYTE_STREAM_SPLIT", "id": "PLAIN"})
