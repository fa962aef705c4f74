import Interface
import StateRestoration

// What an app keeps by row, of a list whose items have another order after a restart.
extension RunPair {
  /// The item that was moved before the restart, if that gave a list another order, and only time has passed since then.
  private var reorderedItem: MovedItem? {
    let last = items.last { item in
      if case .step(.advance) = item { false } else { true }
    }
    guard case .move(let item)? = last, item.kind == .reordered else { return nil }
    return item
  }

  /// Returns a run of the same steps; nil if it cannot make them.
  private func control(_ prepare: (ExploredRun) -> Bool, _ end: (ExploredRun) -> Void = { _ in }) -> AppMoment? {
    let run = ExploredRun(settings, twinOf: base)
    guard (try? run.launch()) != nil, prepare(run) else { return nil }
    for step in items.compactMap(\.step) { guard run.perform(step) else { return nil } }
    end(run)
    run.advance(toTimeOf: base)
    return try? run.moment()
  }

  /// Returns the app that has made its steps with the changed file.
  private func moved(_ item: MovedItem) -> AppMoment? { control { $0.move(item, names: names) != nil } }

  /// Returns the app that was killed and relaunched, with the file as it was.
  private func killed() -> AppMoment? { control({ _ in true }) { $0.apply(.kill) } }

  /// Returns the losses of views that show something else in the twin, as far as they show the same after steps with the changed
  /// file, and after a kill without a change.
  func lossesOfRows(_ moment: AppMoment, in other: AppMoment) -> [Loss] {
    let different = moment.viewsShowing(differentTextsIn: other)
    guard !different.isEmpty, let item = reorderedItem, let moved = moved(item), let killed = killed() else {
      return []
    }
    let others = [killed, moved].flatMap { moment.viewsShowing(differentTextsIn: $0) }
    return different.filter { view in !others.contains { $0.node == view.node } }
  }

  /// Returns the key whose value stays with its row where the steps make another one of it with the changed file; nil if there
  /// is none, or several.
  func keyOfRow() -> (path: String, className: String, key: String)? {
    guard let item = reorderedItem, let moment = try? base.moment(), let twin = try? disturbed?.moment(),
      let moved = moved(item)
    else { return nil }
    let keys = moment.all.flatMap { node in
      node.values.keys.filter { key in
        let value = node.values[key]
        return AppMoment.isScriptKey(key) && twin.nodes[node.name]?.values[key] == value
          && moved.nodes[node.name].map { $0.values[key] != value } == true
      }.map { (path: node.path, className: node.facts.className, key: $0.trimmingQuotes) }
    }
    return keys.count == 1 ? keys.first : nil
  }
}

extension AppMoment {
  /// Returns the losses of labels, buttons and lists that show another text in another moment: rows may have another order.
  fileprivate func viewsShowing(differentTextsIn twin: AppMoment) -> [Loss] {
    guard canCompareScreen(with: twin), screen.size == twin.screen.size else { return [] }
    return tree.compactMap { node in
      guard node.isView, node.shownText != nil || node.lineCount != nil, !node.frame.isEmpty,
        !node.isPictureTransient, !node.isForgotten(among: forgets), let other = twin.nodes[node.name]
      else { return nil }
      let (rows, others) = (texts(of: node), twin.texts(of: other))
      guard rows.map(\.text).sorted() != others.map(\.text).sorted(),
        let row = rows.first(where: { row in !others.contains { $0.text == row.text } })
      else { return nil }
      // The row of the same item, as far as there is one.
      let words = Set(row.text.split(separator: " "))
      let after = others.map(\.text).filter { text in !rows.contains { $0.text == text } }
        .max { words.intersection($0.split(separator: " ")).count < words.intersection($1.split(separator: " ")).count }
      return Loss(
        node.path, node.facts.className, "screen", "\"\(row.text)\" in row \(row.y + 1)", "\"\(after ?? "")\"",
        at: node.place, number: node.number)
    }
  }

  /// Returns the texts in the rows of a view, without spaces at both ends, and without the marks of selected and focused rows: what
  /// is selected is compared by itself, and another item may have the focus.
  private func texts(of node: Node) -> [(y: Int, text: String)] {
    let frame = node.frame
    let columns = max(0, frame.minX)..<max(0, min(frame.maxX, screen.size.width))
    return (max(0, frame.minY)..<max(0, min(frame.maxY, screen.size.height))).map { y in
      let hasMark = node.lineCount != nil && columns.first.flatMap { RowMark(rawValue: screen[$0, y].text) } != nil
      return (y, columns.dropFirst(hasMark ? 1 : 0).map { screen[$0, y].text }.joined().trimmingSpaces)
    }
  }
}
