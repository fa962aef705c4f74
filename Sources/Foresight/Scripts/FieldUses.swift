import LuaRuntime

/// The names of the fields that code reads and sets: `object.name`, `object.name = …`.
struct FieldUses {
  var read: Set<String> = []
  var set: Set<String> = []
  /// The names of the objects, other than `self`, of which it sets fields.
  var owners: Set<String> = []

  mutating func formUnion(_ other: FieldUses) {
    read.formUnion(other.read)
    set.formUnion(other.set)
    owners.formUnion(other.owners)
  }
}

extension AppScripts {
  /// Returns the fields that code uses, and the functions of scripts that it names, which it may call.
  ///
  /// - Parameter others: the names of functions that do not count.
  func fieldUses(of range: Range<Int>, in file: File, besides others: Set<String>) -> FieldUses {
    var uses = file.fieldUses(at: file.immediate(range))
    var seen = others
    var names = file.namesOfFunctions(in: range)
    while let name = names.popFirst() {
      guard seen.insert(name).inserted else { continue }
      for file in files.values {
        for function in file.functions.functions where function.name.last == name {
          uses.formUnion(file.fieldUses(at: file.immediate(function.body)))
          names.formUnion(file.namesOfFunctions(in: function.body))
        }
      }
    }
    return uses
  }
}

extension AppScripts.File {
  /// Returns the fields whose names are at some indices of tokens.
  func fieldUses(at indices: some Sequence<Int>) -> FieldUses {
    indices.reduce(into: FieldUses()) { uses, index in
      guard let word = tokens[index].word ?? tokens[index].text else { return }
      if tokens.assignsField(word, at: index) {
        uses.set.insert(word)
        if index > 1, let owner = tokens[index - 2].word { uses.owners.insert(owner) }
      } else if index > 0, tokens[index - 1].kind == .symbol("."), tokens[index].text == nil {
        uses.read.insert(word)
      }
    }
  }

  /// Returns the words of a range by which it may call functions.
  fileprivate func namesOfFunctions(in range: Range<Int>) -> Set<String> {
    Set(immediate(range).compactMap { tokens[$0].word })
  }

  /// Returns the tokens of a range without the functions that are values of fields and variables, such as actions.
  fileprivate func immediate(_ range: Range<Int>) -> [Int] {
    range.filter { index in
      !functions.around(index).contains { function in
        range.contains(function.start) && function.start > 0 && tokens[function.start - 1].kind == .symbol("=")
      }
    }
  }
}
