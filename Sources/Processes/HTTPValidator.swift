import Glibc

/// Identifies one version of a resource, byte for byte (a strong validator: RFC 9110, section 8.8).
struct HTTPValidator: Equatable, Sendable {
  /// The header that contains the validator.
  enum Kind: String, Sendable {
    case entityTag = "etag"
    case lastModified = "last-modified"
  }

  var kind: Kind
  var value: [UInt8]
}

extension HTTPResponse {
  /// The strong validator of the response: the entity tag, or else the modification date; nil if there is none.
  var validator: HTTPValidator? { validator(.entityTag) ?? validator(.lastModified) }

  /// Returns the strong validator of one kind.
  func validator(_ kind: HTTPValidator.Kind) -> HTTPValidator? {
    guard let value = headers[kind.rawValue] else { return nil }
    let isStrong =
      switch kind {
      case .entityTag: Self.isStrongEntityTag(value)
      case .lastModified: isDateOfOneVersion(value)
      }
    return isStrong ? HTTPValidator(kind: kind, value: value) : nil
  }

  /// Whether an entity tag is strong, as in `"…"`; a weak one begins with `W/`.
  private static func isStrongEntityTag(_ value: [UInt8]) -> Bool {
    let quote = UInt8(ascii: "\"")
    return value.count > 2 && value.first == quote && value.last == quote
      && value.dropFirst().dropLast().allSatisfy { $0 != quote && $0 > 0x20 && $0 != 0x7f }
  }

  /// Whether a date identifies one version. A resource may change twice within a second, so that second must be over
  /// when the response was sent (RFC 9110, section 8.8.2.2).
  private func isDateOfOneVersion(_ value: [UInt8]) -> Bool {
    guard let sent = headers["date"].flatMap(Self.seconds), let modified = Self.seconds(value) else { return false }
    return modified <= sent - 1
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` as seconds since 1970. Servers must not send the obsolete formats (RFC
  /// 9110, section 5.6.7).
  private static func seconds(_ date: [UInt8]) -> Int? {
    let words = String(decoding: date, as: UTF8.self).split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]), (1...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").map { Int($0) }
    guard clock.count == 3, let hour = clock[0], (0...23).contains(hour), let minute = clock[1],
      (0...59).contains(minute), let second = clock[2], (0...60).contains(second)
    else { return nil }
    var time = tm()
    time.tm_year = Int32(year - 1900)
    time.tm_mon = Int32(month)
    time.tm_mday = Int32(day)
    time.tm_hour = Int32(hour)
    time.tm_min = Int32(minute)
    time.tm_sec = Int32(second)
    return timegm(&time)
  }
}
