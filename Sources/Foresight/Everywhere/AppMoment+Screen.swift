import AppSession
import Interface

// Comparing what two runs show.
extension AppMoment {
  /// Whether the screens can be compared: nothing is under way, no dialog or message covers them, and both show the same of
  /// what the app forgets.
  func canCompareScreen(with twin: AppMoment) -> Bool {
    !isBusy && !twin.isBusy && messages == twin.messages && !isCovered && !twin.isCovered && hasSameScreens(as: twin)
  }

  /// Returns what the screen of a disturbed run shows differently: the first cell of each node that differs, from top to bottom;
  /// nothing if they cannot be compared.
  ///
  /// - Parameters:
  ///   - masks: the areas of the screen to ignore.
  ///   - limit: the largest number of losses.
  func screenLosses(in twin: AppMoment, masking masks: [Rect] = [], atMost limit: Int) -> [Loss] {
    guard canCompareScreen(with: twin) else { return [] }
    guard screen.size == twin.screen.size else {
      return [Loss("", "Application", "screen", "\(screen.size)", "\(twin.screen.size)")]
    }
    var hidden =
      masks + maskedFrames(forgets) + twin.maskedFrames(forgets)
      + otherLists(in: twin, where: !=).map(\.scrollBarFrame)
    var found: [Loss] = []
    lazy var lines = (screen.lines, twin.screen.lines)
    for y in 0..<screen.size.height where !screen.isRow(y, equalIn: twin.screen) {
      if y == keyHintsRow || y == twin.keyHintsRow { continue }
      for x in 0..<screen.size.width where screen[x, y] != twin.screen[x, y] {
        let cell = Point(x: x, y: y)
        if hidden.contains(where: { $0.contains(cell) }) { continue }
        found.append(screenLoss(at: cell, in: twin, lines.0[y], lines.1[y]))
        if found.count == limit { return found }
        hidden.append(frame(around: cell))
      }
    }
    return found
  }

  /// Returns what the screen shows differently outside of the nodes of other losses; nothing if one of these is a whole node,
  /// which can move all others.
  ///
  /// - Parameter showsKeys: whether views that may show the lost keys of their controllers are compared, too.
  func screenLosses(
    in twin: AppMoment, besides losses: [Loss], showingKeys showsKeys: Bool = false, masking masks: [Rect] = [],
    atMost limit: Int
  ) -> [Loss] {
    guard !losses.isEmpty, losses.allSatisfy({ $0.property != nil && $0.property != "screen" }) else { return [] }
    let isOfController = { (loss: Loss) in self.all.contains { $0.isController && $0.path == loss.path } }
    var paths = Set(
      losses.filter { loss in
        !showsKeys || loss.property.map(Self.isScriptKey) != true || !isOfController(loss)
      }.map(\.path))
    // Either shows its own focus.
    if focus != twin.focus { paths.formUnion([focus, twin.focus].compactMap { $0 }) }
    let frames = [self, twin].flatMap { moment in moment.all.filter { paths.contains($0.path) }.map(\.frame) }
    return screenLosses(in: twin, masking: masks + frames, atMost: limit)
  }

  /// Returns those of some losses that are still there some time later.
  ///
  /// A timer that only one run has can change a value meanwhile. What the screens showed differently is a loss then, too, if
  /// they still do, in nodes that time does not change in the undisturbed run.
  ///
  /// - Parameters:
  ///   - first: what the undisturbed run showed at first.
  ///   - firstTwin: what the disturbed run showed at first.
  func remaining(
    _ losses: [Loss], in twin: AppMoment, scope: Scope, since first: AppMoment, _ firstTwin: AppMoment
  ) -> [Loss] {
    let found = self.losses(in: twin, scope: scope).amongFirst(losses)
    guard found.isEmpty, scope < .independentOfTime, losses.contains(where: { $0.property == "screen" }) else {
      return found
    }
    func nodes(_ moment: AppMoment, _ other: AppMoment) -> Set<Loss.Subject> {
      Set(moment.screenLosses(in: other, atMost: .max).map(\.node))
    }
    let lasting = nodes(first, firstTwin).subtracting(nodes(first, self))
    return screenLosses(in: twin, atMost: .max).filter { lasting.contains($0.node) }
  }

  /// The frame of the smallest node at a cell, or the cell's row if that node fills most of the screen.
  private func frame(around cell: Point) -> Rect {
    guard let frame = smallestNode(at: cell)?.frame,
      frame.width * frame.height * 2 <= screen.size.width * screen.size.height
    else { return Rect(x: 0, y: cell.y, width: screen.size.width, height: 1) }
    return frame
  }

  /// Returns the areas of the screen that another moment of the same size shows differently: the smallest nodes there, or
  /// rows of nodes that fill most of the screen.
  func changedFrames(in twin: AppMoment) -> [Rect] {
    var frames: [Rect] = []
    let size = screen.size
    guard size == twin.screen.size else { return [] }
    for y in 0..<size.height where !screen.isRow(y, equalIn: twin.screen) {
      for x in 0..<size.width where screen[x, y] != twin.screen[x, y] {
        let cell = Point(x: x, y: y)
        if frames.contains(where: { $0.contains(cell) }) { continue }
        frames += [self, twin].map { $0.frame(around: cell) }
      }
    }
    return frames
  }

  /// Returns the smallest node at a cell; of several, the last. A list's own views, such as an edited cell, are part of it.
  private func smallestNode(at cell: Point) -> Node? {
    let area = { (node: Node) in node.frame.width * node.frame.height }
    let lists = tree.filter { $0.lineCount != nil && $0.frame.contains(cell) }
    let candidates = tree.filter { node in
      node.frame.contains(cell) && !node.isCellField
        && !(node.createdAt == nil && lists.contains(where: node.isInside))
    }
    guard let smallest = candidates.map(area).min() else { return nil }
    return candidates.last { area($0) == smallest }
  }

  /// Returns the view that moves what is shown at a cell, as only the other moment shows it there, or in another size; nil if
  /// nothing has moved.
  private func nodeThatMoves(_ cell: Point, in twin: AppMoment) -> Node? {
    guard let moved = smallestNode(at: cell), let other = twin.nodes[moved.name],
      moved.frame.origin != other.frame.origin, !other.frame.isEmpty
    else { return nil }
    let added = twin.smallestNode(at: cell).flatMap { nodes[$0.name] }
    if let added, added.isView, added.frame.isEmpty { return added }
    return tree.first { node in node.isView && node.isHidden != twin.nodes[node.name]?.isHidden ?? node.isHidden }
  }

  /// The parts of the screen with what is not compared, as it is animated, or an app forgets it.
  func maskedFrames(_ forgotten: [String]) -> [Rect] {
    all.filter { $0.isPictureTransient || $0.isForgotten(among: forgotten) }.map(\.frame)
      .filter { !$0.isEmpty }
  }

  /// The loss for a cell, whose row has these texts: that of the smallest node which shows it.
  private func screenLoss(at cell: Point, in twin: AppMoment, _ was: String, _ now: String) -> Loss {
    let node = nodeThatMoves(cell, in: twin) ?? smallestNode(at: cell)
    let controller = tree.last { !$0.isView && !$0.frame.isEmpty }
    // The places of an app that ran before it was observed are only in its twin.
    let place = node?.place ?? node.flatMap { twin.nodes[$0.name]?.place } ?? (node?.owner ?? controller)?.place
    guard was != now else {
      let (style, other) = (screen[cell.x, cell.y].style, twin.screen[cell.x, cell.y].style)
      let hasSameAttributes = style.attributes == other.attributes
      return Loss(
        node?.path ?? "", node?.className ?? "Application", "screen",
        (hasSameAttributes ? "text of one colour" : style.attributes.words) + " in row \(cell.y + 1)",
        hasSameAttributes ? "text of another colour" : other.attributes.words, at: place, number: node?.number ?? 1)
    }
    var (before, after) = ("\"\(was.trimmed)\" in row \(cell.y + 1)", "\"\(now.trimmed)\"")
    if was.trimmingSpaces == now.trimmingSpaces {
      before += ", column \(was.indentation + 1)"
      after += " in column \(now.indentation + 1)"
    }
    var loss = Loss(
      node?.path ?? "", node?.className ?? "Application", "screen", before, after, at: place,
      number: node?.number ?? 1)
    loss.shownText = was.trimmingSpaces
    return loss
  }
}

extension Style.Attributes {
  /// Text with these attributes, in words.
  fileprivate var words: String {
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underlined"), (.reverse, "inverted"),
      (.strikethrough, "struck-through"),
    ]
    return (isEmpty ? ["normal"] : names.filter { contains($0.0) }.map(\.1)).joined(separator: ", ") + " text"
  }
}

extension AppMoment.Node {
  /// The column of the scroll bar.
  fileprivate var scrollBarFrame: Rect {
    let frame = facts.frame
    return Rect(x: frame.maxX - 1, y: frame.origin.y, width: 1, height: frame.height)
  }
}

extension String {
  /// The number of spaces at the beginning.
  fileprivate var indentation: Int { prefix { $0 == " " }.count }

  fileprivate var trimmed: String {
    let text = drop { $0 == " " }
    return text.count > 100 ? "\(text.prefix(100))…" : String(text)
  }
}
