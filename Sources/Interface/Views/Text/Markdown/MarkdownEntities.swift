/// HTML entities: `&amp;`, `&#8230;`, `&#x2026;`.
enum MarkdownEntities {
  /// The named entities of <https://html.spec.whatwg.org/entities.json>, loaded on first use.
  private static let names: [Substring: String] = {
    var names: [Substring: String] = [:]
    for line in String(decoding: PackageResources.entities_txt, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      var text = ""
      for field in fields.dropFirst() {
        if let value = UInt32(field, radix: 16), let scalar = Unicode.Scalar(value) {
          text.unicodeScalars.append(scalar)
        }
      }
      names[fields[0]] = text
    }
    return names
  }()

  /// Returns the text of an entity, given with its `&` and `;`; the entity itself if its name is unknown.
  static func text(of entity: String) -> String {
    let name = entity.dropFirst().dropLast()
    guard name.first == "#" else { return names[name] ?? entity }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // An invalid code point becomes the replacement character.
    guard let value, value != 0, let scalar = Unicode.Scalar(value) else { return "\u{fffd}" }
    return String(Character(scalar))
  }
}
