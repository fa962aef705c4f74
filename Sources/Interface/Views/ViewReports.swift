// How reports of errors name a view.
extension View {
  /// The class, with the identifier or title if there is one.
  var nameInReports: String {
    let name = restorationIdentifier ?? accessibilityIdentifier ?? (self as? Button)?.title
    return className + (name.map { " \"\($0)\"" } ?? "")
  }
}
