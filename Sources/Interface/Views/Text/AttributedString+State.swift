import StateRestoration

// A styled text in a save: its characters, and the attributes of each run of bytes without its link. As a
// ``StateValue``: `{ text, { { bytes, { look, … }, continuation or false, breaking }, … } }`, where a look is the name
// of a role or `{ foreground, background, attributes }`.
extension AttributedString {
  /// The text as a state value, without its links.
  public var stateValue: StateValue {
    .styledText(.list([.string(string), .list(runs.map(\.stateValue))]))
  }

  /// Creates the text from a state value; nil if the value has another format.
  public convenience init?(_ value: StateValue) {
    guard case .styledText(.list(let items)) = value, items.count == 2, case .string(let string) = items[0],
      case .list(let encodedRuns) = items[1]
    else { return nil }
    var string8 = Array(string.utf8)[...]
    var parts: [(text: String, attributes: Attributes)] = []
    for run in encodedRuns {
      guard case .list(let fields) = run, case .integer(let count)? = fields.first, count > 0, count <= string8.count
      else { return nil }
      parts.append((String(decoding: string8.prefix(Int(count)), as: UTF8.self), Attributes(fields.dropFirst())))
      string8 = string8.dropFirst(Int(count))
    }
    if !string8.isEmpty { parts.append((String(decoding: string8, as: UTF8.self), Attributes())) }
    self.init(parts: parts)
  }
}

extension Text {
  /// The text as a state value: a string or a styled text.
  var stateValue: StateValue { attributed?.stateValue ?? .string(string) }

  /// Creates the text from a state value; nil if the value has another format.
  init?(_ value: StateValue?) {
    switch value {
    case .string(let string)?: self.init(string)
    case let value?:
      guard let attributed = AttributedString(value) else { return nil }
      self.init(attributed)
    case nil: return nil
    }
  }
}

extension AttributedString.Run {
  fileprivate var stateValue: StateValue {
    var fields: [StateValue] = [.integer(Int64(byteCount)), .list(attributes.looks.map(\.stateValue))]
    if let paragraph = attributes.paragraph {
      fields += [paragraph.continuation?.stateValue ?? .boolean(false), .string(paragraph.breaking.rawValue)]
    }
    return .list(fields)
  }
}

extension AttributedString.Attributes {
  fileprivate init(_ fields: ArraySlice<StateValue>) {
    let fields = Array(fields)
    self.init()
    if case .list(let values)? = fields.first { looks = values.compactMap(AttributedString.Look.init) }
    guard fields.count == 3, case .string(let name) = fields[2],
      let breaking = AttributedString.Paragraph.Breaking(rawValue: name)
    else { return }
    paragraph = .init(continuation: AttributedString(fields[1]), breaking: breaking)
  }
}

extension AttributedString.Look {
  fileprivate var stateValue: StateValue {
    switch self {
    case .role(let role): .string(role.name)
    case .style(let style):
      .list([
        .string(style.foreground.text), .string(style.background.text), .integer(Int64(style.attributes.rawValue)),
      ])
    }
  }

  fileprivate init?(_ value: StateValue) {
    switch value {
    case .string(let name):
      guard let role = Theme.Role(name: name) else { return nil }
      self = .role(role)
    case .list(let fields):
      guard fields.count == 3, case .string(let foreground) = fields[0], case .string(let background) = fields[1],
        case .integer(let bits) = fields[2]
      else { return nil }
      self = .style(
        Style(
          foreground: Color(foreground) ?? .default, background: Color(background) ?? .default,
          attributes: Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits))))
    default: return nil
    }
  }
}
