import AppSession
import LuaRuntime
import LuaScreens
import StateRestoration

extension AppScripts {
  /// Returns the lines of a decode that set a property of a view from a variable or field which a later line of it decodes.
  ///
  /// - Parameters:
  ///   - path: the node that decodes.
  ///   - decodes: its calls that decode keys.
  func earlyReads(at path: IdentifierPath, _ decodes: [KeyCall], _ run: RunEvidence) -> [LosingLine] {
    guard !decodes.isEmpty, let node = run.tree.saved[path] else { return [] }
    let calls = restoringCalls(of: path, run).filter(\.isOfDecoding)
    return decodes.flatMap { decode -> [LosingLine] in
      guard let (file, function) = decoding(decode) else { return [] }
      let tokens = file.tokens
      let target = function.body.first { index in
        tokens[index].word.map { file.assigns($0, at: index, in: function) } == true
          && tokens.valuesAssigned(at: index)?.contains(decode.index) == true
      }
      guard let target, let name = tokens[target].word else { return [] }
      return calls.flatMap { call -> [LosingLine] in
        let (callback, caller) = (call.callback, call.indexInCallback)
        guard callback.file.name == file.name, callback.function.start == function.start else { return [] }
        return call.function.body.flatMap { index -> [LosingLine] in
          let place = caller ?? index
          guard place < target, index > 1, let property = call.file.tokens[index].word,
            call.file.tokens.assignsField(property, at: index), let owner = call.file.tokens[index - 2].word,
            // It may have been set before.
            !function.body.contains(where: { $0 < place && file.assigns(name, at: $0, in: function) }),
            call.file.namesDeciding(assignmentAt: index, in: call.function).contains(where: {
              call.file.tokens[$0].word == name
            })
          else { return [] }
          return run.views(at: run.fields[path]?[owner]).map { view in
            LosingLine(
              path: node.shownPath, key: decode.key, place: Place(file: file.name, line: tokens[place].line),
              mistake: .readsEarly(field: name, line: tokens[decode.index].line),
              subject: .property(property, of: view))
          }
        }
      }
    }
  }
}
