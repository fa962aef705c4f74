import StateRestoration

extension Examination {
  /// Whether a callback after the restoration sets the text of a view to the constant that it has now, whatever a finding loses.
  func setsOnPurpose(_ discovery: Discovery, whatever finding: Finding) -> Bool {
    guard finding.concernsKey, let property = discovery.property, ["text", "title"].contains(property),
      let path = evidence.before.path(shownAs: discovery.owner)
    else { return false }
    let setters = scripts.setters(of: property, ofViewAt: discovery.place).filter { file, _, index in
      guard let values = file.tokens.valuesAssigned(at: index), values.count == 1 else { return false }
      return file.tokens[values.lowerBound].text.map { "\"\($0)\"" } == discovery.after
    }
    guard !setters.isEmpty else { return false }
    let calls = evidence.restoringCalls(of: path).filter { !$0.isOfDecoding }
    let lost = evidence.names(lostBy: finding)
    return setters.contains { file, function, index in
      calls.contains { $0.file.name == file.name && $0.function.start == function.start }
        && file.namesDeciding(assignmentAt: index, in: function).allSatisfy { name in
          file.tokens[name].word.map { !lost.contains($0) } ?? true
        }
    }
  }
}
