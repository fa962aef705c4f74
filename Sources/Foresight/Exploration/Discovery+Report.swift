import StateRestoration

// A discovery in a report: as a sentence, and as JSON.
extension Discovery {
  /// One sentence on what was found.
  var message: String {
    switch kind {
    case .error:
      let error = after.split(separator: "\n").first.map(String.init) ?? after
      return items.contains { $0.moved != nil } ? "\(error), after \(phrase ?? "")" : error
    case .loss, .field, .possibleLoss:
      let node = path.isEmpty ? "the app" : "\(path) (\(className))"
      let event = phrase.map { " after \($0)" } ?? ""
      guard let property else {
        return "\(node): \(after)\(event)"
      }
      if let shown { return "\(node): \(shown.name) was \(shown.before), and is \(shown.after)\(event)" }
      let what = kind == .field ? "the field \(property)" : property
      return "\(node): \(what) was \(before), and is \(after)\(event)"
    }
  }

  /// The line that a file of printed tests begins with.
  static let fileBeginning = "local test = require \"luahost.test\"\n\n"

  /// The discovery as a JSON object, without values that do not apply.
  var table: StateValue {
    .table([
      ("steps", .list(items.compactMap(\.step).map { .string($0.code) })),
      ("event", event.map { .string(items.contains { $0.moved != nil } ? "world" : $0.rawValue) }),
      ("change", items.lazy.compactMap(\.moved).first.map { .string($0.change) }),
      ("path", kind == .error || path.isEmpty ? nil : .string(path)),
      ("class", kind == .error ? nil : .string(className)),
      ("property", (shown?.name ?? property).map { .string($0.trimmingQuotes) }),
      ("before", kind == .error ? nil : .string(shown?.before ?? before)), ("after", .string(shown?.after ?? after)),
      ("file", place.map { .string($0.file) }), ("line", place.map { .integer(Int64($0.line)) }),
      ("code", .string(code)), ("remedy", remedy.map { .string($0) }),
      ("test", test.map { .string(Self.fileBeginning + $0) }),
    ])
  }
}

extension String {
  /// The key of a script without the quotes that tell it from a built-in one.
  var trimmingQuotes: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
