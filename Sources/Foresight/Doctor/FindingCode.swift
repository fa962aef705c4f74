/// A kind of mistake that costs an app state, as users of the command know it.
public enum FindingCode: String, CaseIterable, Sendable {
  case noIdentifier = "no-identifier"
  case duplicateIdentifier = "duplicate-identifier"
  case noCreator = "nothing-makes-it"
  case noClassMethod = "no-class-method"
  case returnedNil = "returned-nil"
  case otherClass = "other-class"
  case createdTwice = "made-twice"
  case notDecoded = "not-decoded"
  case notEncoded = "not-encoded"
  case keyWrittenTwice = "key-written-twice"
  case superNotCalled = "super-not-called"
  case saveWithoutRestore = "save-without-restore"
  case builtTooEarly = "built-too-early"
  case unstableIdentifier = "unstable-identifier"
  case cannotBeSaved = "cannot-be-saved"
  case callbackFailed = "callback-failed"
  case largeState = "large-state"
  case selectionByRow = "selection-by-row"
  case containerInViewDidLoad = "container-in-viewDidLoad"
  case valueLost = "value-lost"

  /// The severity of a mistake.
  public enum Severity: String, Sendable {
    /// State is lost.
    case error
    /// State can be lost, or restoring it does more than it should.
    case warning
  }

  /// The severity of the mistake.
  public var severity: Severity {
    switch self {
    case .keyWrittenTwice, .largeState, .selectionByRow, .createdTwice, .notEncoded: .warning
    default: .error
    }
  }

  /// Whether the node of a finding is not restored, so that nothing else is worth reporting about the nodes below it.
  package var losesNode: Bool {
    switch self {
    case .noIdentifier, .noCreator, .noClassMethod, .returnedNil, .otherClass, .unstableIdentifier, .builtTooEarly:
      true
    default: false
    }
  }

  /// The codes that follow from this one for the same node, and are not reported beside it.
  var implied: Set<FindingCode> {
    switch self {
    case .noClassMethod: [.noCreator, .callbackFailed]
    case .unstableIdentifier: [.noCreator, .returnedNil, .duplicateIdentifier, .valueLost, .createdTwice]
    case .duplicateIdentifier: [.noCreator, .valueLost, .createdTwice, .otherClass, .notDecoded, .notEncoded]
    case .cannotBeSaved: [.callbackFailed, .valueLost, .notEncoded, .returnedNil]
    case .callbackFailed: [.valueLost, .notDecoded, .notEncoded, .returnedNil]
    case .builtTooEarly: [.duplicateIdentifier, .valueLost]
    case .otherClass: [.callbackFailed, .notDecoded, .notEncoded, .valueLost]
    default: []
    }
  }
}
