// Causes of discoveries that are known because a change of the script removes a loss.
extension Discovery {
  /// Whether a change of the script may explain it: a loss of a restart alone with a remedy that names no cause, or none that was tried.
  var needsTrial: Bool {
    isOfRestart && !needsLaterStep && [.loss, .field].contains(kind)
      && [FindingCode.valueLost.rawValue, Self.field].contains(code)
      && (remedy.map { remedy in ["Nothing ", "Its value is restored"].contains(where: remedy.hasPrefix) } ?? true)
  }

  /// Explains it by a change of the script that removes it.
  mutating func explain(by change: ScriptChange) {
    (place, remedy) = (change.place, change.remedy)
    if case .call = change.kind {
      (decoding, commonCause) = (change.place.description, "decode \(change.place)")
    } else {
      commonCause = "\(Self.line)\(change.place)"
    }
  }
}
