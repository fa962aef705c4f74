"""The mutation operators: each makes one mistake, in one place of a script, that authors make.

An operator yields mutants. A mutant knows the lines where a report of it is right: the changed line, and the line that the
table of codes in Doctor.md names for the mistake, as the author has to look there.
"""

import re
from dataclasses import dataclass, field

from lua_source import (
    ancestors, classes, closing, constructor_line, creation_lines, function_at, functions, line_at, line_of, replaced)


@dataclass
class Mutant:
    operator: str
    text: str
    line: int
    change: str
    # The lines where a report is right.
    lines: set = field(default_factory=set)
    # The codes that are right by the definition of the mistake, whether a user notices it or not.
    codes: set = field(default_factory=set)

    def is_named_by(self, finding):
        """Whether a finding is at a right line."""
        return finding.get("line") in self.lines or finding.get("line") in self.following(finding.get("code"))

    def following(self, code):
        """The lines of a code that is not the mistake itself, but by the table of codes its only report: a method that
        fails or returns nil because of it is named where it fails, or where it is defined."""
        if code not in ("callback-failed", "returned-nil"):
            return ()
        wanted = {line for line in self.lines}
        found = set()
        for method in functions(self.text):
            last = line_of(self.text, method.end)
            if any(method.line <= line <= last for line in wanted):
                found |= set(range(method.line, last + 1)) if code == "callback-failed" else {method.line}
        return found


OPERATORS = {}


def operator(name):
    def add(function):
        OPERATORS[name] = function
        return function

    return add


def mutants(text):
    """All mutants of a script, in a fixed order."""
    for name, make in OPERATORS.items():
        seen = set()
        for start, end, new, lines, codes in make(text):
            changed = replaced(text, start, end, new)
            if changed == text or changed in seen:
                continue
            seen.add(changed)
            line = line_of(text, start)
            before, after = line_at(text, line).strip(), line_at(changed, line).strip()
            yield Mutant(name, changed, line, f"{before}  ->  {after}", {line} | lines, codes)


# --- Identifiers ---

VALUE = r"(?:\"[^\"\n]*\"(?: \.\. \w+)?|[\w.]+(?:\[[^\]\n]*\])?)"
IDENTIFIER = re.compile(r"\brestorationIdentifier = (%s)(,? ?)" % VALUE)


def in_scenes(text, offset):
    """Whether an offset is among the scenes of a storyboard."""
    scenes = text.find("scenes = {")
    return 0 <= scenes < offset < closing(text, scenes + 9)


def created(text, match):
    """The lines where the owner of an identifier is created."""
    before = text[: match.start()]
    owner = re.search(r"(\w+)\.$", before)
    if owner:
        return creation_lines(text, owner.group(1))
    line = constructor_line(text, match.start())
    # The controller of a scene is created by the call that instantiates it.
    if in_scenes(text, match.start()):
        return {line} | {line_of(text, m.start()) for m in re.finditer(r"instantiateViewController", text)}
    return {line} if line else set()


@operator("identifier deleted")
def _(text):
    for match in IDENTIFIER.finditer(text):
        start = match.start()
        owner = re.search(r"\w+\.$", text[:start])
        new = "local _ = nil" if owner else ""
        yield start - (len(owner.group()) if owner else 0), match.end(), new, created(text, match), set()


@operator("identifier differs by launch")
def _(text):
    for match in IDENTIFIER.finditer(text):
        yield (match.start(1), match.end(1), f"{match.group(1)} .. tostring({{}})",
               created(text, match), {"unstable-identifier"})


@operator("identifier of a sibling")
def _(text):
    found = [m for m in IDENTIFIER.finditer(text) if m.group(1).startswith('"')]
    for first, second in zip(found, found[1:]):
        if first.group(1) != second.group(1) and line_of(text, second.start()) - line_of(text, first.start()) < 15:
            # The controller of a scene is created when it is shown, after the views around it.
            later = created(text, first) if in_scenes(text, first.start()) else set()
            yield (second.start(1), second.end(1), first.group(1), created(text, second) | later,
                   {"duplicate-identifier"})


# --- Keys ---

ENCODE = re.compile(r"coder:encode\((\"\w+\"|\w+), ")
DECODE = re.compile(r"coder:decode\w*(?: (\"\w+\")|\((\"\w+\"|\w+|ui\.\w+)\))")


def uses(text, pattern, key, method):
    """The lines that use a key in the class of a method and its superclasses, or in the application."""
    owners = {method.owner, *ancestors(text, method.owner)} if method else set()
    lines = set()
    for match in pattern.finditer(text):
        there = function_at(text, match.start())
        if there and there.owner in owners and next(g for g in match.groups() if g) == key:
            lines.add(line_of(text, match.start()))
    return lines


def encodes(text):
    for match in ENCODE.finditer(text):
        method = function_at(text, match.start())
        yield match, match.group(1), closing(text, match.start() + 12), uses(text, DECODE, match.group(1), method)


def decodes(text):
    for match in DECODE.finditer(text):
        key = match.group(1) or match.group(2)
        method = function_at(text, match.start())
        others = uses(text, DECODE, key, method) - {line_of(text, match.start())}
        # A key that is decoded elsewhere, too, is not unpaired.
        yield match, key, uses(text, ENCODE, key, method), set() if others else {"not-decoded", "not-encoded"}


UNPAIRED = {"not-encoded", "not-decoded"}


@operator("encode deleted")
def _(text):
    for match, _, end, lines in encodes(text):
        yield match.start(), end, "", lines, UNPAIRED if lines else set()


@operator("encode under another key")
def _(text):
    for match, key, _, lines in encodes(text):
        new = key[:-1] + 's"' if key.startswith('"') else key + ' .. "s"'
        yield match.start(1), match.end(1), new, lines, UNPAIRED


@operator("encode of a function")
def _(text):
    for match, _, end, lines in encodes(text):
        yield match.end(), end - 1, "print", lines, {"cannot-be-saved"}


@operator("decode deleted")
def _(text):
    for match, _, lines, codes in decodes(text):
        yield match.start(), match.end(), "nil", lines, codes & {"not-decoded"}


@operator("decode of another key")
def _(text):
    for match, key, lines, codes in decodes(text):
        if key.startswith("ui."):
            continue
        new = match.group().replace(key, key[:-1] + 's"' if key.startswith('"') else key + ' .. "s"')
        yield match.start(), match.end(), new, lines, UNPAIRED


@operator("decode as another type")
def _(text):
    other = {"decodeString": "decodeInteger", "decodeInteger": "decodeTable", "decodeTable": "decodeString",
             "decodeBoolean": "decodeString", "decodeNumber": "decodeTable", "decode": "decodeBoolean"}
    for match, key, lines, _ in decodes(text):
        name = re.match(r"coder:(\w+)", match.group()).group(1)
        if key.startswith("ui."):
            continue
        # Any value may be a boolean.
        codes = set() if name == "decode" else {"not-decoded"}
        yield match.start(), match.end(), match.group().replace(name, other[name], 1), lines, codes


@operator("statements of a decode swapped")
def _(text):
    for method in functions(text):
        if method.name != "decodeRestorableState":
            continue
        lines = method.body.split("\n")
        number = method.line
        for index in range(1, len(lines) - 2):
            pair = lines[index : index + 2]
            indent = [len(line) - len(line.lstrip()) for line in pair]
            if indent != [2, 2] or any(re.match(r"\s*(if|end|for|local)\b", line) or "super" in line for line in pair):
                continue
            start = text.index("\n".join(pair), method.start)
            names = set(re.findall(r"self\.(\w+)", " ".join(pair)))
            made = set().union(*(creation_lines(text, name) for name in names)) if names else set()
            yield (start, start + len("\n".join(pair)), "\n".join(reversed(pair)),
                   {number + index, number + index + 1} | made, set())


# --- Creating controllers again ---

CLASS = re.compile(r"\brestorationClass = ([\w.]+)(,? ?)")
MAKE = "viewControllerWithRestorationIdentifierPath"


def made_again(text, name):
    """The lines that create the controllers of a restoration class."""
    lines = set()
    for match in re.finditer(r"\brestorationClass = (%s|self|class)\b" % name, text):
        lines |= created(text, match) | {line_of(text, match.start())}
    return lines


@operator("restoration class deleted")
def _(text):
    for match in CLASS.finditer(text):
        owner = re.search(r"\w+\.$", text[: match.start()])
        new = "local _ = nil" if owner else ""
        # The application is asked instead.
        asked = {f.line for f in functions(text) if f.owner == "app" and f.name == MAKE}
        yield (match.start() - (len(owner.group()) if owner else 0), match.end(), new, created(text, match) | asked,
               set())


@operator("restoration class of another screen")
def _(text):
    known = classes(text)
    for match in CLASS.finditer(text):
        place = line_of(text, match.start())
        for other, (line, _) in known.items():
            # A local is unknown before its line.
            if other == match.group(1) or line > place or match.group(1) in ancestors(text, other):
                continue
            method = [f.line for f in functions(text) if f.owner in ancestors(text, other) and f.name == MAKE]
            yield (match.start(1), match.end(1), other, created(text, match) | {line} | set(method),
                   {"no-class-method", "other-class", "returned-nil"})


def make_methods(text):
    for method in functions(text):
        if method.name == MAKE:
            known = classes(text).get(method.owner)
            lines = ({known[0]} if known else set()) | made_again(text, method.owner)
            if method.owner == "app":
                lines |= {line_of(text, m.start()) for m in IDENTIFIER.finditer(text)}
                lines |= {line for m in IDENTIFIER.finditer(text) for line in created(text, m)}
            yield method, lines


@operator("restoration method misspelt")
def _(text):
    for method, lines in make_methods(text):
        start = text.index(MAKE, method.start)
        yield start, start + len(MAKE), MAKE[:-1], lines, {"no-class-method"}


@operator("restoration method returns nil")
def _(text):
    for method, lines in make_methods(text):
        yield method.head, method.head, " do return nil end", lines, {"returned-nil"}


@operator("restoration method returns another class")
def _(text):
    for method, lines in make_methods(text):
        for other, (line, _) in classes(text).items():
            if other != method.owner and line < method.line and "View\"" not in line_at(text, line):
                yield method.head, method.head, f" do return {other}() end", lines, {"other-class"}
        yield method.head, method.head, " do return ui.ViewController() end", lines, {"other-class"}


@operator("scene of another class")
def _(text):
    names = [name for name in classes(text)]
    for match in re.finditer(r"class = (\w+),", text):
        for other in names:
            if other != match.group(1) and match.group(1) in names:
                yield match.start(1), match.end(1), other, set(), set()


# --- Calls and opt-ins ---


@operator("super call deleted")
def _(text):
    for match in re.finditer(r"\b(\w+)\.super\.(\w+)\(", text):
        method = function_at(text, match.start())
        heirs = [name for name in ancestors(text, match.group(1))[1:]
                 if any(f.owner == name and f.name == match.group(2) for f in functions(text))]
        yield (match.start(), closing(text, match.end() - 1), "", {method.line} if method else set(),
               {"super-not-called"} if heirs else set())


OPT_IN = re.compile(r"function app:(should(?:Save|Restore)ApplicationState)\(\w*\) (return .*?) end$", re.M)


def opt_ins(text):
    return {f.line for f in functions(text) if f.owner == "app" and re.match("should(Save|Restore)App", f.name)}


@operator("opt-in returns false")
def _(text):
    places = opt_ins(text)
    for match in OPT_IN.finditer(text):
        yield match.start(2), match.end(2), "return false", places, {"save-without-restore"}


@operator("opt-in deleted")
def _(text):
    places = opt_ins(text)
    for match in OPT_IN.finditer(text):
        yield match.start(), match.end(), "", places, {"save-without-restore"}


@operator("root replaced at launch")
def _(text):
    for match in re.finditer(r"if (not self\.window\.rootViewController) then", text):
        found = re.compile(r"self\.window\.rootViewController = ").search(text, match.end())
        lines = {line_of(text, found.start())} if found else set()
        yield match.start(1), match.end(1), "true", lines, {"built-too-early"}


@operator("error raised")
def _(text):
    names = {"encodeRestorableState", "decodeRestorableState", MAKE, "applicationFinishedRestoringState"}
    for method in functions(text):
        if method.name in names:
            yield method.head, method.head, ' error "broken"', set(), {"callback-failed"}


@operator("container read in viewDidLoad")
def _(text):
    for method in functions(text):
        if method.name == "viewDidLoad":
            # A controller that exists before the restoration has its container.
            heirs = [name for name in classes(text) if method.owner in ancestors(text, name)]
            is_made_again = any(
                f.name == MAKE and f.owner in ancestors(text, name) for f in functions(text) for name in heirs)
            yield (method.head, method.head,
                   " self.title = self.navigationController and \"inside\" or \"outside\"", set(),
                   {"container-in-viewDidLoad"} if is_made_again else set())


# --- Values ---


@operator("change not reported")
def _(text):
    for match in re.finditer(r"\b(?:self:invalidateRestorableState|app:restorableStateChanged)\(\)", text):
        method = function_at(text, match.start())
        lines = {method.line} if method else set()
        lines |= {line_of(text, m.start()) for m in ENCODE.finditer(text)}
        yield match.start(), match.end(), "", lines, set()


@operator("view set again after the restoration")
def _(text):
    for name, (line, _) in classes(text).items():
        own = {f.name: f for f in functions(text) if f.owner == name}
        load = own.get("loadView")
        if not load:
            continue
        for match in re.finditer(r"self\.(\w+) = ui\.(\w+) \{", load.body):
            setting = {"TextField": "text = \"\"", "TextView": "text = \"\"", "SegmentedControl": "selectedSegmentIndex = 1",
                       "Switch": "isOn = false", "TableView": "contentOffset = { x = 0, y = 0 }",
                       "OutlineView": "selectedItem = nil", "RadioGroup": "selectedIndex = 1", "Gauge": "value = 0.5",
                       "ProgressView": "progress = 0.1", "PopUpButton": "selectedIndex = 1"}.get(match.group(2))
            if not setting:
                continue
            change = f" self.{match.group(1)}.{setting}"
            made = {line_of(text, load.head + match.start())}
            for call in ("viewWillAppear", "applicationFinishedRestoringState"):
                if call in own:
                    yield own[call].head, own[call].head, change, made, set()
                else:
                    end = text.index("\n", text.index(f"local {name} ="))
                    yield end, end, f" function {name}:{call}(){change} end", made, set()


@operator("last step of a restoration deleted")
def _(text):
    for method in functions(text):
        if method.name == "applicationFinishedRestoringState":
            names = set(re.findall(r"self\.(\w+)", method.body))
            made = set().union(*(creation_lines(text, name) for name in names)) if names else set()
            # What the method calls.
            for called in re.findall(r"self:(\w+)", method.body):
                for other in functions(text):
                    if other.name == called and other.owner == method.owner:
                        for name in re.findall(r"self\.(\w+)", other.body):
                            made |= creation_lines(text, name)
            start = text.index(method.name, method.start)
            yield start, start + len(method.name), "finished", made, set()


def tables(text):
    return {line_of(text, m.start()) for m in re.finditer(r"ui\.(?:TableView|OutlineView) \{", text)}


def keeps_selection(text, owner):
    """Whether a chosen row stays selected."""
    return not any(
        f.owner == owner and f.name == "didSelectRow" and "deselectRow()" in f.body for f in functions(text))


@operator("rows without model identifiers")
def _(text):
    for name in ("modelIdentifierForElement", "persistentObjectForItem"):
        for match in re.finditer(r"\b(?:(\w+):)?%s\b" % name, text):
            start = match.end() - len(name)
            codes = {"selection-by-row"} if keeps_selection(text, match.group(1)) else set()
            yield start, match.end(), name + "Of", tables(text), codes


@operator("model identifiers that lead nowhere")
def _(text):
    for method in functions(text):
        if method.name in ("indexPathForElement", "itemForPersistentObject"):
            yield method.head, method.head, " do return nil end", tables(text), set()
