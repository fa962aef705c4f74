"""A small git repository for gitlog.lua."""

import os
import subprocess


def make_repository(folder):
    """Creates a repository with 40 commits and two branches. Returns its path."""
    path = os.path.join(folder, "repository")
    subprocess.run(["git", "init", "-q", "-b", "main", path], check=True)
    stream = []
    for number in range(1, 41):
        message = f"Change {number}"
        text = "".join(f"line {line}\n" for line in range(number, number + 3))
        author = "Ada" if number % 2 == 0 else "Grace"
        stream.append(
            f"commit refs/heads/main\nmark :{number}\ncommitter {author} <a@b> {1700000000 + number * 3600} +0000\n"
            f"data {len(message)}\n{message}\nM 100644 inline file{number % 5}.txt\ndata {len(text)}\n{text}\n")
    stream.append("commit refs/heads/side\ncommitter Ada <a@b> 1600000000 +0000\ndata 4\nSide\nfrom :20\n\n")
    subprocess.run(["git", "-C", path, "fast-import", "--quiet"], input="".join(stream), text=True, check=True)
    subprocess.run(["git", "-C", path, "reset", "-q", "--hard", "main"], check=True)
    return path
