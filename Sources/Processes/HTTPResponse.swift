/// A server's response.
public struct HTTPResponse: Sendable {
  /// The status code, such as 200.
  public var status = 0
  /// The headers by lower-case name; repeated headers are joined by commas.
  public var headers: [String: [UInt8]] = [:]
  /// The body; empty if it is in a file.
  public var body: [UInt8] = []
  /// The URL of the response, after all redirects.
  public var url = ""
  /// The URLs of the redirects, without their queries, which may be signatures of one request.
  var redirects: [String] = []

  /// The URL to which it redirects, if nothing followed it; nil for none.
  var redirect: String?

  /// The text that curl writes before these URLs, which it separates by a space.
  static let addressMark = "\u{1}url "

  /// The name of the last header, which a folded line continues (RFC 9112, section 5.2).
  private var lastHeader: String?

  /// Parses a line of the headers. Each interim response, such as a redirect, starts over.
  mutating func take(_ line: some Sequence<UInt8>) {
    var line = Array(line)
    while line.last == 13 { line.removeLast() }
    if line.starts(with: "HTTP/".utf8) {
      var redirects = redirects
      if (300..<400).contains(status), let location = text("location") {
        redirects.append(String(location.prefix { $0 != "?" && $0 != "#" }))
      }
      self = HTTPResponse()
      self.redirects = redirects
      let words = line.split(separator: UInt8(ascii: " "))
      if words.count > 1 { status = Int(String(decoding: words[1], as: UTF8.self)) ?? 0 }
    } else if let first = line.first, first == 32 || first == 9, let lastHeader {
      headers[lastHeader, default: []] += [32] + Self.trimmed(line[...])
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = Self.trimmed(line[(colon + 1)...])
      lastHeader = name
      headers[name] = headers[name].map { $0 + Array(", ".utf8) + value } ?? Array(value)
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while bytes.first == 32 || bytes.first == 9 { bytes.removeFirst() }
    while bytes.last == 32 || bytes.last == 9 { bytes.removeLast() }
    return bytes
  }

  func text(_ header: String) -> String? { headers[header].map { String(decoding: $0, as: UTF8.self) } }

  /// Parses `bytes START-END/TOTAL` or `bytes */TOTAL` (RFC 9110, section 14.4). Values that are not numbers are nil.
  var contentRange: (start: Int?, end: Int?, total: Int?)? {
    guard let text = text("content-range"), text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return (bounds.first.flatMap { Int($0) }, bounds.count == 2 ? Int(bounds[1]) : nil, Int(parts[1]))
  }

  /// The encodings of the body in the order in which they were applied, for example `["gzip"]`; lower-case.
  var encodings: [String] {
    (text("content-encoding") ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
      .filter { $0 != "identity" }
  }

  /// Whether the body was sent in another form, for example compressed.
  var isEncoded: Bool { !encodings.isEmpty }

  /// The length of the body in bytes, if the server sent it and it counts the bytes as they are received here.
  var contentLength: Int? { isEncoded ? nil : sentLength }

  /// Whether the length sent by the server is invalid (RFC 9112, section 6.3).
  var hasInvalidLength: Bool {
    headers["content-length"] != nil && headers["transfer-encoding"] == nil && sentLength == nil
  }

  /// The number in `Content-Length`, which may be repeated.
  private var sentLength: Int? {
    guard let text = text("content-length") else { return nil }
    let lengths = Set(text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingPrefix(" ") })
    guard let length = lengths.first, lengths.count == 1, length.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(length)
  }

  /// Whether the response is exactly the rest of a stored part: of the same version of the same resource, from the end
  /// of the part to the end of the whole. A validator is only meaningful for the same URL.
  func continues(_ source: PartialFile.Source, at offset: Int) -> Bool {
    guard status == 206, !isEncoded, let range = contentRange, let total = range.total else { return false }
    return redirects == source.redirects && headers[source.validator.kind.rawValue] == source.validator.value
      && range.start == offset && range.end == total - 1
      && (source.length ?? total) == total
  }
}
