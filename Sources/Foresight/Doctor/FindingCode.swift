/// A kind of mistake that costs an app state, as users of the command know it.
public enum FindingCode: String, CaseIterable, Sendable {
  case noIdentifier = "no-identifier"
  case duplicateIdentifier = "duplicate-identifier"
  case nothingMakesIt = "nothing-makes-it"
  case noClassMethod = "no-class-method"
  case returnedNil = "returned-nil"
  case otherClass = "other-class"
  case madeTwice = "made-twice"
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

  /// How much a mistake costs.
  public enum Severity: String, Sendable {
    /// State is lost.
    case error
    /// State can be lost, or restoring it does more than it should.
    case warning
  }

  /// How much the mistake costs.
  public var severity: Severity {
    switch self {
    case .keyWrittenTwice, .largeState, .selectionByRow, .madeTwice, .notEncoded: .warning
    default: .error
    }
  }

  /// Whether the node of a finding is not restored, so that nothing else is worth reporting about the nodes below it.
  var losesNode: Bool {
    switch self {
    case .noIdentifier, .nothingMakesIt, .noClassMethod, .returnedNil, .otherClass, .unstableIdentifier, .builtTooEarly:
      true
    default: false
    }
  }

  /// The codes that follow from this one for the same node, and are not reported beside it.
  var implied: Set<FindingCode> {
    switch self {
    case .noClassMethod: [.nothingMakesIt, .callbackFailed]
    case .unstableIdentifier: [.nothingMakesIt, .returnedNil, .duplicateIdentifier, .valueLost, .madeTwice]
    case .duplicateIdentifier: [.nothingMakesIt, .valueLost, .madeTwice]
    case .cannotBeSaved: [.callbackFailed, .valueLost, .notEncoded]
    case .callbackFailed: [.valueLost, .notDecoded, .notEncoded, .returnedNil]
    case .builtTooEarly: [.duplicateIdentifier, .valueLost]
    default: []
    }
  }
}
