"""Record what SQLite writes to its files, and make of the record the files that a power cut would leave.

SQLite's own layer above the system (its default VFS) is changed in this process: each write, truncation, sync and
deletion is carried out and noted. After a power cut all that a file was given before its last sync is there; of what
came later, any 512-byte sector of any write may be there or not. Works with every SQLite library that exports its
functions, as Python's own and pysqlite3's do on Linux.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

SECTOR_BYTES = 512
SQLITE_OK = 0
POINTERS = ctypes.c_void_p


class IoMethods(ctypes.Structure):
    """sqlite3_io_methods."""

    _fields_ = [("version", ctypes.c_int)] + [
        (name, POINTERS)
        for name in (
            *("close", "read", "write", "truncate", "sync", "file_size", "lock", "unlock", "check_reserved_lock"),
            *("file_control", "sector_size", "device_characteristics"),
            *("shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch"),
        )
    ]


class OpenFile(ctypes.Structure):
    """sqlite3_file."""

    _fields_ = [("methods", ctypes.POINTER(IoMethods))]


class Vfs(ctypes.Structure):
    """The beginning of sqlite3_vfs."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_bytes", ctypes.c_int),
        ("most_path", ctypes.c_int),
        ("next", POINTERS),
        ("name", ctypes.c_char_p),
        ("data", POINTERS),
        ("open", POINTERS),
        ("delete", POINTERS),
    ]


INT, INT64 = ctypes.c_int, ctypes.c_int64
OPEN = ctypes.CFUNCTYPE(INT, POINTERS, POINTERS, POINTERS, INT, POINTERS)  # SQLite keeps the name's address
DELETE = ctypes.CFUNCTYPE(INT, POINTERS, ctypes.c_char_p, INT)
WRITE = ctypes.CFUNCTYPE(INT, POINTERS, POINTERS, INT, INT64)
TRUNCATE = ctypes.CFUNCTYPE(INT, POINTERS, INT64)
SYNC = ctypes.CFUNCTYPE(INT, POINTERS, INT)


@dataclass(frozen=True)
class DiskEvent:
    """One thing that happened. `kind`: "write" (`data` at `at`), "truncate" (to `at` bytes), "sync", "delete", or
    "note", which the benchmark adds (`at`: its number)."""

    kind: str
    path: str
    at: int = 0
    data: bytes = b""


@dataclass
class DiskRecorder:
    """What happened to the files, in order, once `install` was called."""

    events: list[DiskEvent] = field(default_factory=list)
    _paths: dict[int, str] = field(default_factory=dict)
    _methods: dict[int, IoMethods] = field(default_factory=dict)
    _kept: list[Any] = field(default_factory=list)

    def install(self, library: Any) -> None:
        """Change the default VFS of the SQLite of `library` (a module such as sqlite3) for the rest of this process."""
        binary = sys.modules.get(f"{library.__name__}._sqlite3") or sys.modules["_sqlite3"]
        find = ctypes.CDLL(binary.__file__).sqlite3_vfs_find
        find.restype = ctypes.POINTER(Vfs)
        vfs = find(None).contents
        open_file, delete_file = OPEN(vfs.open), DELETE(vfs.delete)

        def opened(found: int, name: int | None, file: int, flags: int, out: int) -> int:
            status: int = open_file(found, name, file, flags, out)
            if status == SQLITE_OK and name is not None:
                self._paths[file] = ctypes.string_at(name).decode()
                self._watch(ctypes.cast(file, ctypes.POINTER(OpenFile)).contents)
            return status

        def deleted(found: int, name: bytes, directory: int) -> int:
            self.events.append(DiskEvent("delete", name.decode()))
            return int(delete_file(found, name, directory))

        self._kept = [OPEN(opened), DELETE(deleted), open_file, delete_file]
        vfs.open, vfs.delete = (ctypes.cast(made, POINTERS) for made in self._kept[:2])

    def note(self, number: int) -> None:
        """Add a note, such as the number of a coup that was acknowledged."""
        self.events.append(DiskEvent("note", "", number))

    def _watch(self, file: OpenFile) -> None:
        """Put our functions in place of those that write this file."""
        address = ctypes.addressof(file.methods.contents)
        if address not in self._methods:
            self._methods[address] = self._copy_methods(file.methods.contents)
        file.methods = ctypes.pointer(self._methods[address])

    def _copy_methods(self, methods: IoMethods) -> IoMethods:
        """Return a copy of the file's functions, of which ours note what they do."""
        write, truncate, sync = WRITE(methods.write), TRUNCATE(methods.truncate), SYNC(methods.sync)

        def written(file: int, data: int, size: int, at: int) -> int:
            self.events.append(DiskEvent("write", self._paths[file], at, ctypes.string_at(data, size)))
            return int(write(file, data, size, at))

        def truncated(file: int, size: int) -> int:
            self.events.append(DiskEvent("truncate", self._paths[file], size))
            return int(truncate(file, size))

        def synced(file: int, flags: int) -> int:
            status = int(sync(file, flags))
            self.events.append(DiskEvent("sync", self._paths[file]))
            return status

        made = [WRITE(written), TRUNCATE(truncated), SYNC(synced)]
        self._kept += [*made, write, truncate, sync]
        copy = IoMethods.from_buffer_copy(methods)
        copy.write, copy.truncate, copy.sync = (ctypes.cast(each, POINTERS) for each in made)
        return copy


def cut_power(
    before: dict[str, bytes], events: Sequence[DiskEvent], chance: Random, syncs: bool = True
) -> dict[str, bytes]:
    """Return the files after a power cut at the end of `events`. `before`: the files at their beginning; `syncs`: False
    for a disk that pretends to have synced."""
    durable = {path: bytearray(content) for path, content in before.items()}
    pending: list[DiskEvent] = []
    for event in events:
        if event.kind == "sync" and syncs:
            for each in pending:
                if each.path == event.path:
                    _apply(durable, each)
            pending = [each for each in pending if each.path != event.path]
        elif event.kind != "note":
            pending.append(event)
    for event in pending:
        _apply_torn(durable, event, chance)
    return {path: bytes(content) for path, content in durable.items()}


def _apply_torn(files: dict[str, bytearray], event: DiskEvent, chance: Random) -> None:
    """Carry out any part of what was never synced."""
    if event.kind != "write":
        if chance.random() < 0.5:
            _apply(files, event)
        return
    share = chance.choice((0.0, 0.5, 1.0))
    for start in range(0, len(event.data), SECTOR_BYTES):
        if chance.random() < share:
            _apply(files, DiskEvent("write", event.path, event.at + start, event.data[start : start + SECTOR_BYTES]))


def _apply(files: dict[str, bytearray], event: DiskEvent) -> None:
    """Carry out one event."""
    if event.kind == "delete":
        files.pop(event.path, None)
        return
    content = files.setdefault(event.path, bytearray())
    size = event.at + len(event.data)
    if len(content) < size:
        content.extend(bytes(size - len(content)))
    if event.kind == "truncate":
        del content[event.at :]
    else:
        content[event.at : size] = event.data


def write_files(files: dict[str, bytes], folder: Path) -> None:
    """Write the files into a folder, under their own names."""
    for path, content in files.items():
        (folder / Path(path).name).write_bytes(content)
