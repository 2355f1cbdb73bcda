"""Runs suffice as a job of Spark: the rows stay where they are, and the binary goes to them.

    suffice engine spark > suffice_spark.py
    spark-submit --master ... --files $(which suffice) suffice_spark.py \\
        fit 's3a://bucket/houses/*.parquet' --target price --dim 2 -o model.json

What follows is a command of suffice: fit, describe, dims, compare, evaluate, dependence or inputs, with
files, folders or patterns that Spark can list; transform and predict write a folder of Parquet
files (-o). Options of this program come before the command:

    --mode files|bytes   the machines open the files, which all of them see (usual for paths
                         without s3a:// or the like), or Spark reads them
    --table NAME         rows of a table that Spark knows, in place of files
    --sql QUERY          rows of a query (these two need pyarrow and pandas everywhere)
    --suffice FILE       the binary, where --files has not brought it

docs/cluster.md of suffice tells more.
"""

import argparse
import contextlib
import fnmatch
import io
import json
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zlib

COMMANDS = ("fit", "describe", "dims", "compare", "evaluate", "dependence", "inputs", "transform", "predict")
MAGIC, VERSION, HEAD = b"sffr", 3, struct.Struct("<4sHBBIQ")
ANSWER, PROBLEM = b"A", b"X"
REMINDER = 20  # seconds between lines that say how far it is
TASKS = 16  # for a core; a task costs Spark some hundredths of a second
MOMENT = 3  # seconds of a question that are mostly those of its tasks
GENERATED = "generated:"  # names of parts that have no file
RESULTS = "spark.driver.maxResultSize"
REMARKS = 10  # lines that are printed of what parts have to say
PLAIN = str.maketrans({c: "\\" + c for c in "[]*?\\"} | {",": r"{\,}"} | dict.fromkeys("{}", r"[\{\}]"))  # of names in a list of patterns


# Frames, as package cluster of suffice has them.


def write_frame(to, kind, part, data):
    head = HEAD.pack(MAGIC, VERSION, kind[0], 0, part, len(data))
    check = zlib.crc32(data, zlib.crc32(head))
    for piece in (head, data, struct.pack("<I", check)):
        to.write(piece)
    to.flush()


def read_frame(source):
    """The kind, part and data of the next frame, or None where there are no more."""
    head = source.read(HEAD.size)
    if not head:
        return None
    if len(head) < HEAD.size:
        raise EOFError("a frame is cut short")
    magic, version, kind, _, part, length = HEAD.unpack(head)
    if magic != MAGIC or version != VERSION:
        raise ValueError("these are no frames of this version; use the suffice that printed this program")
    data, check = source.read(length), source.read(4)
    if len(data) < length or len(check) < 4:
        raise EOFError("a frame is cut short")
    if zlib.crc32(data, zlib.crc32(head)) != struct.unpack("<I", check)[0]:
        raise ValueError("a frame is damaged")
    return bytes([kind]), part, data


# Where the rows are: a process of Spark has one worker, which stays.

worker = None


def binary_here(given):
    """The suffice of this machine."""
    from pyspark import SparkFiles

    places = given, SparkFiles.get("suffice"), os.path.abspath("suffice"), shutil.which("suffice")
    path = next((place for place in places if place and os.path.isfile(place)), None)
    if path is None:
        raise FileNotFoundError("suffice is not here: give spark-submit --files $(which suffice)")
    if not os.access(path, os.X_OK):
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def environment():
    """That of the binary in a task, with as many threads as the task has cores."""
    from pyspark import TaskContext

    task = TaskContext.get()
    return dict(os.environ) if task is None else {"GOMAXPROCS": str(task.cpus()), **os.environ}


class Worker:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        self.asked = None

    def answer(self, number, question, kind, part, data, together):
        if self.asked != number:
            write_frame(self.process.stdin, b"Q", 0, question)
            self.asked = number
        if together > 1:
            write_frame(self.process.stdin, b"G", part, struct.pack("<I", together))
        write_frame(self.process.stdin, kind, part, data)
        frame = read_frame(self.process.stdout)
        if frame is None:
            raise EOFError(f"the worker of part {part} has died")
        return frame

    def end(self):
        self.process.kill()
        self.process.communicate()


def answer(given, number, question, kind, part, data, together=1):
    """The answer of a part: its kind, which is an error of the data too, and the bytes. With more together,
    it is the first of so many neighbours."""
    global worker
    if worker is None:
        worker = Worker(binary_here(given))
    try:
        got, of, result = worker.answer(number, question, kind, part, data, together)
        if of != part:
            raise ValueError(f"part {of} has answered for part {part}")
        return part, got, result
    except BaseException:  # the next try is with another worker
        worker.end()
        worker = None
        raise


def named(name, content):
    name = name.encode()
    return struct.pack("<I", len(name)) + name + content


def neighbours(parts):
    """How many parts a task has, of whose sums the worker makes one: as package cluster of suffice has it."""
    said, together = os.environ.get("SUFFICE_GROUPS", ""), 1
    most = int(said) if re.fullmatch(r"\+?[0-9]+", said) else 0
    while together * (most or 8192) < parts:
        together *= 2
    return together


class Files:
    """Parts that are files, which the machines open."""

    def __init__(self, context, paths):
        self.names, numbered, size = paths, list(enumerate(paths)), neighbours(len(paths))
        self.context, self.groups = context, [numbered[k : k + size] for k in range(0, len(paths), size)]
        self.parts = context.parallelize(self.groups, len(self.groups)).flatMap(list)
        self.took = MOMENT

    def ask(self, given, number, question):
        def of_group(group):  # only the first part says how many there are
            for k, (part, path) in enumerate(group):
                yield answer(given, number, question.value, b"P", part, path.encode(), len(group) if k == 0 else 1)

        # Several tasks a core, so that none waits long for the last; where all is a moment, one.
        each = TASKS if self.took >= MOMENT else 1
        tasks = min(len(self.groups), each * max(2, self.context.defaultParallelism))
        began = time.monotonic()
        answers = self.context.parallelize(self.groups, tasks).flatMap(of_group).collect()
        self.took = time.monotonic() - began
        return answers


class Bytes:
    """Parts that are files, which Spark reads."""

    def __init__(self, context, paths):
        self.names = paths
        self.numbers = {path: k for k, path in enumerate(paths)}
        self.parts = context.binaryFiles(",".join(path.translate(PLAIN) for path in paths), len(paths))

    def ask(self, given, number, question):
        numbers = self.numbers
        return self.parts.map(lambda p: answer(given, number, question.value, b"B", numbers[p[0]], named(*p))).collect()


def without_vectors(frame):
    """The data frame with lists of numbers in place of vectors of Spark ML: all of their places, and
    not what they are stored as."""
    for field in frame.schema.fields:
        if type(field.dataType).__name__ == "VectorUDT":
            from pyspark.ml.functions import vector_to_array

            name = "`" + field.name.replace("`", "``") + "`"
            frame = frame.withColumn(field.name, vector_to_array(frame[name]))
    return frame


class Frame:
    """Parts that are those of a data frame."""

    def __init__(self, frame, name):
        from pyspark import StorageLevel

        frame = without_vectors(frame)
        self.frame = frame.persist(StorageLevel.MEMORY_AND_DISK)  # parts must stay what they are
        self.names = [f"{name}, part {k + 1}" for k in range(frame.rdd.getNumPartitions())]

    def ask(self, given, number, question):
        names, schema = self.names, self.frame.schema

        def of_part(batches):
            import pyarrow
            from pyspark import TaskContext
            from pyspark.sql.pandas.types import to_arrow_schema

            part, content, out = TaskContext.get().partitionId(), io.BytesIO(), None
            for batch in batches:
                if out is None:
                    out = pyarrow.ipc.new_stream(content, batch.schema)
                out.write_batch(batch)
            if out is None:
                out = pyarrow.ipc.new_stream(content, to_arrow_schema(schema))
            out.close()
            got = answer(given, number, question.value, b"B", part, named(names[part], content.getvalue()))
            yield pyarrow.RecordBatch.from_pylist([dict(zip(("part", "kind", "data"), got))], pyarrow.schema(
                [("part", pyarrow.int32()), ("kind", pyarrow.binary()), ("data", pyarrow.binary())]))

        rows = self.frame.mapInArrow(of_part, "part int, kind binary, data binary").collect()
        return [(r.part, bytes(r.kind), bytes(r.data)) for r in rows]


# For programs of your own. The session has the binary (--files) and this program (addPyFile).


def transform(frame, model, keep=(), suffice=None):
    """The components z1, z2, ... of the rows of a data frame, by the model in a file, as a data
    frame, after the columns to keep."""
    return applied(frame, "partition", "transform", [], model, keep, suffice)


def predict(frame, model, interval=None, probabilities=False, keep=(), suffice=None):
    """What the model in a file predicts for the rows of a data frame, as a data frame, after the columns
    to keep: with an interval that holds this number of percent, or probabilities of classes."""
    more = [f"--interval={interval}"] * (interval is not None) + ["--probabilities"] * probabilities
    return applied(frame, "partition", "predict", more, model, keep, suffice)


def applied(frame, name, command, more, model, keep, suffice, tell=None):
    """What a command makes of a data frame. What is wrong with rows is raised, or told with the part's number."""
    import pyarrow
    from pyspark import TaskContext
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
    from pyspark.sql.types import ArrayType, StructType

    with open(model, "rb") as file:
        text = file.read()
    frame, keep = without_vectors(frame), list(keep)
    unknown = [name for name in keep if name not in frame.columns]
    if unknown:
        raise ValueError(f'the data frame has no column "{unknown[0]}" to keep')

    def of_part(batches):
        part, kept = TaskContext.get().partitionId() + 1, []
        called = f"{name} {part}"
        try:
            made = made_of(batches, called, command, more, text, suffice, lambda batch: kept.append(batch.select(keep)))
            if made is None:
                return
            if keep:
                table = pyarrow.Table.from_batches(kept)
                if len(table) != len(made):
                    raise ValueError(f"{called}: columns cannot be kept where rows are dropped")
                for column in made.column_names:
                    table = table.append_column(column, made[column])
                made = table
        except ValueError as wrong:
            if tell is None:
                raise
            return tell([(part, str(wrong))])
        yield from made.to_batches()

    # What is made of no rows has the columns of all that is made; of lists, a row tells how long they are.
    listed = any(isinstance(field.dataType, ArrayType) for field in frame.schema.fields)
    first = [row.asDict(recursive=True) for row in frame.limit(1).collect()] if listed else []
    few = pyarrow.RecordBatch.from_pylist(first, to_arrow_schema(frame.schema))
    fields = from_arrow_schema(made_of([few], "the data frame", command, more, text, suffice).schema).fields
    for field in fields:
        if field.name in keep:
            raise ValueError(f'column "{field.name}" cannot be kept, as one of that name is made; rename it')
    return frame.mapInArrow(of_part, StructType([frame.schema[name] for name in keep] + fields))


def made_of(batches, called, command, more, model, suffice, see=lambda batch: None):
    """The table that a command makes of rows, which messages call so, or None of no batch."""
    import pyarrow
    import pyarrow.parquet

    with tempfile.TemporaryDirectory() as place:
        own, rows, out = (os.path.join(place, name) for name in ("model.json", "rows.arrow", "made.parquet"))
        writer = None
        for batch in batches:
            writer = writer or pyarrow.ipc.new_stream(rows, batch.schema)
            writer.write_batch(batch)
            see(batch)
        if writer is None:
            return None
        writer.close()
        with open(own, "wb") as file:
            file.write(model)
        ran = applying(suffice, command, own, rows, out, more)
        if ran.returncode:
            raise ValueError(last_line(ran.stderr).replace(rows, called))
        return pyarrow.parquet.read_table(out)


def applying(given, command, model, rows, out, more):
    """Runs a command that makes a file of another."""
    ran = subprocess.run([binary_here(given), command, model, rows, "-o", out, *more], capture_output=True, text=True, env=environment())
    if ran.returncode < 0:
        raise EOFError(f"suffice {command} has died")
    return ran


def last_line(said):
    return said.strip().split("\n")[-1].removeprefix("suffice: ")


# The program that spark-submit runs.


def listed(context, patterns):
    """The files that paths, folders and patterns stand for."""
    found = []
    for pattern in patterns:
        try:
            files = [pattern] if pattern.startswith(GENERATED) else files_at(context, pattern)
        except Exception as failed:
            raise SystemExit(f"suffice: {pattern}: {short(failed)}")
        if not files:
            raise SystemExit(f"suffice: {pattern}: there is no such file")
        found += files
    return found


def files_at(context, pattern):
    path = context._jvm.org.apache.hadoop.fs.Path(pattern)
    system = path.getFileSystem(context._jsc.hadoopConfiguration())
    named = [system.getFileStatus(path)] if system.exists(path) else []
    files = [f for f in named if f.isFile()]  # whatever it is called
    for match in [] if files else named or system.globStatus(path) or []:
        inside = system.listStatus(match.getPath()) if match.isDirectory() else [match]
        files += [f for f in inside if f.isFile() and f.getPath().getName()[0] not in "._"]
    return sorted(f.getPath().toString() for f in files)


def understood(binary, arguments):
    """The files, the output and the other options of a command, as suffice itself reads them."""
    told = subprocess.run([binary, "engine", "understand", "--", *arguments], capture_output=True, text=True)
    if told.returncode:
        print(told.stderr.strip(), file=sys.stderr)
        raise SystemExit(told.returncode)
    return json.loads(told.stdout)


def drive(spark, binary, given, parts, arguments):
    """Runs the command, and answers its questions by jobs of Spark."""
    if not parts.names:
        raise SystemExit(f"suffice: {arguments[-1]} has no rows")
    context = spark.sparkContext
    from_driver, to_host = os.pipe()
    from_host, to_driver = os.pipe()
    environment = dict(os.environ, SUFFICE_ENGINE=f"pipes:{from_host},{to_host}")
    command = subprocess.Popen([binary, *arguments], pass_fds=(from_host, to_host), env=environment)
    for end in (to_host, from_host):
        os.close(end)
    asked, answers = os.fdopen(from_driver, "rb"), os.fdopen(to_driver, "wb")
    busy, writing = threading.Event(), threading.Lock()

    def write(kind, part, data):
        with writing:
            write_frame(answers, kind, part, data)

    def watch():  # it is told how far its question is; one that has ended waits for no answers
        while True:
            try:
                command.wait(2)
                break
            except subprocess.TimeoutExpired:
                with contextlib.suppress(Exception):  # it may have ended, or Spark
                    if busy.is_set() and (far := how_far(context)):
                        write(b"T", 0, far.encode())
        if busy.is_set():
            context.cancelAllJobs()

    threading.Thread(target=watch, daemon=True).start()
    try:
        write(b"N", 0, b"".join(name.encode() + b"\0" for name in parts.names))
        while (frame := read_frame(asked)) is not None:
            question, number = context.broadcast(frame[2]), uuid.uuid4().hex
            busy.set()
            try:
                answered = sorted(parts.ask(given, number, question))
                if len(answered) != len(parts.names):
                    raise ValueError(f"there are {len(parts.names)} parts, and {len(answered)} answers")
                for part, kind, data in answered:
                    write(kind, part, data)
            except BrokenPipeError:
                break
            except Exception as failed:
                if command.poll() is not None:
                    break
                write(b"E", 0, f"Spark has given up: {short(failed)}".encode())
            finally:
                busy.clear()
                question.destroy()
    except BrokenPipeError:
        pass
    finally:
        for end in (answers, asked):
            try:
                end.close()
            except OSError:
                pass
        try:
            code = command.wait()
        except KeyboardInterrupt:
            command.terminate()
            code = command.wait()
    return code


def how_far(context):
    """How many tasks of a job are done, in words."""
    tracker = context.statusTracker()
    stages = [stage for job in tracker.getActiveJobsIds() for stage in tracker.getJobInfo(job).stageIds]
    found = [info for stage in stages if (info := tracker.getStageInfo(stage)) is not None]
    return f"{sum(s.numCompletedTasks for s in found)} of {sum(s.numTasks for s in found)} tasks" if found else ""


@contextlib.contextmanager
def reminders(context, command):
    """Says now and then how far a command is that takes long."""
    done, began = threading.Event(), time.monotonic()

    def remind():
        while not done.wait(REMINDER):
            with contextlib.suppress(Exception):  # Spark may have ended
                if far := how_far(context):
                    print(f"suffice: {command}: {far}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    threading.Thread(target=remind, daemon=True).start()
    try:
        yield
    finally:
        done.set()


def short(failed):
    """What went wrong, in a line."""
    if isinstance(failed, OSError) and failed.filename:
        return f"{failed.filename}: {failed.strerror}"
    text = str(getattr(failed, "java_exception", failed)) or type(failed).__name__
    lines = [re.sub(r"[\w.]+\.(?=\w+Exception: )", "", line.strip()) for line in text.splitlines() if line.strip()]
    last = [line for line in lines if "Error" in line and not line.startswith("at ")]
    return " ".join(dict.fromkeys([lines[0], *last[-1:]]))[:600].strip()


def convert(spark, said):
    """Transform and predict: each part becomes a file of the folder that -o names."""
    from pyspark import StorageLevel

    given, mode, command = said.suffice, said.mode, said.command[0]
    framed = bool(said.table or said.sql)
    told = understood(binary_here(given), said.command + [name_of(said)] * framed)
    more, model = told["options"], told["model"]
    if told["output"] in ("", "-"):
        raise SystemExit(f"suffice: {command} on Spark needs -o, the folder to write")
    if any(o.startswith("--to=") and o != "--to=parquet" for o in more):
        raise SystemExit(f"suffice: {command} on Spark writes a folder of Parquet files; leave out --to")
    context = spark.sparkContext
    folder = Folder(context, told["output"])
    if framed:
        return convert_frame(spark, said, more, model, folder)
    parts = open_parts(spark, told["files"], mode)
    with open(model, "rb") as file:
        text = context.broadcast(file.read())
    tag, local = uuid.uuid4().hex[:8], folder.local

    def one(part, name, content):
        with tempfile.TemporaryDirectory() as place:
            own, here, out = os.path.join(place, "model.json"), os.path.join(place, "rows"), f"part-{part:05d}-{tag}.parquet"
            with open(own, "wb") as file:
                file.write(text.value)
            to = os.path.join(local or place, out)
            source = name[len("file:"):] if name.startswith("file:") else name
            if content is not None:  # in a folder of its own, whatever it is called
                os.mkdir(here)
                source = os.path.join(here, os.path.basename(name))
                with open(source, "wb") as file:
                    file.write(content)
            ran = applying(given, command, own, source, to, more)
            said, result = ran.stderr.strip().replace(here + os.sep, "").replace(own, model), None
            if local is None and ran.returncode == 0:
                with open(to, "rb") as file:
                    result = file.read()
            return part, ran.returncode, said, out, result

    if isinstance(parts, Bytes):
        numbers = parts.numbers
        done = parts.parts.map(lambda p: one(numbers[p[0]], p[0], p[1]))
    else:
        done = parts.parts.map(lambda p: one(p[0], p[1], None))
    names, remarks = [], {}
    with folder:
        if local is None:  # all at once, but brought here one by one
            done.persist(StorageLevel.DISK_ONLY).count()
        for _, status, text_of, out, result in done.collect() if local else done.toLocalIterator():
            if status != 0:
                print("suffice: " + (last_line(text_of) or f"{command} failed"), file=sys.stderr)
                return status
            remarks.update(dict.fromkeys(text_of.splitlines()))
            if result is not None:
                folder.store(out, result)
            names.append(out)
        folder.finish(names)
    for line in [*remarks][:REMARKS] + [f"suffice: and {len(remarks) - REMARKS} more"] * (len(remarks) > REMARKS):
        print(line, file=sys.stderr)
    return 0


class Gathered:
    """What tasks tell the driver beside their rows."""

    def zero(self, _):
        return []

    def addInPlace(self, some, more):
        return some + more


def convert_frame(spark, said, more, model, folder):
    """The same of a data frame, whose columns stay what they are to Spark. What is wrong with rows is told
    beside them, since Spark would try again what fails."""
    frame, wrong = frame_of(spark, said), spark.sparkContext.accumulator([], Gathered())
    patterns = [p for o in more if o.startswith("--keep=") for p in o[len("--keep="):].split(",")]
    more = [o for o in more if not o.startswith("--keep=")]
    keep = dict.fromkeys(c for p in patterns for c in fnmatch.filter(frame.columns, p) or [p])
    made = applied(frame, name_of(said) + ", part", said.command[0], more, model, keep, said.suffice, wrong.add)
    with folder:
        made.write.mode("append").parquet(folder.at("_temporary").toString())
        if wrong.value:
            raise SystemExit("suffice: " + min(wrong.value)[1])
        folder.finish(folder.stored())
    return 0


class Folder:
    """A folder to write, wherever Spark can: files go to a folder within, and are moved when all
    are there, so that what a killed process or an error leaves is no part of a result."""

    def __init__(self, context, name):
        hadoop = context._jvm.org.apache.hadoop.fs
        here = name[len("file:"):] if name.startswith("file:") else name if "://" not in name else None
        self.name = name if here is None else "file://" + os.path.abspath(here)
        self.at = lambda *names: hadoop.Path("/".join((self.name, *names)))
        self.system = self.at().getFileSystem(context._jsc.hadoopConfiguration())
        self.local = None if here is None else os.path.join(os.path.abspath(here), "_temporary")
        self.made = not self.system.exists(self.at())
        if not self.made and any(f.getPath().getName() != "_temporary" for f in self.system.listStatus(self.at())):
            raise SystemExit(f"suffice: {name} is there already, and not empty; remove it, or name another folder")

    def __enter__(self):
        self.system.delete(self.at("_temporary"), True)
        self.system.mkdirs(self.at("_temporary"))
        return self

    def store(self, name, content):
        out = self.system.create(self.at("_temporary", name), True)
        out.write(bytearray(content))
        out.close()

    def stored(self):
        names = [f.getPath().getName() for f in self.system.listStatus(self.at("_temporary"))]
        return [name for name in names if name[0] not in "._"]

    def finish(self, names):
        for name in names:
            if not self.system.rename(self.at("_temporary", name), self.at(name)):
                raise SystemExit(f"suffice: {name} cannot be moved into {self.name}")
        self.made = False
        self.system.delete(self.at("_temporary"), True)
        self.system.create(self.at("_SUCCESS"), True).close()

    def __exit__(self, *failed):
        try:
            self.system.delete(self.at("_temporary"), True)
            if self.made:
                self.system.delete(self.at(), True)
        except Exception:  # Ctrl-C ends Spark too; the next command removes what is left
            pass


def open_parts(spark, patterns, mode):
    files = listed(spark.sparkContext, patterns)
    if mode is None:
        mode = "files" if all(f.startswith(("file:", GENERATED)) for f in files) else "bytes"
    if mode == "bytes" and any(f.startswith(GENERATED) for f in files):
        raise SystemExit("suffice: a generated table has no files to read as bytes; leave out --mode bytes, and files that are elsewhere")
    return (Files if mode == "files" else Bytes)(spark.sparkContext, files)


def parsed(arguments):
    options = argparse.ArgumentParser(prog="suffice_spark.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--mode", choices=("files", "bytes"))
    options.add_argument("--table")
    options.add_argument("--sql")
    options.add_argument("--suffice")
    options.add_argument("command", nargs=argparse.REMAINDER)
    said = options.parse_args(arguments)
    if not said.command:
        options.error("name a command, such as fit")
    if said.command[0] not in COMMANDS:
        raise SystemExit(f"suffice: {said.command[0]} is no command for Spark; these are: {', '.join(COMMANDS)}")
    return said


def frame_of(spark, said):
    return spark.table(said.table) if said.table else spark.sql(said.sql)


def name_of(said):
    return said.table or "the query"


def run(spark, said):
    """Runs a command, and returns what it returns to the shell. What goes wrong is told in a line."""
    try:
        return obey(spark, said)
    except Exception as failed:
        raise SystemExit("suffice: " + short(failed)) from None


def obey(spark, said):
    binary = binary_here(said.suffice)
    if said.command[0] in ("transform", "predict"):
        with reminders(spark.sparkContext, said.command[0]):
            return convert(spark, said)
    if said.table or said.sql:
        parts = Frame(frame_of(spark, said), name_of(said))
        return drive(spark, binary, said.suffice, parts, said.command + [name_of(said)])
    files = understood(binary, said.command)["files"]
    return drive(spark, binary, said.suffice, open_parts(spark, files, said.mode), said.command)


def session(name):
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("suffice " + name).config("spark.log.level", "WARN")
    SparkContext._ensure_initialized()  # so that the configuration is the one that was submitted
    if not SparkConf().contains(RESULTS):  # answers of many parts may be more than the usual 1 GiB
        builder = builder.config(RESULTS, "0")
    return builder.getOrCreate()


def main(arguments):
    said = parsed(arguments)
    spark = session(said.command[0])
    try:
        spark.sparkContext.addPyFile(os.path.abspath(__file__))
        return run(spark, said)
    finally:
        spark.stop()


if __name__ == "__main__":
    # Executors import this program by its name, so that a worker stays from task to task.
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    module = __import__(os.path.splitext(os.path.basename(__file__))[0])
    try:
        sys.exit(module.main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
