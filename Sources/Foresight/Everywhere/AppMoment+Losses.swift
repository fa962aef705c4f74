import AppSession
import Interface
import StateRestoration

// Comparing two runs.
extension AppMoment {
  /// The part of a moment that is compared.
  public enum Scope: Int, Sendable, Comparable {
    /// Everything.
    case all
    /// Everything but the values that scripts encode: an app that writes files when it leaves the screen may have moved them
    /// there.
    case withoutScriptValues
    /// The tree, focus, selection and typed text, which do not depend on the clock.
    case independentOfTime
    /// The tree, focus, typed text, and what the user has chosen, rows by their texts: the items of the app have changed.
    case movedWorld

    public static func < (left: Scope, right: Scope) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns what differs in a disturbed run, by the order of the tree; if that is nothing, what the screen shows differently.
  /// Nothing is compared while a command or request is under way in one of the runs.
  ///
  /// - Parameters:
  ///   - twin: the same moment of the disturbed run.
  ///   - scope: the part of the moments to compare.
  ///   - masks: the areas of the screen to ignore.
  public func losses(in twin: AppMoment, scope: Scope = .all, masking masks: [Rect] = []) -> [Loss] {
    guard !isBusy, !twin.isBusy else { return [] }
    // Usually both have the same nodes, so that none is searched for by name.
    let hasSameNodes = Self.areSame(all, twin.all)
    let hasSameScreens = hasSameNodes || hasSameScreens(as: twin)
    let counterparts = hasSameNodes ? nil : counterparts(in: twin)
    var lost = Branches()
    var found = lossesOfNodes(in: twin, counterparts, scope, hasSameScreens: hasSameScreens, &lost)
    if let counterparts {
      found += newNodes(in: twin, counterparts, besides: lost)
      if found.isEmpty, scope != .movedWorld { found += firstMovedNode(in: twin) }
    }
    // A lost screen loses the focus with it, or leaves it to the screen below.
    let isFocusOfLost = focus.map { path in
      lost.paths.contains { path == $0 || path.hasPrefix($0 + "/") } || focusedNode?.isBelow(lost.paths) == true
        // The tab bar of a container that has lost a tab.
        || focusedNode?.className == "TabBar" && lost.paths.contains { Self.owner(of: $0) == Self.owner(of: path) }
    }
    if isFocusOfLost == true {
      found.removeAll { $0.property == "isFirstResponder" && focus?.hasPrefix($0.path + "/") == true }
    } else if hasSameScreens, lost.paths.isEmpty || focus != nil, let loss = focusLoss(in: twin) {
      // Its controller saves the place of the focus.
      found.removeAll { $0.property == loss.property && loss.path.hasPrefix($0.path + "/") }
      found.append(loss)
    }
    if found.allSatisfy({ $0.property == "isFirstResponder" }), scope < .independentOfTime {
      let hidden = childrenNotShown(in: twin, masking: masks)
      // The focus goes with the view that has it.
      if !hidden.isEmpty { found = hidden }
    }
    found = withoutPlaces(found, inOtherListsThanIn: twin, scope, masking: masks)
    // The screen shows no key commands.
    if found.allSatisfy(\.isOfKeyCommands) {
      if scope < .independentOfTime { found += screenLosses(in: twin, masking: masks, atMost: 1) }
    } else if found.contains(where: \.isOfAbsentKey), canCompareScreen(with: twin) {
      let shown = screenLosses(in: twin, masking: masks, atMost: .max)
      found.removeAll { $0.isOfAbsentKey && !canBeShown($0, by: shown) }
      if found.isEmpty { found = Array(shown.prefix(1)) }
    }
    return found
  }

  /// Nodes that only one of two moments has, with all below them.
  private struct Branches {
    var paths: Set<String> = []
    private var views: [Node] = []

    mutating func insert(_ node: Node) {
      paths.insert(node.path)
      if node.isView { views.append(node) }
    }

    /// Whether a node is below one of them.
    func contain(_ node: Node) -> Bool { node.isBelow(paths) || views.contains(where: node.isInside) }
  }

  /// Returns the nodes that are missing in another moment, and the values that differ.
  ///
  /// - Parameters:
  ///   - counterparts: the nodes of the other moment by their names in this one; nil if it has the same nodes.
  ///   - lost: receives the nodes that are missing.
  private func lossesOfNodes(
    in twin: AppMoment, _ counterparts: [String: Node]?, _ scope: Scope, hasSameScreens: Bool, _ lost: inout Branches
  ) -> [Loss] {
    let hasSameMessages = messages == twin.messages
    var found: [Loss] = []
    for (index, node) in all.enumerated() where !node.isForgotten(among: forgets) {
      guard let other = counterparts.map({ $0[node.name] }) ?? twin.all[index] else {
        // What is below a lost node is lost with it, and views need a loaded view to exist.
        if isMissingWithOwner(node, in: twin) || lost.contain(node) { continue }
        // A view that was shown once and hidden again may be made when it is shown next, and then gets its state.
        if node.isTransient || node.isSaved && node.isHidden || isCovered(node, in: twin) { continue }
        lost.insert(node)
        found.append(
          Loss(
            node.path, node.className, nil, "present", "it is missing", at: node.place, commonCause: node.commonCause))
        continue
      }
      if node.values.isEmpty, other.values.isEmpty, node.unsaved == other.unsaved { continue }
      // What a user has changed was compared while it was shown.
      if node.isSetByScreen, isCovered(node, in: twin) { continue }
      found += differences(node, other, scope).filter {
        (hasSameMessages || $0.property != "contentOffset") && (hasSameScreens || $0.property != "isFirstResponder")
      }
    }
    return found
  }

  /// Returns the nodes that only another moment has, without those in the place of lost ones.
  private func newNodes(in twin: AppMoment, _ counterparts: [String: Node], besides lost: Branches) -> [Loss] {
    let lostOwners = Set(lost.paths.map(Self.owner))
    let known = Set(all.compactMap { counterparts[$0.name].map(ObjectIdentifier.init) })
    var found: [Loss] = []
    var new = Branches()
    for node in twin.tree where !known.contains(ObjectIdentifier(node)) {
      if node.isForgotten(among: forgets) || twin.isMissingWithOwner(node, in: self) || node.isTransient
        || twin.isCovered(node, in: self) || new.paths.contains(node.path) || lost.paths.contains(node.path)
        || new.contain(node) || node.isBelow(lost.paths)
      {
        continue
      }
      new.insert(node)
      if lostOwners.contains(Self.owner(of: node.path)) { continue }
      found.append(Loss(node.path, node.className, nil, "absent", "it was absent, and is present", at: node.place))
    }
    return found
  }

  /// Whether the value that a script decodes in place of an absent one can be the reason for what the screen shows differently:
  /// a controller's own views show it, and any view that of another node. Otherwise the user sees the same, and it is no loss.
  private func canBeShown(_ loss: Loss, by shown: [Loss]) -> Bool {
    let isOfController = all.contains { $0.isController && $0.path == loss.path }
    return shown.contains { !isOfController || $0.path == loss.path || $0.path.hasPrefix(loss.path + "/") }
  }

  /// Returns the children that their container shows in this run only, each without those below it.
  private func childrenNotShown(in twin: AppMoment, masking masks: [Rect]) -> [Loss] {
    var paths: Set<String> = []
    var found: [Loss] = []
    for node in tree where node.isInContainer && !node.frame.isEmpty && !node.isForgotten(among: forgets) {
      guard let other = twin.nodes[node.name], !other.isInContainer, !node.isBelow(paths),
        twin.tree.contains(where: { $0.isController && $0.path == Self.owner(of: node.path) && !$0.frame.isEmpty })
      else { continue }
      paths.insert(node.path)
      found.append(
        Loss(
          node.path, node.className, nil, "on the screen", "it is not on the screen", at: node.place,
          commonCause: node.commonCause))
    }
    return found.isEmpty || screenLosses(in: twin, masking: masks, atMost: 1).isEmpty ? [] : found
  }

  /// Whether both runs have the same screens of those that the app forgets. Another one has another focus, and is followed by
  /// other steps.
  func hasSameScreens(as twin: AppMoment) -> Bool {
    if forgets.isEmpty { return true }
    func forgottenScreens(_ moment: AppMoment) -> [String] {
      moment.tree.filter { !$0.isView && $0.isForgotten(among: forgets) }.map(\.name)
    }
    return forgottenScreens(self) == forgottenScreens(twin)
  }

  /// The path of the node above.
  private static func owner(of path: String) -> String {
    IdentifierPath(parsing: path).parent.description
  }

  static func areSame(_ nodes: [Node], _ others: [Node]) -> Bool {
    nodes.elementsEqual(others) { $0.hasName(of: $1) }
  }

  private func isMissingWithOwner(_ node: Node, in twin: AppMoment) -> Bool {
    guard node.isView, let owner = node.owner else { return false }
    guard let other = twin.nodes[owner.name] else { return true }
    return other.isViewLoaded != true
  }

  /// Whether a view is on a screen that neither run shows now. The view may be made when the screen appears.
  private func isCovered(_ node: Node, in twin: AppMoment) -> Bool {
    guard node.isView, node.frame.isEmpty, let owner = node.owner else { return false }
    return owner.frame.isEmpty && twin.nodes[owner.name]?.frame.isEmpty == true
  }

  // MARK: Values

  private func differences(_ node: Node, _ other: Node, _ scope: Scope) -> [Loss] {
    let losses = valueLosses(node, other, scope)
    guard scope < .independentOfTime, node.isOnScreen, other.isOnScreen,
      node.unsaved != other.unsaved, let name = (node.unsaved ?? other.unsaved)?.name
    else { return losses }
    // What is chosen, and where the insertion point is, depends on it.
    let property = SavedProperty(name)
    return losses.filter { $0.property == "text" || $0.scriptKey != nil } + [
      Loss(
        node.path, node.className, name, property.text(node.unsaved?.value), property.text(other.unsaved?.value),
        at: node.place ?? other.place, commonCause: node.identifier == nil ? node.commonCause : nil,
        number: node.number, isOfUnsaved: true)
    ]
  }

  private func valueLosses(_ node: Node, _ other: Node, _ scope: Scope) -> [Loss] {
    if node.values == other.values, scope != .movedWorld || node.choice == other.choice { return [] }
    let keys = Set(node.values.keys).union(other.values.keys).sorted().filter { key in
      let (value, otherValue) = (node.value(of: key, scope), other.value(of: key, scope))
      // With other items, the first one can be another.
      if scope == .movedWorld, node.isChoice(key), node.choice?.isInitial == true { return false }
      guard value != otherValue, scope.includes(key) || scope == .movedWorld && node.isChoice(key),
        !Self.differInAddresses(value, otherValue)
      else { return false }
      // What was never there is often read as an empty list, and a choice of nothing need not be saved.
      if Self.isNothing(value, key, in: node), Self.isNothing(otherValue, key, in: other) { return false }
      if !node.isChoice(key),
        Self.haveSameItems(value, otherValue, for: key, inAnySection: scope == .independentOfTime)
      {
        return false
      }
      if scope == .independentOfTime, Self.keysOfText.contains(key), node.hasOtherScriptText(than: other) {
        return false
      }
      // A row that was focused together with its list, as it was the only one on the screen.
      if value == nil, key == "focusedRow" || key == "focusedText" { return false }
      // A set that a script has listed in the order of `pairs`, which differs in each run, or rows with another order.
      if Self.isScriptKey(key) || scope == .movedWorld, Self.haveSameElements(value, otherValue) { return false }
      if SavedProperty.textKeys.contains(key), scope != .movedWorld {
        return !node.hasNoRows && !other.hasNoRows && Self.isNothing(value) != Self.isNothing(otherValue)
      }
      // What is in a view that is not loaded yet cannot be encoded.
      return !(value == nil && node.isViewLoaded == false || otherValue == nil && other.isViewLoaded == false)
    }
    return SavedProperty.causes(among: keys).map { key in
      node.loss(
        of: key, in: other, scope, at: node.place ?? other.place,
        commonCause: node.identifier == nil ? node.commonCause : nil)
    }
  }

  /// The keys of a text and of the selection in it.
  private static let keysOfText: Set<String> = [
    "typedText", "selectionLocation", "selectionLength", "isSelectedBackwards",
  ]

  /// Whether two lists have the same elements in another order.
  private static func haveSameElements(_ list: StateValue?, _ other: StateValue?) -> Bool {
    guard case .list(let values)? = list, case .list(let others)? = other, values.count == others.count else {
      return false
    }
    return values.map { "\($0)" }.sorted() == others.map { "\($0)" }.sorted()
  }

  /// Whether two values differ only in addresses, as in the texts that Lua has for tables, which differ in every run.
  static func differInAddresses(_ value: StateValue?, _ other: StateValue?) -> Bool {
    guard let value, let other else { return false }
    let (text, otherText) = ("\(value)", "\(other)")
    return text.contains(": 0x") && text.withoutAddresses == otherText.withoutAddresses
  }

  private static func isNothing(_ value: StateValue?, _ key: String, in node: Node) -> Bool {
    // Scripts hardly distinguish nil from the values that they decode in its place.
    if isScriptKey(key), [.boolean(false), .integer(0), .float(0), .string("")].contains(value) { return true }
    return isNothing(value.map { SavedProperty(key, in: node.values).scriptValue($0) })
  }

  private static func isNothing(_ value: StateValue?) -> Bool {
    switch value {
    case nil, .null: true
    case .list(let values): values.isEmpty
    case .map(let pairs): pairs.isEmpty
    default: false
    }
  }

  private func focusLoss(in twin: AppMoment) -> Loss? {
    guard focus != twin.focus, !isCovered, !twin.isCovered else { return nil }
    if [self, twin].contains(where: { moment in
      moment.focus.map { Self.isForgotten($0, among: forgets) } == true
        || moment.focusedNode?.isForgotten(among: forgets) == true
    }) {
      return nil
    }
    let node = focusedNode
    // Code that focuses a view takes the focus from all others.
    let taken = twin.focus.map { "isFirstResponder \($0)" }
    return Loss(
      focus ?? "", node?.className ?? "Application", "isFirstResponder", focus == nil ? "no view" : "true",
      twin.focus.map { "false; \($0) is focused" } ?? "false", at: node?.place,
      commonCause: node.flatMap { $0.identifier == nil ? $0.commonCause : nil } ?? taken)
  }

  /// The node with keyboard focus.
  private var focusedNode: Node? { focus.flatMap { path in all.first { $0.path == path } } }

  var isCovered: Bool { showsOverlay || all.contains(where: \.isTransient) }
}

extension Loss {
  /// Whether a script encodes a value under a key that had none.
  fileprivate var isOfAbsentKey: Bool { before == "nil" && property.map(AppMoment.isScriptKey) == true }

  fileprivate var isOfKeyCommands: Bool { isOfUnsaved && property == NodeFacts.Unsaved.keyCommands }
}

extension AppMoment.Node {
  /// Whether its screen is shown. Others may be filled when they appear.
  fileprivate var isOnScreen: Bool { !(owner ?? self).frame.isEmpty }

  /// A text that views or controllers share if one line of code creates them: they lose their state for the same reason, such as
  /// a missing identifier. Nil if the line is unknown.
  fileprivate var commonCause: String? { place.map { "\($0) \(facts.className)" } }

  /// Whether it has a text that a script has set, such as a date, and that is another one in another moment.
  fileprivate func hasOtherScriptText(than other: AppMoment.Node) -> Bool {
    guard !facts.isTyped, values["typedText"] != other.values["typedText"] else { return false }
    let isCleared = [values, other.values].contains { [nil, .string("")].contains($0["typedText"]) }
    return facts.isReadOnlyText || !isCleared
  }

  /// Whether a key has the indices of chosen items.
  fileprivate func isChoice(_ key: String) -> Bool {
    SavedProperty.choices.contains(key) || key == "selectedRows" && facts.choice != nil
  }

  /// The value of a key as it is compared: with other items, those that are chosen instead of their indices.
  fileprivate func value(of key: String, _ scope: AppMoment.Scope) -> StateValue? {
    guard scope == .movedWorld, isChoice(key) else { return values[key] }
    return facts.choice.map(\.value) ?? values[key]
  }

  /// Returns the loss of a value that this node has differently, or not at all, in another moment.
  func loss(
    of key: String, in other: AppMoment.Node?, _ scope: AppMoment.Scope = .all, at place: Place?,
    commonCause: String? = nil
  ) -> Loss {
    let property = SavedProperty(key, in: values)
    return Loss(
      path, facts.className, property.name, property.text(value(of: key, scope)),
      property.text(other?.value(of: key, scope)), at: place, commonCause: commonCause, number: number)
  }
}

extension String {
  /// The text without spaces at both ends.
  var trimmingSpaces: String {
    // By bytes, as reading characters takes much longer.
    let space = UInt8(ascii: " ")
    let start = utf8.firstIndex { $0 != space } ?? endIndex
    let end = utf8.lastIndex { $0 != space }.map(utf8.index(after:)) ?? start
    return String(self[start..<end])
  }

  /// The text without the digits of addresses.
  var withoutAddresses: String {
    split(separator: "0x", omittingEmptySubsequences: false).map { $0.drop(while: \.isHexDigit) }
      .joined(separator: "0x")
  }
}

extension AppMoment.Scope {
  private static let keysIndependentOfTime = SavedProperty.choices.union([
    "focus", "focusedChild", "selectedRows", "focusedRow", "typedText", "selectionLocation", "selectionLength",
    "isSelectedBackwards", "openItems", "currentIndex",
  ])
  private static let keysIndependentOfItems: Set<String> = [
    "focusedChild", "selectedTexts", "typedText", "isOn", "value",
  ]

  /// Whether the value of a key is compared.
  fileprivate func includes(_ key: String) -> Bool {
    switch self {
    case .all: true
    case .withoutScriptValues: !AppMoment.isScriptKey(key)
    case .independentOfTime: Self.keysIndependentOfTime.contains(key)
    case .movedWorld: Self.keysIndependentOfItems.contains(key)
    }
  }
}

extension NeutralEvent {
  /// The part of a moment that the event must leave as it is.
  ///
  /// - Parameter writesFiles: whether the app has written files because of it.
  func scope(writesFiles: Bool) -> AppMoment.Scope {
    switch self {
    case .clock, .timeZone: .independentOfTime
    case .background, .reload: writesFiles ? .withoutScriptValues : .all
    default: .all
    }
  }
}
