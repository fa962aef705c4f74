import LuaRuntime

/// Formats documentation entries as text.
enum DocumentationText {
  /// Returns a type's description, its members, and the names of inherited ones.
  static func lines(
    of type: Reference.Entry, inherited: [(from: String, names: [String])], in reference: Reference, width: Int
  ) -> [String] {
    var heading = type.name
    if let parent = type.parent, !["Object", "table"].contains(parent) {
      heading += ", \(LuaError.withArticle(parent))"
    }
    if type.isMade { heading += ": \(reference.variable).\(type.name) { … }" }
    if case .alias(let other) = type.kind { heading += ": \(other)" }
    var lines = wrapped(heading, indent: 0, following: 4, width: width) + wrapped(type.about, indent: 2, width: width)
    if case .class(true, let item?, let itemAbout) = type.kind {
      lines += wrapped("Items: \(item). \(itemAbout)", indent: 2, width: width)
    }
    for (title, isIn) in sections {
      let members = type.members.filter { isIn($0) }
      if members.isEmpty { continue }
      lines += ["", "\(title):"]
      for member in members {
        lines += wrapped(declaration(of: member, as: member.name), indent: 2, following: 6, width: width)
        lines += wrapped(member.text, indent: 4, width: width)
      }
    }
    if !inherited.isEmpty { lines.append("") }
    for (parent, names) in inherited {
      lines += wrapped("From \(parent): \(names.joined(separator: ", "))", indent: 0, following: 2, width: width)
    }
    return lines
  }

  private static let sections: [(title: String, isIn: @Sendable (Reference.Member) -> Bool)] = [
    ("Properties", { !$0.isFunction }),
    ("Methods", { if case .method = $0.kind { true } else { false } }),
    ("Callbacks that a script may define", { if case .callback = $0.kind { true } else { false } }),
  ]

  /// Returns the declaration of a member, with its types.
  static func declaration(of member: Reference.Member, as name: String) -> String {
    guard member.isFunction else {
      return "\(name)\(member.isOptional ? "?" : ""): \(member.type ?? "any")"
    }
    let parameters = member.parameters.map { parameter in
      parameter.name + (parameter.isOptional ? "?" : "") + (parameter.type.map { ": \($0)" } ?? "")
    }
    let keyword = if case .callback = member.kind { "function " } else { "" }
    return "\(keyword)\(name)(\(parameters.joined(separator: ", ")))" + (member.type.map { ": \($0)" } ?? "")
  }

  /// Returns a name with its description in a second column.
  static func row(_ name: String, _ about: String, column: Int, width: Int) -> [String] {
    let lines = wrapped(about, indent: column + 2, width: width)
    guard name.count < column, let first = lines.first else { return ["  \(name)"] + lines }
    let padded = "  " + name + String(repeating: " ", count: column - name.count)
    return [padded + first.dropFirst(column + 2)] + lines.dropFirst()
  }

  /// Returns a text up to its first full stop.
  static func firstSentence(_ text: String) -> String {
    text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) + "." } ?? text
  }

  /// Wraps a text to a number of columns, at spaces, and in long types after a `|`.
  ///
  /// - Parameter following: the indentation of all lines but the first; nil uses the same.
  static func wrapped(_ text: String, indent: Int, following: Int? = nil, width: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    func add(_ piece: some StringProtocol, after space: String) {
      if !isEmpty, line.count + space.count + piece.count > width {
        lines.append(line)
        line = String(repeating: " ", count: following ?? indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : space) + piece
      isEmpty = false
    }
    for word in text.split(separator: " ") {
      guard word.count > width - indent else {
        add(word, after: " ")
        continue
      }
      let choices = word.split(separator: "|", omittingEmptySubsequences: false)
      for (place, choice) in choices.enumerated() {
        add(place == choices.count - 1 ? String(choice) : "\(choice)|", after: place == 0 ? " " : "")
      }
    }
    return isEmpty ? lines : lines + [line]
  }
}
