"""Runs suffice on the workers of a Dask cluster: the rows stay where they are.

    suffice engine dask > suffice_dask.py
    python suffice_dask.py --scheduler tcp://host:8786 --suffice /shared/bin/suffice \\
        fit '/shared/houses/*.parquet' --target price --dim 2 -o model.json

What follows is a command of suffice: fit, describe, dims, compare, evaluate, dependence or inputs.
All workers must see the files and the binary at the same paths. docs/cluster.md of suffice tells more.
"""
import argparse
import contextlib
import json
import os
import struct
import subprocess
import sys
import threading
import zlib

from distributed import Client, WorkerPlugin, get_worker

def frame(kind, part, data):
    head = struct.pack("<4sHBBIQ", b"sffr", 3, kind[0], 0, part, len(data))
    return head + data + struct.pack("<I", zlib.crc32(data, zlib.crc32(head)))


def read_frame(source):  # as it is: those who read what is in it check it
    head = source.read(20)
    rest = int.from_bytes(head[12:], "little") + 4
    data = source.read(rest)
    return head + data if len(data) == rest else b""


class Resident(WorkerPlugin):  # a process of suffice that stays with its worker, and ends with it
    name, process, asked = "suffice-" + os.urandom(4).hex(), None, None

    def setup(self, worker):
        self.busy = threading.Lock()  # a worker may have several threads

    def answer(self, binary, question, part, path):
        with self.busy:
            try:
                if self.process is None:
                    self.process = subprocess.Popen([binary, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.process.stdin.write((b"" if self.asked == question else question) + frame(b"P", part, path.encode()))
                self.process.stdin.flush()
                self.asked, answer = question, read_frame(self.process.stdout)
                if answer[8:12] != part.to_bytes(4, "little"):
                    raise EOFError(f"the worker of part {part} has died")
                return answer
            except BaseException:  # the next try is with another process
                self.teardown(None)
                raise

    def teardown(self, worker):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process = self.asked = None


def main():
    options = argparse.ArgumentParser(prog="suffice_dask.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--scheduler", required=True)
    options.add_argument("--suffice", required=True)
    options.add_argument("command", nargs=argparse.REMAINDER)
    said = options.parse_args()
    told = subprocess.run([said.suffice, "engine", "understand", "--here", "--", *said.command], stdout=subprocess.PIPE)
    if told.returncode:
        return told.returncode
    files = json.loads(told.stdout)["files"]
    client, (asked, to_host), (from_host, answers) = Client(said.scheduler), os.pipe(), os.pipe()
    client.register_plugin(Resident())
    ask = lambda *words: get_worker().plugins[Resident.name].answer(*words)
    ends = dict(os.environ, SUFFICE_ENGINE=f"pipes:{from_host},{to_host}")
    command = subprocess.Popen([said.suffice, *said.command], pass_fds=(from_host, to_host), env=ends)
    os.close(to_host), os.close(from_host)
    try:
        with contextlib.suppress(BrokenPipeError), os.fdopen(asked, "rb") as questions, os.fdopen(answers, "wb") as to:
            to.write(frame(b"N", 0, b"".join(f.encode() + b"\0" for f in files)))
            to.flush()
            while asks := read_frame(questions):
                question = client.scatter(asks, broadcast=True, hash=False)
                try:
                    jobs = [client.submit(ask, said.suffice, question, k, f, retries=4, pure=False) for k, f in enumerate(files)]
                    to.write(b"".join(client.gather(jobs)))
                except Exception as failed:
                    to.write(frame(b"E", 0, f"Dask has given up: {failed}".encode()))
                to.flush()
    finally:
        client.unregister_worker_plugin(Resident.name)
        client.close()
    return command.wait()


if __name__ == "__main__":
    sys.exit(main())
