/// An HTTP request.
public struct HTTPRequest: Sendable {
  /// The URL: `http://…` or `https://…`.
  public var url: String
  /// The method; nil is `GET`, or `POST` with a body.
  public var method: String?
  /// Headers in addition to the standard ones.
  public var headers: [(name: String, value: [UInt8])] = []
  /// The body.
  public var body: [UInt8]?
  /// The path of the file for the response; nil keeps the response in memory.
  public var file: [UInt8]?
  /// Whether an incomplete download is resumed the next time.
  public var resumes = true

  /// Creates a GET request.
  public init(url: String) {
    self.url = url
  }

  /// Checks whether the request can be sent.
  ///
  /// - Throws: ``HTTPError/badRequest(_:)``.
  public func check() throws(HTTPError) {
    let lower = url.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
      throw .badRequest("invalid URL: expected http://… or https://…, got \"\(url)\"")
    }
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else {
      throw .badRequest("invalid URL: it contains a space or a control character; write a space as %20: \"\(url)\"")
    }
    if file?.isEmpty == true { throw .badRequest("file: expected the path of a file, got \"\"") }
    if let method, method.isEmpty || !method.utf8.allSatisfy(Self.isNameByte) {
      throw .badRequest("method: expected a name such as \"PUT\", got \"\(method)\"")
    }
    for (name, value) in headers {
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
        throw .badRequest("headers: \"\(name)\" is not a valid header name")
      }
      // A newline in a value would begin another header.
      guard !value.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) else {
        throw .badRequest("headers: the value of \(name) contains a line break or a NUL byte")
      }
    }
  }

  /// Whether a byte is valid in names (RFC 9110, `tchar`).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
    }
  }

  /// Whether it requests the whole resource, so that parts of several responses can be combined.
  var isForWholeResource: Bool {
    (method ?? "GET") == "GET" && body == nil && !has("range") && !has("if-range")
  }

  /// Whether curl follows the redirects of the request. Of other methods it would drop the body, and keep the method after a
  /// 303 as well.
  var isFollowedByCurl: Bool {
    switch method {
    case nil, "POST": true
    case "GET", "HEAD": body == nil
    default: false
    }
  }

  /// Returns the request to which a response redirects this one (RFC 9110, section 15.4).
  ///
  /// - Parameter url: the absolute URL of the redirect.
  func redirected(by status: Int, to url: String) -> HTTPRequest {
    var next = self
    next.url = url
    if status == 303 {
      (next.method, next.body) = (method == "HEAD" ? method : nil, nil)
      next.headers.removeAll { header in
        let name = header.name.lowercased()
        return name.hasPrefix("content-") || ["expect", "transfer-encoding"].contains(name)
      }
    }
    // As curl does: credentials and name are those of the first server.
    let (old, new) = (Authority(of: self.url), Authority(of: url))
    if old.server == new.server {
      if let user = old.user, new.user == nil { next.url = new.url(with: user) }
    } else {
      next.headers.removeAll { ["authorization", "cookie", "host"].contains($0.name.lowercased()) }
    }
    return next
  }

  /// The beginning of a URL (RFC 3986, section 3).
  private struct Authority {
    let scheme: Substring
    /// The user and password; nil for none.
    let user: Substring?
    let host: Substring
    /// The path and what follows it.
    let rest: Substring

    init(of url: String) {
      let parts = url.firstRange(of: "://").map { (url[..<$0.lowerBound], url[$0.upperBound...]) } ?? ("", url[...])
      let authority = parts.1.prefix { !"/?#".contains($0) }
      let at = authority.lastIndex(of: "@")
      scheme = parts.0
      user = at.map { authority[..<$0] }
      host = at.map { authority[authority.index(after: $0)...] } ?? authority
      rest = parts.1[authority.endIndex...]
    }

    func url(with user: Substring) -> String { "\(scheme)://\(user)@\(host)\(rest)" }

    /// The scheme, host and port.
    var server: String {
      let scheme = scheme.lowercased()
      let standard = scheme == "https" ? ":443" : ":80"
      let host = host.lowercased()
      return scheme + (host.hasSuffix(standard) ? String(host.dropLast(standard.count)) : host)
    }
  }

  /// Whether the caller chose the encodings of the body.
  var acceptsOwnEncodings: Bool { has("accept-encoding") }

  private func has(_ header: String) -> Bool { headers.contains { $0.name.lowercased() == header } }

  /// Returns the options of curl, which are passed on a descriptor because every user can read its arguments.
  ///
  /// - Parameters:
  ///   - more: further headers.
  ///   - redirects: the maximum number of redirects.
  func configuration(_ more: [(name: String, value: [UInt8])], redirects: Int) -> [UInt8] {
    var lines: [[UInt8]] = []
    func set(_ option: String, _ value: [UInt8]) {
      lines.append(Array("\(option) = \"".utf8) + Self.escaped(value) + Array("\"".utf8))
    }
    for option in ["silent", "show-error", "location", "globoff", "no-buffer", "suppress-connect-headers"] {
      lines.append(Array(option.utf8))
    }
    for (option, value) in [
      ("proto", "=http,https"), ("proto-redir", "=http,https"), ("max-redirs", "\(isFollowedByCurl ? redirects : 0)"),
      ("connect-timeout", "30"),
      // After a minute of silence, the request fails.
      ("speed-limit", "1"), ("speed-time", "60"), ("dump-header", "/dev/fd/4"), ("url", url),
      ("write-out", "%{stderr}\\n\(HTTPResponse.addressMark)%{url_effective} %{redirect_url}\\n"),
    ] { set(option, Array(value.utf8)) }
    let method = method ?? (body == nil ? "GET" : "POST")
    if method == "HEAD" {
      lines.append(Array("head".utf8))
    } else if body != nil || method == "POST" {
      set("data-binary", Array("@-".utf8))
      if method != "POST" { set("request", Array(method.utf8)) }
      // Without headers of the caller, curl would add a content type, and wait for an interim response before sending
      // the body.
      if !has("content-type") { set("header", Array("Content-Type:".utf8)) }
      if !has("expect") { set("header", Array("Expect:".utf8)) }
    } else if method != "GET" {
      set("request", Array(method.utf8))
    }
    if !acceptsOwnEncodings {
      // The ranges of a compressed response do not count the bytes of the file. If the server compresses it
      // nevertheless, it is decoded.
      set("header", Array("Accept-Encoding: \(file == nil ? ContentDecoder.supportedEncodings : "identity")".utf8))
    }
    for (name, value) in headers + more {
      // An empty value would remove the header.
      set("header", value.isEmpty ? Array("\(name);".utf8) : Array("\(name): ".utf8) + value)
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  private static func escaped(_ value: [UInt8]) -> [UInt8] {
    value.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
      case 9: Array("\\t".utf8)
      default: [byte]
      }
    }
  }
}
