"""Reads the text of Lua scripts as far as mutations need it: lines, blocks of functions, calls, braces."""

import re


def line_of(text, offset):
    """The one-based line of an offset."""
    return text.count("\n", 0, offset) + 1


def line_at(text, number):
    return text.split("\n")[number - 1]


def replaced(text, start, end, new):
    """The text with a part replaced by one that keeps the number of lines."""
    return text[:start] + new + "\n" * (text.count("\n", start, end) - new.count("\n")) + text[end:]


def closing(text, start):
    """The offset behind the bracket that closes the one at an offset."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    depth, index = 0, start
    while index < len(text):
        if text[index] in "\"'":
            quote = text[index]
            index += 1
            while index < len(text) and text[index] != quote:
                index += 2 if text[index] == "\\" else 1
        elif text[index] in pairs:
            depth += 1
        elif text[index] in pairs.values():
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return len(text)


def constructor_line(text, offset):
    """The first line of the innermost constructor call around an offset; None outside of one."""
    depth = 0
    for index in range(offset - 1, -1, -1):
        if text[index] in "})":
            depth += 1
        elif text[index] in "{(":
            if depth == 0:
                return line_of(text, index)
            depth -= 1
        if text.startswith("\nfunction ", index):
            return None
    return None


class Function:
    """A method that is written as `function Class:name(...) ... end`."""

    def __init__(self, text, match):
        self.owner, self.name = match.group(1), match.group(2)
        self.start, self.head = match.start(), match.end()
        self.line = line_of(text, match.start())
        first = text[match.start() : text.find("\n", match.start()) + 1]
        if re.search(r"\bend\s*$", first):
            self.end = match.start() + len(first) - 1
        else:
            indent = re.match(r"[ ]*", text[text.rfind("\n", 0, match.start()) + 1 :]).group()
            end = re.compile(r"^" + indent + r"end\b", re.M).search(text, match.end())
            self.end = end.end() if end else len(text)
        self.body = text[self.head : self.end]


def functions(text):
    return [Function(text, match) for match in re.finditer(r"\bfunction (\w+):(\w+)\([^)]*\)", text)]


def function_at(text, offset):
    """The method around an offset, or None."""
    return next((f for f in functions(text) if f.start <= offset < f.end), None)


def classes(text):
    """The classes of a script by the names of their variables: line, superclass."""
    found = {}
    for match in re.finditer(r"local (\w+) = (?:ui\.)?(\w+):subclass \"(\w+)\"", text):
        found[match.group(1)] = (line_of(text, match.start()), match.group(2))
    return found


def ancestors(text, name):
    """A class and its superclasses in the script."""
    known, found = classes(text), []
    while name in known:
        found.append(name)
        name = known[name][1]
    return found


def creation_lines(text, name):
    """The lines that create what a field or variable holds."""
    pattern = r"(?:\b(?:self\.)?%s = [\w.]+ ?[{(]|\bui\.\w+\(%s\))" % ((re.escape(name),) * 2)
    return {line_of(text, match.start()) for match in re.finditer(pattern, text)}
