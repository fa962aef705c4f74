#!/usr/bin/env python3
"""Takes sessions over from real luahost processes in all states that a process can be in.

Each round starts a holder in its own terminal, brings it into a state, and starts a second luahost with --take-over in
another terminal. What must be true afterwards does not depend on the state:

- The second process shows every count that the first had 250 ms before it was stopped or exited.
- In the history, no save of the first process follows one of the second.
- The first process is gone; one that could answer has exited with 0 and printed where the session continues.
- The live screen is there 150 ms after the command, if the first process had nothing to do.
"""
import argparse
import fcntl
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.realpath(__file__))
APP = os.path.join(HERE, "takeover.lua")
# The interval at which the app counts.
TICK = 0.01
LIMIT = 0.150
# These run in parallel, as nothing is measured in them.
SLOW = ["stopped", "computing", "waiting", "extended", "decoding", "blocked", "gone"]
QUICK = ["idle", "typing", "idle"]


def now():
    with open("/proc/uptime") as file:
        return float(file.read().split()[0])


class Terminal:
    """luahost in its own terminal."""

    lock = threading.Lock()

    def __init__(self, command, environment):
        self.output = b""
        self.status = None
        self.started = time.monotonic()
        # Threads must not inherit each other's terminals.
        with Terminal.lock:
            self.pid, self.master = pty.fork()
            if self.pid == 0:
                os.execve(command[0], command, environment)
            os.set_inheritable(self.master, False)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.set_blocking(self.master, False)
        self.name = os.ptsname(self.master) if hasattr(os, "ptsname") else None

    def read(self, seconds=0.0):
        """Reads its output, waiting at most this many seconds for more."""
        try:
            ready, _, _ = select.select([self.master], [], [], seconds)
            if ready:
                self.output += os.read(self.master, 1 << 16)
        except (OSError, ValueError):
            time.sleep(min(seconds, 0.01))

    def settle(self, seconds):
        """Reads for this many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(end - time.monotonic())

    def type(self, keys):
        try:
            os.write(self.master, keys)
        except OSError:
            pass

    def shows(self, pattern, seconds=15):
        """Returns the first match of a pattern in its output, and the time of the match; None after the timeout."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(pattern, self.output)
            if found:
                return found, time.monotonic()
            self.read(0.05)
        return None

    def ended(self, seconds, reads=True):
        """Returns its exit code, negative for a signal; None after the timeout."""
        end = time.monotonic() + seconds
        while self.status is None and time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif reads:
                self.read(0.01)
            else:
                time.sleep(0.01)
        if reads:
            self.read()
        return self.status

    def hang_up(self):
        os.close(self.master)
        self.master = -1

    def kill(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.status = -9
        if self.master >= 0:
            os.close(self.master)


class Round:
    """One takeover."""

    def __init__(self, number, state, seed, luahost):
        self.number = number
        self.state = state
        self.random = random.Random(f"{seed}-{number}")
        self.luahost = luahost
        self.folder = tempfile.mkdtemp(prefix="luahost-takeover-")
        self.directory = os.path.join(self.folder, "state")
        self.log = os.path.join(self.folder, "log")
        self.problems = []
        self.time = None
        self.is_lost = self.is_double = False

    def start(self, *options, **variables):
        environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.folder, "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "TAKEOVER_LOG": self.log, "SWIFT_BACKTRACE": "enable=no", **variables,
        }
        return Terminal([self.luahost, "--state-dir", self.directory, *options, APP], environment)

    def problem(self, text):
        self.problems.append(f"round {self.number} ({self.state}): {text}")

    def entries(self):
        """Returns the app's log entries: process, count or "busy", time."""
        try:
            with open(self.log) as file:
                return [line.split() for line in file if line.endswith("\n")]
        except FileNotFoundError:
            return []

    def waits_busy(self, holder):
        end = time.monotonic() + 15
        while time.monotonic() < end:
            if any(entry[0] == str(holder.pid) and entry[1] == "busy" for entry in self.entries()):
                return True
            holder.read(0.02)
        self.problem("the holder did not come into its state")
        return False

    def type_some(self, holder):
        for _ in range(self.random.randint(1, 12)):
            holder.type(b"a")
            holder.read(self.random.uniform(0, 0.02))

    def run(self):
        try:
            self.take_over()
        except Exception as error:  # a round that fails is a result, too
            self.problem(f"{type(error).__name__}: {error}")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self

    def take_over(self):
        holder = self.start()
        second = None
        typist = None
        try:
            if not holder.shows(rb"live-%d-\d+\." % holder.pid):
                return self.problem(f"the holder did not start: {holder.output[-300:]!r}")
            self.type_some(holder)
            if self.state in ("extended", "decoding"):
                # The next launch is the one that takes long.
                holder.settle(0.6)
                holder.kill()
                name = "TAKEOVER_EXTEND" if self.state == "extended" else "TAKEOVER_BUSY"
                holder = self.start(**{name: "1"})
                if not self.waits_busy(holder):
                    return
            # After this time the holder may not be able to save, so the state of 250 ms before counts. None: everything
            # counts.
            until = None
            if self.state == "idle":
                holder.settle(0.4)
            elif self.state == "typing":
                typist = threading.Thread(target=self.type_on, args=(holder,))
                typist.start()
            elif self.state == "stopped":
                time.sleep(self.random.uniform(0, 0.4))
                os.kill(holder.pid, signal.SIGSTOP)
                until = now() - 0.25
            elif self.state in ("computing", "waiting"):
                holder.type(b"b" if self.state == "computing" else b"s")
                if not self.waits_busy(holder):
                    return
                if self.state == "waiting":
                    until = now() - 0.25
            elif self.state == "blocked":
                holder.type(b"f")
                time.sleep(1)
            elif self.state == "gone":
                holder.hang_up()
            second = self.start("--take-over")
            found = second.shows(rb"live-%d-(\d+)\." % second.pid)
            if typist:
                self.typing = False
                typist.join()
            if not found:
                return self.problem(f"no live screen: {second.output[-300:]!r}")
            match, at = found
            if self.state == "idle":
                self.time = at - second.started
            self.check_end(holder)
            self.check_count(holder, int(match.group(1)), until)
            second.type(b"aa")
            second.settle(0.35)
            second.type(b"\x11")
            if second.ended(10) != 0:
                self.problem(f"the second process ended with {second.status}")
            self.check_history(holder, second)
        finally:
            self.typing = False
            if typist:
                typist.join()
            for process in (holder, second):
                if process:
                    process.kill()

    typing = True

    def type_on(self, holder):
        source = random.Random(self.number)
        while self.typing and holder.status is None:
            holder.type(b"a")
            holder.read(source.uniform(0, 0.03))

    def check_end(self, holder):
        status = holder.ended(8, reads=holder.master >= 0 and self.state != "blocked")
        # A wait outside of Lua cannot be interrupted: such a process exits without the script.
        expected = {"stopped": [-9], "waiting": [0, 1]}.get(self.state, [0])
        if status not in expected:
            self.problem(f"the holder ended with {status}, none of {expected}: {holder.output[-300:]!r}")
        if status == 0 and self.state not in ("blocked", "gone"):
            for _ in range(5):
                holder.read(0.05)
            if not re.search(rb"Continued on /dev/pts/\d+\.\r?\n", holder.output):
                self.problem(f"the holder did not print where the session continues: {holder.output[-300:]!r}")

    def check_count(self, holder, count, until):
        counts = [
            int(entry[1]) for entry in self.entries()
            if entry[1] != "busy" and (until is None or float(entry[2]) <= until - 2 * TICK)
        ]
        if counts and count < max(counts):
            self.is_lost = True
            self.problem(f"{max(counts)} was counted, and {count} was restored")

    def check_history(self, holder, second):
        """Checks that the first process wrote no save after the second one started. Each save contains its writer."""
        run = lambda *words: subprocess.run(
            [self.luahost, "archive", *words], capture_output=True, text=True, env={**os.environ, "HOME": self.folder})
        verified = run("verify", self.directory)
        if verified.returncode != 0:
            self.problem(f"verify: {verified.stdout}{verified.stderr}")
        saves = json.loads(run("list", self.directory, "--json").stdout or "[]")
        writers = []
        for save in saves[-12:]:
            shown = run("show", self.directory, "--save", str(save["number"]), "--json").stdout
            found = re.search(r'"writer"\s*:\s*(\d+)', shown)
            if found:
                writers.append(int(found.group(1)))
        if second.pid not in writers:
            return self.problem(f"no save of the second process ({second.pid}) among those of {writers}")
        if holder.pid in writers[writers.index(second.pid):]:
            self.is_double = True
            self.problem(f"the holder ({holder.pid}) wrote after the second process: {writers}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int)
    parser.add_argument("luahost")
    parser.add_argument("seed", type=int, nargs="?", default=random.randrange(1 << 32))
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds to the live screen where the holder is idle")
    arguments = parser.parse_args()
    luahost = os.path.realpath(arguments.luahost)
    states = SLOW + QUICK
    chosen = [states[number % len(states)] for number in range(arguments.rounds)]
    rounds = [Round(number, state, arguments.seed, luahost) for number, state in enumerate(chosen)]
    done = []

    def take(result):
        done.append(result)
        for text in result.problems:
            print(text, file=sys.stderr, flush=True)

    with ThreadPoolExecutor(max(2, 2 * (os.cpu_count() or 1))) as pool:
        for result in pool.map(Round.run, [round for round in rounds if round.state in SLOW]):
            take(result)
    for round in rounds:
        if round.state in QUICK:
            take(round.run())
    times = sorted(round.time for round in done if round.time is not None)
    late = [value for value in times if value > arguments.limit]
    for state in dict.fromkeys(states):
        print(f"{'rounds, ' + state:44} {sum(round.state == state for round in done)}")
    print(f"{'saves lost':44} {sum(round.is_lost for round in done)}")
    print(f"{'double writers':44} {sum(round.is_double for round in done)}")
    print(f"{'rounds with a problem':44} {sum(bool(round.problems) for round in done)}")
    if times:
        print(f"{'ms to the live screen, idle: median':44} {times[len(times) // 2] * 1000:.0f}")
        print(f"{'... the slowest':44} {times[-1] * 1000:.0f}")
        print(f"{'... later than ' + format(arguments.limit * 1000, '.0f') + ' ms':44} {len(late)}")
    print(f"seed {arguments.seed}")
    # A machine that is busy for a moment is not a fault of the takeover.
    is_late = len(late) > len(times) // 20
    sys.exit(1 if is_late or any(round.problems for round in done) else 0)


main()
