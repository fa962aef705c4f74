// Methods that do not call the superclass's.
extension Evidence {
  var superFindings: [Finding] {
    let runs = [before, beside, after].compactMap { $0?.recorder.superVerdicts }
    let called = runs.reduce(into: Set()) { $0.formUnion($1.called) }
    let notCalled = runs.reduce(into: Set()) { $0.formUnion($1.notCalled) }
    return scripts.classNames.flatMap { name in
      (SuperCalls.names.union(["init"])).sorted().compactMap { method -> Finding? in
        guard let place = scripts.definition(of: method, in: name),
          let owner = scripts.superclasses[name]?.first(where: { scripts.definition(of: method, in: $0) != nil })
        else { return nil }
        let key = SuperCalls.Method(className: name, name: method)
        if called.contains(key) { return nil }
        // A method that did not run is judged by its text.
        guard notCalled.contains(key) || scripts.callsSuper(method, at: place) == false else { return nil }
        let arguments = [RestorationName.encode, RestorationName.decode].contains(method) ? "self, coder" : "self"
        let nodes = before.tree.all.filter { scripts.lineage(of: $0.className).contains(name) }
        return Finding(
          code: .superNotCalled, className: name, key: method, nodePaths: Set(nodes.map(\.shownPath)), place: place,
          message: "\(name):\(method) does not call the \(method) of its superclass \(owner)",
          consequence: method == RestorationName.encode
            ? "What \(owner) encodes is not saved."
            : method == RestorationName.decode
              ? "What \(owner) decodes is not restored." : "What \(owner) does there does not happen.",
          remedy: "Begin it with \(scripts.variable(ofClass: name)).super.\(method)(\(arguments)).")
      }
    }
  }
}
