"""Results in a file, a line of JSON each, so that a run can be continued."""

import hashlib
import json
import os
import threading
from dataclasses import asdict


def key(app, mutant):
    return [app, mutant.operator, hashlib.sha256(mutant.text.encode()).hexdigest()]


class KeptResults:
    """The results of earlier runs, if there is a file for them."""

    def __init__(self, path, result, report):
        self.path, self.make, self.report = path, result, report
        self.lock = threading.Lock()
        self.known = {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    fields = json.loads(line)
                    self.known[tuple(fields.pop("key"))] = fields

    def result(self, app, mutant):
        """The result of a mutant, or None."""
        fields = self.known.get(tuple(key(app, mutant)))
        if fields is None:
            return None
        reports = {name: self.report(**fields[name]) for name in ("doctor", "after", "explore")}
        return self.make(app, mutant, fields["kind"], fields["loss"], **reports, seconds=fields["seconds"])

    def add(self, result):
        if not self.path:
            return
        reports = {name: asdict(getattr(result, name)) for name in ("doctor", "after", "explore")}
        line = json.dumps(
            {"key": key(result.app, result.mutant), "line": result.mutant.line, "kind": result.kind,
             "loss": result.loss, **reports, "seconds": result.seconds})
        with self.lock, open(self.path, "a", encoding="utf-8") as lines:
            lines.write(line + "\n")
