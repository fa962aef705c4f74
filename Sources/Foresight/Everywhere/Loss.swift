import StateRestoration

/// A part of an app that differs from an undisturbed run.
public struct Loss: Hashable, Sendable, CustomStringConvertible {
  /// The identifiers or class names that lead to the node, joined by `/`; empty for the application.
  public let path: String
  /// The node's class.
  public let className: String
  /// The property or key that differs; nil if the whole node is missing, or is there without being in the undisturbed run.
  public let property: String?
  /// The value in the undisturbed run, as text.
  public let before: String
  /// The value after the event.
  public let after: String
  /// The place of the code to fix; nil if it is unknown.
  public var place: Place?
  /// The doctor's finding that explains the loss; nil if it knows none.
  public var cause: Finding?
  /// The remedy of the line that loses the value; nil if the doctor knows none.
  private(set) var remedy: String?
  /// The row of the screen in the undisturbed run that is lost, without spaces around it; nil for other losses.
  var shownText: String?
  /// A text that losses with the same cause share, such as those of a view without an identifier; nil if none is known.
  private(set) var commonCause: String?
  /// The number of the node among those with the same path and class, from 1 on.
  let number: Int
  /// Whether it is a property that only scripts set and nothing saves.
  let isOfUnsaved: Bool

  init(
    _ path: String, _ className: String, _ property: String?, _ before: String, _ after: String, at place: Place? = nil,
    commonCause: String? = nil, number: Int = 1, isOfUnsaved: Bool = false
  ) {
    self.number = number
    (self.path, self.className, self.property) = (path, className, property)
    (self.before, self.after, self.place, self.commonCause) = (before, after, place, commonCause)
    self.isOfUnsaved = isOfUnsaved
  }

  public static func == (left: Loss, right: Loss) -> Bool { left.identity == right.identity }
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// The node and property, without values.
  struct Subject: Hashable, Sendable {
    let path: String
    let className: String
    let property: String?

    /// Whether both are nodes of one class with identifiers, below the same node.
    func isSibling(of other: Subject) -> Bool {
      let (own, others) = (IdentifierPath(parsing: path), IdentifierPath(parsing: other.path))
      return property == nil && other.property == nil && className == other.className && own.parent == others.parent
        && ![own, others].contains { $0.components.last?.hasPrefix("<") ?? true }
    }
  }

  /// The node and property, without values. Differences of the screen are one subject.
  var subject: Subject {
    property == "screen"
      ? Subject(path: "", className: "", property: property)
      : Subject(path: path, className: className, property: property)
  }

  /// The node, also for differences of the screen.
  var node: Subject { Subject(path: path, className: className, property: place.map { "\($0)" }) }

  /// Whether it is of a view without an identifier, which is shown by its class.
  var isOfUnnamed: Bool { path.isOfUnnamed }

  private var identity: [String?] { [path, className, property, before, after] }

  /// The cause, as far as it is known: two losses with the same one need one fix.
  public var causeKey: String {
    if let cause {
      return "\(cause.code.rawValue) \(cause.place.map { "\($0)" } ?? cause.path ?? "") \(cause.key ?? "")"
    }
    return commonCause ?? "\(path) \(className) \(property ?? "")"
  }

  /// Adds the place and cause that the doctor knows, or else the line that decodes a lost key, from an examination of the app
  /// before the event.
  @MainActor mutating func explain(by examination: Examination) {
    explain(by: examination.diagnosis)
    guard cause == nil, let key = scriptKey, examination.diagnosis.losingLines.line(for: self) == nil,
      let place = examination.place(ofKey: key, of: path, in: className)
    else { return }
    self.place = place
  }

  /// Adds the place and cause that the doctor knows, from an examination of the app before the event.
  public mutating func explain(by diagnosis: Diagnosis) {
    guard let finding = diagnosis.cause(of: self) ?? diagnosis.causeInObject(of: self) else {
      if let line = diagnosis.losingLines.line(for: self) { explain(by: line) }
      return
    }
    cause = finding
    place = finding.place ?? place
  }

  /// Adds the place and remedy of a line that loses the value.
  mutating func explain(by line: LosingLine) { (place, remedy) = (line.place, line.remedy) }

  /// Explains it by a cause that a trial has found.
  mutating func explain(by cause: TriedCause) { (place, remedy) = (cause.place, cause.remedy) }

  /// Explains it by a decoding after which nothing shows the restored values.
  mutating func explain(byDecodeAt place: Place) { (self.place, remedy) = (place, Discovery.remedyForNotShown) }

  /// `file:line: path (Class): property was …, and is …`.
  public var description: String { (place.map { "\($0): " } ?? "") + what }

  /// `path (Class): property was …, and is …`.
  var what: String {
    let node = path.isEmpty ? "the app" : className.isEmpty ? path : "\(path) (\(className))"
    guard let property else { return "\(node): \(after)" }
    return "\(node): \(property) was \(before), and is \(after)"
  }
}
