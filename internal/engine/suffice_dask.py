"""Runs suffice on the workers of a Dask cluster: the rows stay where they are.

    suffice engine dask > suffice_dask.py
    python suffice_dask.py --scheduler tcp://host:8786 --suffice /shared/bin/suffice \\
        fit '/shared/houses/*.parquet' --target price --dim 2 -o model.json

What follows is a command of suffice that asks for sums or drawn rows: fit, describe, dims,
compare, evaluate, dependence or inputs. All workers must see the files and the binary at the same paths,
as on the clusters of Slurm and PBS. docs/cluster.md of suffice tells more.
"""

import argparse
import glob
import json
import os
import struct
import subprocess
import sys
import uuid
import zlib

from distributed import Client, WorkerPlugin, get_worker

HEAD = "<4sHBBIQ"


def write_frame(to, kind, part, data):
    head = struct.pack(HEAD, b"sffr", 1, kind[0], 0, part, len(data))
    to.write(head + data + struct.pack("<I", zlib.crc32(data, zlib.crc32(head))))
    to.flush()


def read_frame(source):
    head = source.read(struct.calcsize(HEAD))
    if not head:
        return None
    magic, version, kind, _, part, length = struct.unpack(HEAD, head)
    data, check = source.read(length), source.read(4)
    if magic != b"sffr" or version != 1 or zlib.crc32(data, zlib.crc32(head)) != struct.unpack("<I", check)[0]:
        raise ValueError("these are no frames of this suffice")
    return bytes([kind]), part, data


class Resident(WorkerPlugin):
    """A process of suffice that stays with its worker, and ends with it."""

    name = "suffice"

    def __init__(self, binary):
        self.binary, self.process, self.asked = binary, None, None

    def answer(self, number, question, part, path):
        try:
            if self.process is None:
                self.process = subprocess.Popen([self.binary, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.asked = None
            if self.asked != number:
                write_frame(self.process.stdin, b"Q", 0, question)
                self.asked = number
            write_frame(self.process.stdin, b"P", part, path.encode())
            kind, of, data = read_frame(self.process.stdout) or (None, part, None)
            if kind is None or of != part:
                raise EOFError(f"the worker of part {part} has died")
            return part, kind, data
        except BaseException:  # the next try is with another process
            self.teardown(None)
            raise

    def teardown(self, worker):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process = None


def ask(*words):
    return get_worker().plugins["suffice"].answer(*words)


def main():
    options = argparse.ArgumentParser(prog="suffice_dask.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--scheduler", required=True)
    options.add_argument("--suffice", required=True)
    options.add_argument("command", nargs=argparse.REMAINDER)
    said = options.parse_args()
    told = subprocess.run([said.suffice, "engine", "understand", "--", *said.command], stdout=subprocess.PIPE)
    if told.returncode:
        return told.returncode
    named = [os.path.join(name, "[!._]*") if os.path.isdir(name) else name for name in json.loads(told.stdout)["files"]]
    files = [os.path.abspath(file) for name in named for file in sorted(glob.glob(name))]
    client, (asked, to_host), (from_host, answers) = Client(said.scheduler), os.pipe(), os.pipe()
    client.register_plugin(Resident(said.suffice))
    ends = dict(os.environ, SUFFICE_ENGINE=f"pipes:{from_host},{to_host}")
    command = subprocess.Popen([said.suffice, *said.command], pass_fds=(from_host, to_host), env=ends)
    os.close(to_host), os.close(from_host)
    try:
        with os.fdopen(asked, "rb") as questions, os.fdopen(answers, "wb") as to:
            write_frame(to, b"N", 0, b"".join(f.encode() + b"\0" for f in files))
            while (frame := read_frame(questions)) is not None:
                question, number = client.scatter(frame[2], broadcast=True, hash=False), uuid.uuid4().hex
                try:
                    jobs = [client.submit(ask, number, question, k, f, retries=4, pure=False) for k, f in enumerate(files)]
                    for part, kind, data in client.gather(jobs):
                        write_frame(to, kind, part, data)
                except Exception as failed:
                    write_frame(to, b"E", 0, f"Dask has given up: {failed}".encode())
    except BrokenPipeError:
        pass
    finally:
        client.unregister_worker_plugin("suffice")
        client.close()
    return command.wait()


if __name__ == "__main__":
    sys.exit(main())
