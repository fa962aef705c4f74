import Interface
import StateRestoration

// What an app keeps by row, of a list whose items have another order after a restart.
extension RunPair {
  /// Runs of the same steps without the change of a file between them.
  struct Controls {
    /// The app that was killed and relaunched, with the file as it was.
    let killed: AppMoment
    /// The app that has made its steps with the changed file.
    let moved: AppMoment
  }

  /// Returns the runs to compare with, if the twin was restored with another order of items, and only time has passed since then;
  /// nil otherwise.
  func controls() -> Controls? {
    let last = items.last { item in
      if case .step(.advance) = item { false } else { true }
    }
    guard case .move(let item)? = last, item.kind == .reordered else { return nil }
    func moment(_ prepare: (ExploredRun) -> Bool, _ end: (ExploredRun) -> Void = { _ in }) -> AppMoment? {
      let run = ExploredRun(settings, twinOf: base)
      guard (try? run.launch()) != nil, prepare(run) else { return nil }
      for step in items.compactMap(\.step) { guard run.perform(step) else { return nil } }
      end(run)
      run.advance(toTimeOf: base)
      return try? run.moment()
    }
    guard let moved = moment({ $0.move(item, names: names) != nil }),
      let killed = moment({ _ in true }, { $0.apply(.kill) })
    else { return nil }
    return Controls(killed: killed, moved: moved)
  }

  /// Returns the losses of views that show something else in the twin, as far as they show the same after steps with the changed
  /// file, and after a kill without a change.
  func lossesOfRows(_ moment: AppMoment, in other: AppMoment) -> [Loss] {
    let different = moment.viewsShowing(differentTextsIn: other)
    guard !different.isEmpty, let controls = controls() else { return [] }
    let others = [controls.killed, controls.moved].flatMap { moment.viewsShowing(differentTextsIn: $0) }
    return different.filter { view in !others.contains { $0.node == view.node } }
  }

  /// Returns the key whose value stays with its row where the steps make another one of it with the changed file; nil if there
  /// is none, or several.
  func keyOfRow() -> (path: String, className: String, key: String)? {
    guard let moment = try? base.moment(), let twin = try? disturbed?.moment(), let moved = controls()?.moved else {
      return nil
    }
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
      let (rows, others) = (texts(in: node.frame), twin.texts(in: other.frame))
      guard rows.map(\.text).sorted() != others.map(\.text).sorted(),
        let row = rows.first(where: { row in !others.contains { $0.text == row.text } })
      else { return nil }
      // The row of the same item, as far as there is one.
      let words = Set(row.text.split(separator: " "))
      let after = others.map(\.text).filter { text in !rows.contains { $0.text == text } }
        .max { words.intersection($0.split(separator: " ")).count < words.intersection($1.split(separator: " ")).count }
      return Loss(
        node.path, node.facts.className, "screen", "\"\(row.text)\" in row \(row.y + 1)", "\"\(after ?? "")\"",
        at: node.place
      )
    }
  }

  /// Returns the texts in the rows of an area, without spaces at both ends.
  private func texts(in frame: Rect) -> [(y: Int, text: String)] {
    (max(0, frame.minY)..<max(0, min(frame.maxY, screen.size.height))).map { y in
      let columns = max(0, frame.minX)..<max(0, min(frame.maxX, screen.size.width))
      return (y, columns.map { screen[$0, y].text }.joined().trimmingSpaces)
    }
  }
}
