import Interface

/// The texts that an exploration types into a field.
@MainActor
enum TypedTexts {
  /// The texts for all fields.
  static let general = ["hello", "7", "Ann B"]
  /// The texts that are pasted.
  static let pasted = ["hello", "7", "Ann\nBea"]

  /// The texts that words around a field suggest.
  private static let suggestions: [(words: Set<String>, text: String)] = [
    (["http", "https", "url", "uri", "link", "website"], "https://example.org/7"),
    (["mail", "email"], "ann@example.org"),
    (["date", "day", "birthday"], "2026-01-06"),
    (["time", "hour"], "18:30"),
    (["price", "amount", "decimal", "percent"], "0.5"),
  ]

  /// Returns the texts for a field; if it is empty, also those that its label, placeholder, identifier or message suggests: an
  /// example in the placeholder, or a text of the kind that they name.
  static func texts(for field: TextInput) -> [String] {
    guard field.text.isEmpty else { return general }
    let around = [
      field.accessibilityText, field.placeholder, field.restorationIdentifier ?? "", field.validationMessage,
    ]
    let words = Set(around.flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) })
    let isExample = field.placeholder.contains(where: \.isNumber)
    let suggested = suggestions.filter { !$0.words.isDisjoint(with: words) }.map(\.text)
    return general + (isExample ? [field.placeholder] : []) + suggested
  }
}
