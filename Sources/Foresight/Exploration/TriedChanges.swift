// Causes of discoveries that are known because a change of the script, or of the saved state, removes a loss.
extension Discovery {
  /// Whether such a change may explain it: a loss of a restart with a remedy that names no cause, or none that was tried.
  var needsTrial: Bool {
    isOfRestart && [.loss, .field].contains(kind)
      && [FindingCode.valueLost.rawValue, Self.field].contains(code)
      && (remedy.map { remedy in ["Nothing ", "Its value is restored"].contains(where: remedy.hasPrefix) } ?? true)
  }

  /// Explains it by a cause that a trial has found.
  mutating func explain(by cause: TriedCause) {
    (place, remedy) = (cause.place, cause.remedy)
    if cause.isDecoding {
      (decoding, commonCause) = (cause.place.description, "decode \(cause.place)")
    } else {
      commonCause = "\(Self.line)\(cause.place)" + (cause.field.map { " \($0)" } ?? "")
    }
  }
}
