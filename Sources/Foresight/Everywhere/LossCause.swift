import LuaScreens
import StateRestoration

/// A lost node or value, as the doctor's findings are compared with it.
protocol LostPart {
  /// The identifiers or class names that lead to the node, joined by `/`; empty for the application.
  var path: String { get }
  /// The class of the node.
  var className: String { get }
  /// The property or key that is lost; nil for the whole node.
  var property: String? { get }
  /// The lost value, as text.
  var before: String { get }
  /// The value that it was restored to, as text.
  var after: String { get }
  /// The place that the loss itself names; nil if it is unknown.
  var place: Place? { get }
}

extension LostPart {
  /// The key that a script encodes; nil for other properties.
  var scriptKey: String? { property.flatMap { AppMoment.isScriptKey($0) ? $0.trimmingQuotes : nil } }
}

extension Loss: LostPart {}
extension Discovery: LostPart {}

extension Diagnosis {
  /// Returns the finding that explains a loss; nil if there is none. One about the node itself comes before one about a node
  /// that contains it.
  func cause(of loss: some LostPart) -> Finding? {
    let candidates = findings(for: loss).filter { $0.explains(loss) || isOfUnstableObject(loss, $0) }
    // A mistake of a class explains what nothing at the node does.
    return candidates.first { $0.paths.contains(loss.path) } ?? candidates.first { $0.path != nil } ?? candidates
      .first
      ?? causeInHolder(of: loss) ?? causeOnScreen(of: loss)
  }

  /// Returns the findings that can explain a loss. The screen is compared if no saved value differs, such as that of a key that is
  /// not decoded, as its name is misspelt, or of a selection.
  private func findings(for loss: some LostPart) -> [Finding] {
    guard loss.property == "screen" else { return findings }
    let lostKeys = Set(findings.filter { $0.code == .notDecoded }.compactMap(\.key))
    return findings.filter { finding in
      // A value of another type can be saved as it was.
      (!finding.isNeverRead && finding.code != .selectionByRow || finding.readsNil)
        && finding.key.flatMap { Evidence.nearKey($0, among: lostKeys) } == nil
    }
  }

  /// Returns the finding about a registered object that holds the lost value of a view in a field: a script shows it there.
  func causeInHolder(of loss: some LostPart) -> Finding? {
    guard let property = loss.property, !AppMoment.isScriptKey(property), property != "screen",
      // Any object may hold these.
      !Self.commonValues.contains(loss.before)
    else { return nil }
    return findings.first { finding in
      guard ![.largeState, .keyWrittenTwice].contains(finding.code) else { return false }
      return fieldsOfObjects.contains { path, fields in
        // Its path is another one in each launch.
        guard finding.paths.contains(path) || finding.code == .unstableIdentifier && finding.className == nil else {
          return false
        }
        return fields.contains { name, value in
          value == loss.before && (!finding.concernsKey || ([finding.key] + finding.otherKeys).contains(name))
        }
      }
    }
  }

  private static let commonValues: Set<String> = ["true", "false", "0", "1", "-1", "0.0", "1.0", "\"\"", "{}"]

  /// Whether a registered object is lost whose identifier is another one in each launch.
  private func isOfUnstableObject(_ loss: some LostPart, _ finding: Finding) -> Bool {
    finding.code == .unstableIdentifier && finding.className == nil && loss.property == nil && loss.place == nil
      && IdentifierPath(parsing: loss.path).components.count < 2
  }

  /// Returns the finding about a registered object, or a misspelt callback of the application, if it is the only one: views
  /// anywhere can show what is lost there. It is a guess, for a loss of which nothing but the finding is known.
  func causeInObject(of loss: some LostPart) -> Finding? {
    guard loss.property == "screen" else { return nil }
    let ofObjects = findings(for: loss).filter {
      $0.concernsKey && $0.className == nil && !$0.allPaths.isEmpty && !$0.paths.contains("")
    }
    return ofObjects.count == 1 ? ofObjects.first : nil
  }

  /// Returns the finding about a controller or its contents, if it is the only one: its bars or other views show what is lost.
  private func causeOnScreen(of loss: some LostPart) -> Finding? {
    let owner = IdentifierPath(parsing: loss.path).parent.description
    guard loss.property == "screen", !owner.isEmpty else { return nil }
    let near = findings(for: loss).filter { finding in
      ![.largeState, .selectionByRow].contains(finding.code)
        && finding.allPaths.contains { $0 == owner || $0.hasPrefix(owner + "/") }
    }
    return near.count == 1 ? near.first : nil
  }

  /// Returns the finding about an error: at its line; about a key whose field is nil in it; about a node of another class, whose
  /// callback failed; about what is lost on its branch of the tree, and thus nil; or, if the host has raised it, about the class
  /// that it names.
  ///
  @MainActor
  func finding(of error: Discovery, _ evidence: Evidence) -> Finding? {
    if let place = error.place {
      return findings.first { $0.place == place && (error.event != nil || $0.isAboutCall) }
        ?? findings.first { $0.isAbout(error) }
        ?? findings.first { $0.concernsKey && $0.isKey(ofNilFieldIn: error.after) }
        ?? findings.first { finding in
          finding.code == .otherClass
            && (finding.path != nil && finding.path == error.failure?.node
              || error.event != nil && finding.className.map { error.after.contains("\($0) has no ") } == true)
        } ?? causeOfNil(in: error, evidence)
    }
    let classNames = error.failure?.restorationClass.map { evidence.scripts.lineage(of: $0) } ?? []
    return findings.first { finding in
      finding.losesNode
        && (finding.className.map(classNames.contains) == true
          || error.failure?.node.map(finding.nodePaths.contains) == true)
    }
  }

  /// Returns the finding about what is lost of the node of an error after an event, above it or below it, or else about a lost node
  /// whose class uses the name, or the only lost key, if the error is one of nil. A key counts if its value can be in the variable
  /// or field that is nil. A controller without a parent has no containers.
  @MainActor
  private func causeOfNil(in error: Discovery, _ evidence: Evidence) -> Finding? {
    let (name, scripts) = (error.nilName, evidence.scripts)
    func isUsed(byClassOf finding: Finding) -> Bool {
      guard let name, let className = finding.className else { return false }
      return scripts.names(inMethodsOf: Set(scripts.lineage(of: className))).contains(name)
    }
    guard error.event != nil else {
      return name.flatMap(ContainerProperty.init) != nil
        ? findings.first { $0.isOfOrphan && isUsed(byClassOf: $0) } : nil
    }
    guard error.after.contains("nil") else { return nil }
    let keys = findings.filter { $0.concernsKey && $0.canBeCause(ofMissing: name, scripts.valueFlow) }
    let node = error.failure?.node
    return findings.first { finding in
      guard let path = finding.path, let node,
        node == path || node.hasPrefix(path + "/") || path.hasPrefix(node + "/")
      else { return false }
      return finding.losesNode || finding.code == .superNotCalled || keys.contains(finding)
    } ?? findings.first { finding in
      guard finding.losesNode, let name else { return false }
      return isUsed(byClassOf: finding) || evidence.names(lostBy: finding).contains(name)
    } ?? (keys.count == 1 ? keys.first : nil)
  }
}

extension Finding {
  /// Whether it is about a value that is only saved, only restored, or cannot be saved.
  var concernsKey: Bool { [.notDecoded, .notEncoded, .cannotBeSaved].contains(code) }

  /// Whether it is about the error of a callback, although another line is the cause.
  fileprivate func isAbout(_ error: Discovery) -> Bool {
    guard code == .callbackFailed, let path, path == error.failure?.node, let callback = error.failure?.callback else {
      return false
    }
    return message.hasPrefix("\(callback.callback) failed")
  }

  /// Whether its place is that of a call, and not where an object is created.
  fileprivate var isAboutCall: Bool {
    concernsKey || [.callbackFailed, .containerInViewDidLoad].contains(code)
  }

  /// Whether a variable or field can be nil because of a lost key.
  fileprivate func canBeCause(ofMissing name: String?, _ flow: ValueFlow) -> Bool {
    // A value that cannot be saved takes the others of its method with it.
    guard let name, let key, code != .cannotBeSaved else { return true }
    return flow.canBeNil(name, without: [key] + otherKeys)
  }

  /// The properties in which a container loses a child that is not restored.
  private static let selections: Set<String> = ["selectedIndex", "currentIndex", "shownColumn", "isFirstResponder"]

  /// Whether a loss is the consequence of this finding.
  fileprivate func explains(_ loss: some LostPart) -> Bool {
    if path == nil {
      return code == .saveWithoutRestore || explainsInClass(loss) || misnamedCallback != nil && loss.path.isEmpty
        || losesNode && nodePaths.contains { explains(loss, at: $0) }
    }
    return paths.contains { explains(loss, at: $0) }
  }

  private func explains(_ loss: some LostPart, at path: String) -> Bool {
    // Such a node has another path in each launch, below the same container.
    if code == .unstableIdentifier,
      place == loss.place || className == loss.className && isSibling(loss.path, path)
        || isBelowSibling(loss.path, path)
    {
      return true
    }
    let isSame = path == loss.path
    if isSame, misnamedCallback != nil { return true }
    let isBelow = path.isEmpty || loss.path.hasPrefix(path + "/")
    if losesNode {
      let isChild = !loss.path.isEmpty && IdentifierPath(parsing: path).parent.description == loss.path
      return isSame || isBelow || isChild && loss.property.map(Self.selections.contains) == true
    }
    guard isSame || isBelow else { return false }
    if isSame, let key, let property = loss.property,
      ([key] + otherKeys).contains(where: { $0 == property || AppMoment.scriptKey($0) == property })
    {
      return true
    }
    // A value that is lost, or large, is no reason why another one is lost, and another key has another cause.
    if code == .valueLost || code == .largeState { return false }
    return key == nil || loss.property.map { isSame && AppMoment.isScriptKey($0) } != true
  }

  private func isSibling(_ path: String, _ other: String) -> Bool {
    IdentifierPath(parsing: path).components.dropLast() == IdentifierPath(parsing: other).components.dropLast()
  }

  /// Whether a path leads to a node below one whose identifier differs from that of another path in numbers only.
  private func isBelowSibling(_ path: String, _ other: String) -> Bool {
    let (parts, others) = (IdentifierPath(parsing: path).components, IdentifierPath(parsing: other).components)
    guard let last = others.last, parts.count > others.count, parts.starts(with: others.dropLast()) else {
      return false
    }
    return parts[others.count - 1].filter { !$0.isNumber } == last.filter { !$0.isNumber }
  }

  /// Whether a mistake of a class is the cause of a loss in one of its nodes, or of what views below it show. Otherwise these have
  /// values of their own.
  private func explainsInClass(_ loss: some LostPart) -> Bool {
    let isShown = loss.property == "screen" || loss.property == "text"
    return nodePaths.contains { loss.path == $0 || isShown && loss.path.hasPrefix($0 + "/") }
  }
}

extension [Loss] {
  /// The losses that were there before the work that a launch begins with a delay was done, too: rows and views may come some
  /// time after a launch, and the other run may still wait for its own.
  func amongFirst(_ first: [Loss]) -> [Loss] {
    let known = Set(first.map(\.subject))
    return filter { known.contains($0.subject) }
  }
}
