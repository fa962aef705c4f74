"""Counts the instructions of core paths in callgrind and compares them with a baseline.

  counts.py FOLDER [--accept] [PATH ...]   FOLDER has the release builds of Benchmarks and luahost
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BASELINE = os.path.join(HERE, "counts.json")
# The share by which a path may grow.
LIMIT = 0.10
# The number of functions of a path whose own instructions are stored, to name those that grew.
STORED = 30

APP = """
local ui = require "luahost"
local app = ui.Application { identifier = "org.luahost.counts" }
function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "Hello" } } }
  self.window:makeKeyAndVisible()
end
return app
"""


class Failure(Exception):
    pass


def read_profile(file):
    """The own instructions of each function in a file of callgrind."""
    names, costs, function, skips = {}, {}, None, False
    with open(file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := re.match(r"fn=\((\d+)\)(?: (.*))?$", line):
                if match[2]:
                    names[match[1]] = match[2]
                function = names[match[1]]
            elif match := re.match(r"cfn=\((\d+)\)(?: (.*))?$", line):
                if match[2]:
                    names[match[1]] = match[2]
            elif line.startswith("calls="):
                # The next line has the instructions of the called function.
                skips = True
            elif match := re.match(r"(?:[+-]?\d+|\*) (\d+)$", line):
                if not skips and function is not None:
                    # Recursive calls are functions of their own: name'2.
                    name = function.split("'")[0]
                    costs[name] = costs.get(name, 0) + int(match[1])
                skips = False
    return costs


def profile(command, counts_parts, folder, name):
    """Runs a command in callgrind. Returns its output and the own instructions of its functions."""
    file = os.path.join(folder, re.sub(r"\W+", "-", name) + ".callgrind")
    environment = {
        "PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8", "TZ": "UTC",
        # Hashes of Swift's collections differ in each process otherwise.
        "SWIFT_DETERMINISTIC_HASHING": "1",
    }
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", "--vgdb=no",
         *(["--collect-atstart=no"] if counts_parts else []), *command],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    if run.returncode != 0:
        raise Failure(f"{name}: exit code {run.returncode}: {run.stderr.decode(errors='replace')[-2000:]}")
    return run.stdout.decode(errors="replace"), read_profile(file)


def programs(release, folder):
    """Copies of the programs that valgrind can read: it does not know the format of Swift's debug information."""
    copies = {}
    for name in ("Benchmarks", "luahost"):
        copies[name] = os.path.join(folder, name)
        subprocess.run(["objcopy", "--strip-debug", os.path.join(release, name), copies[name]], check=True)
    return copies


def paths(copies, folder):
    """The commands by path, and whether a part of them is counted."""
    app = os.path.join(folder, "hello.lua")
    with open(app, "w", encoding="utf-8") as file:
        file.write(APP)
    listed = subprocess.run([copies["Benchmarks"], "paths"], check=True, capture_output=True, text=True)
    found = {name: ([copies["Benchmarks"], "count", name], True) for name in listed.stdout.splitlines()}
    found["start: --version"] = ([copies["luahost"], "--version"], False)
    found["start: the first screen"] = ([copies["luahost"], app, "--headless", "--state-dir", os.path.join(folder, "state")], False)
    return found


def measure(name, command, counts_parts, folder):
    output, costs = profile(command, counts_parts, folder, name)
    rounds = int(output) if counts_parts else 1
    total = sum(costs.values())
    if total == 0:
        raise Failure(f"{name}: nothing was counted; compile Tests/BenchmarkReference/counting.c again, with valgrind installed")
    own = {function: cost // rounds for function, cost in costs.items()}
    return {"instructions": total // rounds, "functions": dict(sorted(own.items(), key=lambda item: -item[1])[:STORED])}, own


def demangled(names):
    try:
        run = subprocess.run(["swift", "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True)
        return run.stdout.splitlines() if run.returncode == 0 else names
    except OSError:
        return names


def grown(before, own):
    """The functions whose own instructions grew most, as lines."""
    # A function that is not stored had at most the instructions of the last stored one.
    floor = min(before.values(), default=0)
    growth = sorted(((cost - before.get(name, floor), name) for name, cost in own.items()), reverse=True)[:5]
    growth = [(cost, name) for cost, name in growth if cost > 0]
    return [f"    {cost:+12,}  {name}" for (cost, _), name in zip(growth, demangled([name for _, name in growth]))]


def main(release, *arguments):
    accepts = "--accept" in arguments
    chosen = [argument for argument in arguments if not argument.startswith("-")]
    try:
        with open(BASELINE, encoding="utf-8") as file:
            baseline = json.load(file)
    except FileNotFoundError:
        baseline = {}
    failed, measured = False, {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        found = paths(programs(release, folder), folder)
        if unknown := [name for name in chosen if name not in found]:
            sys.exit(f"There is no path {', '.join(unknown)}. The paths are: {', '.join(found)}.")
        runs = {name: pool.submit(measure, name, *work, folder) for name, work in found.items() if not chosen or name in chosen}
        print(f"{'instructions':>14} {'baseline':>14} {'change':>8}  path")
        for name, run in runs.items():
            try:
                measured[name], own = run.result()
            except Failure as failure:
                failed = True
                print(f"FAIL {failure}")
                continue
            now = measured[name]["instructions"]
            before = baseline.get(name)
            if not before:
                failed = failed or not accepts
                print(f"{now:14,} {'-':>14} {'new':>8}  {name}")
                continue
            change = now / before["instructions"] - 1
            print(f"{now:14,} {before['instructions']:14,} {change:+8.1%}  {name}", flush=True)
            if change > LIMIT and not accepts:
                failed = True
                print(f"FAIL {name} needs {change:.0%} more instructions. The functions that grew most:")
                print("\n".join(grown(before["functions"], own)))
    if accepts:
        with open(BASELINE, "w", encoding="utf-8") as file:
            json.dump({**baseline, **measured}, file, indent=1, sort_keys=True)
            file.write("\n")
    elif not failed:
        print(f"{len(measured)} passed, 0 failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
