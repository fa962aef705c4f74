#!/usr/bin/env python3
"""Measures what `luahost doctor` and `luahost explore` name, by mutants of the example apps.

  foresight.py LUAHOST ROOT [NUMBER] [SEED] [--operator WORDS] [--app NAME] [--steps N] [--seconds N] [--keep FILE]
      [--list]

Whether a mutant loses anything is decided without them: restarts.test.lua drives the app by a walk, kills it after each
step, and compares what the user sees. NUMBER mutants are chosen at random by SEED; without it all are tried. --keep FILE
keeps the results as they come: mutants that the file has are not tried again, so that several runs make one table.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from kept import KeptResults
from operators import OPERATORS, Mutant, mutants
from repository import make_repository
from table import print_table

HERE = os.path.dirname(os.path.abspath(__file__))
# Apps that run commands, send requests or need arguments.
ALLOWED = {"downloads": ["--allow"], "gitlog": ["--allow", "--", "REPOSITORY"], "sqlite": ["--allow"],
           "pick": ["--", "apple", "pear", "peach", "plum"]}


@dataclass
class Report:
    """What a command has reported."""

    findings: list = field(default_factory=list)
    seconds: float = 0

    @property
    def codes(self):
        return {finding["code"] for finding in self.findings}

    def names(self, app, mutant):
        """Whether a finding is at a right line."""
        return any(
            mutant.is_named_by(f) and os.path.basename(f.get("file", "")) == app + ".lua" for f in self.findings)


@dataclass
class Result:
    app: str
    mutant: Mutant
    # "loses", "by definition", "equivalent" or "does not run".
    kind: str = ""
    loss: str = ""
    doctor: Report = field(default_factory=Report)
    after: Report = field(default_factory=Report)
    explore: Report = field(default_factory=Report)
    seconds: float = 0

    @property
    def findings(self):
        found = self.doctor.findings + self.after.findings + self.explore.findings
        return [finding for finding in found if finding["code"] not in ("timeout", "failed")]

    @property
    def is_named(self):
        return bool(self.findings)

    def is_right_by(self, report):
        return report.names(self.app, self.mutant)

    @property
    def is_right(self):
        return any(self.is_right_by(report) for report in (self.doctor, self.after, self.explore))


class Worker:
    """A folder with a copy of the apps, in which one mutant runs at a time."""

    def __init__(self, luahost, apps, scratch, repository, steps):
        self.luahost, self.repository, self.steps = luahost, repository, steps
        self.folder = tempfile.mkdtemp(dir=scratch)
        self.apps = os.path.join(self.folder, "apps")
        shutil.copytree(apps, self.apps)
        self.environment = dict(
            os.environ, TMPDIR=self.folder, XDG_STATE_HOME=self.folder, TZ="UTC", FORESIGHT_REPOSITORY=repository)

    def path(self, app):
        return os.path.join(self.apps, app + ".lua")

    def run(self, *arguments, **variables):
        try:
            return subprocess.run(
                [self.luahost, *arguments], capture_output=True, text=True, errors="replace", timeout=120,
                cwd=self.folder, env=dict(self.environment, **variables))
        except subprocess.TimeoutExpired:
            return None

    def ask(self, command, app, *options):
        """The findings of a command that the original app does not have, and the time that it took."""
        start = time.monotonic()
        rest = [self.repository if word == "REPOSITORY" else word for word in ALLOWED.get(app, [])]
        done = self.run(
            command, self.path(app), "--json", *options, *rest, FORESIGHT_APP=self.path(app), FORESIGHT_WALK=app)
        found = []
        if done is None:
            found = [{"code": "timeout"}]
        elif done.returncode in (0, 1) and done.stdout.strip():
            found = json.loads(done.stdout)
        elif done.returncode != 0:
            found = [{"code": "failed", "message": done.stderr}]
        return Report(found, time.monotonic() - start)

    def doctor(self, app):
        return self.ask("doctor", app)

    def after(self, app):
        return self.ask("doctor", app, "--after", os.path.join(HERE, "walks.test.lua"))

    def explore(self, app):
        return self.ask("explore", app, "--steps", str(self.steps), "--seed", "1", "--processes", "1")

    def restart(self, app):
        """What the walks of an app have found: the kind of each line, and its text."""
        result = os.path.join(self.folder, "result")
        self.run(
            "test", os.path.join(HERE, "restarts.test.lua"), FORESIGHT_APP=self.path(app), FORESIGHT_WALK=app,
            FORESIGHT_RESULT=result)
        found = defaultdict(list)
        try:
            with open(result, encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    kind, _, text = line.rstrip("\n").partition("\t")
                    found[kind].append(text)
            os.remove(result)
        except FileNotFoundError:
            pass
        return found

    def judge(self, app, mutant):
        start = time.monotonic()
        result = Result(app, mutant)
        with open(self.path(app), "w", encoding="utf-8") as script:
            script.write(mutant.text)
        found = self.restart(app)
        if found["lost"]:
            result.kind, result.loss = "loses", found["lost"][0]
        elif not found["done"]:
            result.kind = "does not run"
            return result
        else:
            result.kind = "by definition" if self.is_defined(mutant, found) else "equivalent"
        result.doctor = self.doctor(app)
        if result.kind == "equivalent" or not result.is_right:
            result.after = self.after(app)
        if result.kind != "by definition" and not result.is_right and self.steps > 0:
            result.explore = self.explore(app)
        result.seconds = time.monotonic() - start
        return result

    @staticmethod
    def is_defined(mutant, found):
        """Whether a mutant is a mistake by the table of codes, although its walks have lost nothing."""
        if "duplicate-identifier" in mutant.codes:
            return "twice" in found
        if "unstable-identifier" in mutant.codes:
            return "unstable" in found
        # Those are mistakes by the text alone.
        return bool(mutant.codes & {
            "not-decoded", "not-encoded", "super-not-called", "selection-by-row", "container-in-viewDidLoad"})


def chosen(options, apps):
    every = []
    for app in apps:
        with open(os.path.join(options.root, "scripts/apps", app + ".lua"), encoding="utf-8") as script:
            text = script.read()
        every += [(app, mutant) for mutant in mutants(text)]
    if options.operator:
        every = [(app, mutant) for app, mutant in every if options.operator in mutant.operator]
    if options.number and options.number < len(every):
        picked = set(random.Random(options.seed).sample(range(len(every)), options.number))
        every = [entry for index, entry in enumerate(every) if index in picked]
    # What is tried within a limit of time is a sample of all apps.
    if options.seconds:
        random.Random(options.seed).shuffle(every)
    return every


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("luahost")
    parser.add_argument("root")
    parser.add_argument("number", type=int, nargs="?")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--operator")
    parser.add_argument("--app", action="append", help="only this app; can be repeated")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seconds", type=int, help="begin no mutant after this time")
    parser.add_argument("--keep", help="a file of results, which grows")
    parser.add_argument("--list", action="store_true", help="print each mutant that was missed or named wrongly")
    options = parser.parse_args()
    apps = sorted(
        name[: -len(".lua")] for name in os.listdir(os.path.join(options.root, "scripts/apps"))
        if name.endswith(".lua") and not name.endswith(".test.lua"))
    if options.app:
        apps = [app for app in apps if app in options.app]
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="foresight-") as scratch:
        repository = make_repository(scratch)
        own = threading.local()

        def worker():
            if not hasattr(own, "worker"):
                own.worker = Worker(
                    options.luahost, os.path.join(options.root, "scripts/apps"), scratch, repository, options.steps)
            return own.worker

        def original(app):
            with open(os.path.join(options.root, "scripts/apps", app + ".lua"), encoding="utf-8") as script:
                text = script.read()
            with open(worker().path(app), "w", encoding="utf-8") as script:
                script.write(text)
            lost = worker().restart(app)["lost"]
            return app, lost, [
                finding for report in (worker().doctor(app), worker().after(app)) for finding in report.findings]

        done = 0
        kept = KeptResults(options.keep, Result, Report)

        def judge(entry):
            nonlocal done
            known = kept.result(*entry)
            if known:
                return known
            if options.seconds and time.monotonic() - start > options.seconds:
                return None
            result = worker().judge(*entry)
            kept.add(result)
            done += 1
            if sys.stderr.isatty():
                print(f"\r{done} mutants", end="", file=sys.stderr, flush=True)
            return result

        with ThreadPoolExecutor((os.cpu_count() or 2) + 1) as pool:
            originals = list(pool.map(original, apps))
            tried = list(pool.map(judge, chosen(options, apps)))
            results = [result for result in tried if result]
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    if len(results) < len(tried):
        print(f"{len(tried) - len(results)} of {len(tried)} mutants were not begun in {options.seconds} s\n")
    return print_table(list(OPERATORS), originals, results, time.monotonic() - start, options.list)


if __name__ == "__main__":
    sys.exit(main())
