"""Writes the functions that a first use of luahost runs, for the linker, which places them together.

  order.py COMMAND FILE           COMMAND is a release build of luahost
  order.py COMMAND FILE --check   reports the functions in FILE that COMMAND does not have
"""
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

from counts import read_profile

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = os.path.join(HERE, "Peers", "peer.lua")
# Valgrind is slow: the seconds until the first screen is there, between keys, and until the command has saved and exited.
START, KEY, END = 12, 0.7, 10
# The number of functions with the most instructions, which come first.
HOT = 1200
QUIT = b"\x11"
DOWN, UP, PAGE_DOWN = b"\x1b[B", b"\x1b[A", b"\x1b[6~"
# The screen and the keys of each launch. The second one restores the state of the first.
LAUNCHES = [
    ("form", [*(letter.encode() for letter in "héllo wörld"), b"\x7f", b"\t", DOWN, UP]),
    ("form", [b"x"]),
    ("table", [DOWN, DOWN, UP, PAGE_DOWN]),
]


def read(terminal, seconds):
    """Reads what a program writes for some seconds. Returns whether it still runs."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                os.read(terminal, 65536)
            except OSError:
                return False
    return True


def launch(command, screen, keys, folder):
    """Uses the command in callgrind. Returns the own instructions of its functions."""
    file = os.path.join(folder, "callgrind")
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", HOME=folder, LANG="C.UTF-8")
        os.execvp("valgrind", [
            "valgrind", "--tool=callgrind", "--demangle=no", "--vgdb=no", f"--callgrind-out-file={file}",
            command, PEER, "--state-dir", os.path.join(folder, screen), "--", screen])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    read(terminal, START)
    for key in keys:
        os.write(terminal, key)
        read(terminal, KEY)
    os.write(terminal, QUIT)
    if read(terminal, END):
        sys.exit(f"luahost did not exit after {END} seconds")
    os.waitpid(process, 0)
    os.close(terminal)
    return read_profile(file)


def own_functions(command):
    """Returns the names of a command's own functions: others are a library's and have no address."""
    listed = subprocess.run(["nm", command], check=True, capture_output=True, text=True).stdout
    symbols = (line.split(maxsplit=2) for line in listed.splitlines())
    return {parts[2] for parts in symbols if len(parts) == 3 and parts[1] in ("t", "T", "w", "W")}


def check(command, file):
    with open(file, encoding="utf-8") as lines:
        names = lines.read().split()
    own = own_functions(command)
    outdated = [name for name in names if name not in own]
    print("".join(f"{name}\n" for name in outdated), end="")
    if outdated:
        sys.exit(f"{len(outdated)} of {len(names)} functions do not exist; scripts/order renews the list")


def write(command, target):
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind does not know the format of Swift's debug information.
        copy = os.path.join(folder, "luahost")
        subprocess.run(["objcopy", "--strip-debug", command, copy], check=True)
        costs = {}
        for screen, keys in LAUNCHES:
            for name, cost in launch(copy, screen, keys, folder).items():
                costs[name] = costs.get(name, 0) + cost
        own = own_functions(copy)
    used = sorted((name for name in costs if name in own), key=lambda name: -costs[name])
    # By name, so that modules stay together, and another run changes few lines.
    groups = [sorted(group) for group in (used[:HOT], used[HOT:])]
    with open(target, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for group in groups for name in group)
    print(f"{len(used)} functions")


if __name__ == "__main__":
    if sys.argv[3:] == ["--check"]:
        check(*sys.argv[1:3])
    else:
        write(*sys.argv[1:])
