import AppSession
import StateRestoration

/// The result of an examination.
public struct Diagnosis: Equatable, Sendable {
  /// The findings, one for each cause, in the order of their places.
  public private(set) var findings: [Finding] = []
  /// Whether the app saves its state.
  public internal(set) var isSaved = true
  /// Operations that the trial run refused because they have effects outside of it, sorted.
  public internal(set) var refusedOperations: [String] = []
  /// Errors of the app that are not findings, as they are unrelated to saving and restoring.
  public internal(set) var otherErrors: [String] = []
  /// The failures of the cases of a test that were not examined because of them.
  public private(set) var failedCases: [String] = []
  /// The lines of scripts that explain losses without a finding.
  var losingLines: [LosingLine] = []
  /// The plain fields of registered objects, as Lua literals, by path: views show what these hold.
  private(set) var fieldsOfObjects: [String: [String: String]] = [:]

  /// Creates a diagnosis from all that checks have found.
  init(_ all: [Finding] = [], refusedOperations: [String] = [], failedCases: [String] = []) {
    (self.refusedOperations, self.failedCases) = (refusedOperations, failedCases)
    add(all)
  }

  /// The findings as a JSON list, in which a failed case is an object, too.
  package var table: StateValue {
    .list(
      findings.map(\.table)
        + failedCases.map {
          .table([("code", .string("case-failed")), ("severity", .string("error")), ("message", .string($0))])
        })
  }

  /// Returns the diagnosis with other names of files.
  func renamed(_ names: [String: String]) -> Diagnosis {
    var diagnosis = self
    func renamed(_ place: Place) -> Place { Place(file: names[place.file] ?? place.file, line: place.line) }
    diagnosis.findings = findings.map { finding in
      var finding = finding
      finding.place = finding.place.map(renamed)
      finding.nearPlace = finding.nearPlace.map(renamed)
      return finding
    }
    return diagnosis
  }

  /// Adds the results of another examination.
  mutating func add(_ other: Diagnosis) {
    add(other.findings)
    refusedOperations = Set(refusedOperations + other.refusedOperations).sorted()
    losingLines += other.losingLines
    fieldsOfObjects.merge(other.fieldsOfObjects) { first, _ in first }
    otherErrors += other.otherErrors.filter { !otherErrors.contains($0) }
    failedCases += other.failedCases
  }

  /// Adds the plain fields of registered objects, and removes the findings about views that show what a lost object holds.
  mutating func addFields(ofObjects fields: [String: [String: String]]) {
    fieldsOfObjects.merge(fields) { $1 }
    let holders = self
    removeLosses { finding, path in
      guard let value = finding.lostValue else { return false }
      return holders.causeInHolder(of: Loss(path, finding.className ?? "", finding.key, value, "")) != nil
    }
  }

  /// Removes the findings about lost values that follow from others.
  ///
  /// - Parameter isConsequence: receives a finding, and the path of its node.
  mutating func removeLosses(where isConsequence: (Finding, _ path: String) -> Bool) {
    findings.removeAll { finding in
      finding.code == .valueLost && finding.path.map { isConsequence(finding, $0) } == true
    }
  }

  /// Removes the findings about errors that follow from others.
  mutating func removeFailures(where isConsequence: (Finding) -> Bool) {
    findings.removeAll { $0.code == .callbackFailed && isConsequence($0) }
  }

  /// Adds findings, and removes those that follow from others.
  mutating func add(_ more: [Finding]) {
    let all = findings + more
    var causes: [Finding] = []
    var numbers: [String: Int] = [:]
    for finding in all {
      let cause = [finding.code.rawValue, finding.place.map { "\($0)" } ?? finding.path ?? "", finding.key ?? ""]
      if let number = numbers[cause.joined(separator: "\n")] {
        causes[number].otherPaths.formUnion(finding.paths)
      } else {
        numbers[cause.joined(separator: "\n")] = causes.count
        causes.append(finding)
      }
    }
    // One cause explains what follows from it at each of its nodes.
    findings = causes.filter { finding in !all.contains { $0.explains(finding) } }
      .sorted {
        ($0.place ?? .none, $0.code.rawValue, $0.key ?? "") < ($1.place ?? .none, $1.code.rawValue, $1.key ?? "")
      }
  }
}

extension Place {
  /// Sorts findings without a place first.
  fileprivate static let none = Place(file: "", line: 0)
}

extension String {
  /// Whether a path leads to a node without an identifier, which is shown by its class.
  var isOfUnnamed: Bool { IdentifierPath(parsing: self).components.last?.hasPrefix("<") == true }
}

extension Finding {
  /// Whether another finding follows from this one, or is passed over beside it.
  func explains(_ other: Finding) -> Bool {
    if code == .valueLost, other.code == .valueLost, SavedProperty.shownChildren.contains(key ?? ""),
      Self.focusProperties.contains(other.key ?? ""), let path, other.path?.hasPrefix(path + "/") == true
    {
      // Another child of the container has the focus.
      return true
    }
    // A selected row is focused, too.
    if code == .valueLost, other.code == .valueLost, path == other.path, Self.rowSelections.contains(key ?? ""),
      Self.focusProperties.contains(other.key ?? "")
    {
      return true
    }
    // A view loses its values together, and a line that loses them those of several views.
    if code == .valueLost, other.code == .valueLost, place == other.place, place != nil,
      let key, let otherKey = other.key,
      path == other.path || isOfLosingLine && other.isOfLosingLine && remedy == other.remedy && key != otherKey
    {
      return (SavedProperty(key).dependence, key) < (SavedProperty(otherKey).dependence, otherKey)
    }
    // A chart beside another view of the same value.
    if code == .valueLost, other.code == .valueLost, other.isOfChart, let path, let otherPath = other.path,
      path != otherPath,
      IdentifierPath(parsing: path).parent == IdentifierPath(parsing: otherPath).parent
    {
      return !isOfChart || path < otherPath
    }
    // One line creates several views without identifiers.
    if code == .valueLost, other.code == .valueLost, place != nil, place == other.place, let path,
      let otherPath = other.path, path != otherPath, path.isOfUnnamed, otherPath.isOfUnnamed
    {
      return path < otherPath
    }
    // What the launch puts in place of a restored screen need not be restored itself.
    if code == .builtTooEarly, other.code == .noCreator, place != nil, place == other.place { return true }
    // A child with another identifier replaces the one that its container has created.
    if code == .unstableIdentifier, other.code == .createdTwice, className == other.className, let path,
      let otherPath = other.path,
      IdentifierPath(parsing: path).parent == IdentifierPath(parsing: otherPath).parent
    {
      return true
    }
    // A registered object with another identifier has another path in each run.
    if code == .unstableIdentifier, className == nil, other.code == .noCreator, place != nil, place == other.place {
      return true
    }
    if explainsAsMisnamed(other) { return true }
    if code == .saveWithoutRestore { return other.code == .builtTooEarly || other.code == .valueLost }
    // What is not there after the restoration is nil for other callbacks.
    if losesNode, code != .noIdentifier, other.code == .callbackFailed, other.isOfMissingValue { return true }
    // A view shows what the keys of its controller should contain, or what a callback that fails should set.
    if readsNil || [.keyWrittenTwice, .superNotCalled].contains(code)
      || other.isSetByScript && [.notDecoded, .notEncoded, .cannotBeSaved, .callbackFailed].contains(code),
      other.code == .valueLost,
      other.key == "text",
      let otherPath = other.path,
      nodePaths.union(path.map { [$0] } ?? []).contains(where: { otherPath.hasPrefix($0 + "/") })
    {
      return true
    }
    // What the superclass should have set, or saved for the restoration method, is nil.
    if code == .superNotCalled, let otherPath = other.path, nodePaths.contains(otherPath) {
      return other.code == .callbackFailed && other.message.contains("a nil value")
        || other.code == .returnedNil && key == RestorationName.encode
    }
    guard let path, let otherPath = other.path, other != self else { return false }
    if code == .keyWrittenTwice, other.code == .notDecoded, otherPath == path, other.key == key { return true }
    if failsForKey(of: other) { return false }
    if other.failsForKey(of: self) { return true }
    if otherPath == path { return code.implied.contains(other.code) }
    // The children of one sibling can have the state of the other's.
    if code == .duplicateIdentifier, otherPath.hasPrefix(path + "/") { return code.implied.contains(other.code) }
    // A child that could not be created is not the one that its container shows, and is not focused there.
    if code == .callbackFailed, other.code == .valueLost,
      SavedProperty.shownChildren.union(Self.focusProperties).contains(other.key ?? ""),
      path.hasPrefix(otherPath + "/")
    {
      return true
    }
    if other.code == .valueLost, losesNode || code == .createdTwice {
      // A lost node takes the focus with it, and changes the selection of its container.
      if path.hasPrefix(otherPath + "/") || Self.focusProperties.contains(other.key ?? "") { return true }
    }
    return losesNode && (other.seenPath ?? otherPath).hasPrefix(path + "/")
  }

  /// Whether a callback other than those for keys failed as a value was nil.
  private var isOfMissingValue: Bool {
    message.contains("a nil value")
      && ![RestorationName.encode, RestorationName.decode].contains { message.hasPrefix("\($0) ") }
  }

  /// Whether a callback failed as the field of a lost key was nil.
  private func failsForKey(of other: Finding) -> Bool {
    code == .callbackFailed && path == other.path && [.notDecoded, .notEncoded].contains(other.code)
      && other.isKey(ofNilFieldIn: message)
  }

  /// Whether an error is that the field with the name of the key is nil.
  func isKey(ofNilFieldIn error: String) -> Bool {
    ([key].compactMap { $0 } + otherKeys).contains { error.contains("a nil value (field '\($0)')") }
  }

  /// Whether another finding is that of the key that was probably meant, and has the opposite mistake.
  func isOtherName(of other: Finding) -> Bool {
    guard let key, key == other.nearKey else { return false }
    return [code, other.code].allSatisfy { [.notDecoded, .notEncoded].contains($0) } && code != other.code
      && path == other.path && otherKeys.isEmpty
  }

  /// Whether the view only shows a value.
  private var isOfChart: Bool { className.map(Discovery.charts.contains) ?? false }

  private static let rowSelections: Set<String> = ["indexPathsForSelectedRows", "selectedItem"]
  private static let focusProperties: Set<String> = ["isFirstResponder", "focusedIndexPath", "focusedItem"]
}
