import Foundation
import Synchronization
import Testing

@testable import Loop
@testable import Processes

@Suite("HTTP requests", .serialized)
@MainActor
final class HTTPTransferTests {
  private let folder = NSTemporaryDirectory() + "luahost-fetch-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let loop = MainLoop()
  private let table: ProcessTable
  private var progress: [[Int?]] = []

  init() throws {
    table = ProcessTable(loop: loop)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  isolated deinit {
    table.end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func fetch(
    _ url: String, timeout: Double? = nil, change: (inout HTTPRequest) -> Void = { _ in },
    holding mayHold: @escaping (Int) -> Bool = { _ in true }
  ) throws -> HTTPResponse {
    var request = HTTPRequest(url: url)
    change(&request)
    var result: Result<HTTPResponse, HTTPError>?
    progress = []
    let transfer = try HTTPTransfer(
      request, timeout: timeout, in: table,
      .init(onProgress: { [unowned self] in progress.append([$0, $1]) }, mayHold: mayHold, onEnd: { result = $0 }))
    #expect(loop.turn { result != nil })
    _ = transfer
    return try #require(result).get()
  }

  private func text(_ name: String) -> String? { try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
  private var entries: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }
  private func file(_ name: String) -> [UInt8] { Array("\(folder)/\(name)".utf8) }

  private nonisolated static func answer(_ status: String, _ headers: [String] = [], _ body: String) -> String {
    // The server announces that it closes each connection; otherwise the next request may use one that is about to be
    // closed.
    (["HTTP/1.1 \(status)", "Connection: close", "Content-Length: \(body.utf8.count)"] + headers).joined(
      separator: "\r\n") + "\r\n\r\n"
      + body
  }

  @Test func statusHeadersAndBodyArrive() throws {
    let server = try TestServer { _ in Self.answer("200 OK", ["X-One:  a ", "x-one: b"], "hello") }
    let response = try fetch(server.address)
    #expect(response.status == 200)
    #expect(response.body == Array("hello".utf8))
    #expect(response.text("x-one") == "a, b")
    #expect(progress.last == [5, 5])
    #expect(server.requests[0].line == "GET / HTTP/1.1")
  }

  @Test func aRefusalIsAResult() throws {
    let server = try TestServer { Self.answer($0.line.contains("/a") ? "404 Not Found" : "500 Oh", [], "no") }
    #expect(try fetch(server.address + "/a").status == 404)
    #expect(try fetch(server.address + "/b").body == Array("no".utf8))
  }

  @Test func redirectionsAreFollowedAndNotForEver() throws {
    let server = try TestServer { request in
      let number = Int(request.line.split(separator: " ")[1].dropFirst()) ?? 0
      return number == 0
        ? Self.answer("200 OK", [], "end")
        : Self.answer("302 Found", ["Location: /\(number - 1)", "X-On-The-Way: 1"], "elsewhere")
    }
    let response = try fetch(server.address + "/10")
    #expect(response.status == 200 && response.body == Array("end".utf8) && response.text("x-on-the-way") == nil)
    #expect(throws: HTTPError.self) { try fetch(server.address + "/11") }
  }

  @Test func aServerThatClosesWithoutAWordOnTheWayIsAskedAgain() throws {
    let closed = Mutex(0)
    let server = try TestServer(closesLate: true) { request in
      let number = Int(request.line.split(separator: " ")[1].dropFirst()) ?? 0
      guard number > 0 else { return Self.answer("200 OK", [], "end") }
      // Curl retries five times by itself, and then gives up.
      let isClosed = closed.withLock { count in
        count += 1
        return count > 7
      }
      let answer = Self.answer("302 Found", ["Location: /\(number - 1)"], "elsewhere")
      return isClosed ? answer : answer.replacingOccurrences(of: "Connection: close\r\n", with: "")
    }
    #expect(try fetch(server.address + "/8").body == Array("end".utf8))
    #expect(server.requests.count > 9)
  }

  @Test func methodsHeadersAndBodiesAreSentAsTheyAre() throws {
    let server = try TestServer { _ in Self.answer("200 OK", [], "") }
    _ = try fetch(server.address) {
      $0.body = Array("a=\"1\"\n@\\x".utf8)
      $0.headers = [("X-Quoted", Array("say \"hi\" \\ there".utf8)), ("X-Empty", [])]
    }
    _ = try fetch(server.address) {
      $0.method = "PUT"; $0.body = Array("new".utf8)
    }
    _ = try fetch(server.address) { $0.method = "DELETE" }
    _ = try fetch(server.address) { $0.method = "POST" }
    let requests = server.requests
    #expect(requests.map { $0.line.prefix { $0 != " " } } == ["POST", "PUT", "DELETE", "POST"])
    #expect(requests[0].body == "a=\"1\"\n@\\x" && requests[1].body == "new")
    #expect(requests[0].headers["x-quoted"] == "say \"hi\" \\ there" && requests[0].headers["x-empty"] == "")
    #expect(requests[0].headers["content-type"] == nil && requests[0].headers["expect"] == nil)
  }

  @Test(
    "a redirect keeps method and body, but for POST after 301 and 302, and for all after 303",
    arguments: [301, 302, 303, 307, 308], ["POST", "PUT", "PATCH", "DELETE"])
  func redirectedMethods(status: Int, method: String) throws {
    let server = try TestServer { request in
      request.line.contains(" /from ")
        ? Self.answer("\(status) Elsewhere", ["Location: to"], "see there") : Self.answer("200 OK", [], "done")
    }
    let body = method == "DELETE" ? "" : "text"
    let response = try fetch(server.address + "/from") {
      $0.method = method
      if !body.isEmpty { $0.body = Array(body.utf8) }
      $0.headers = [("Content-Type", Array("text/plain".utf8)), ("Authorization", Array("x".utf8))]
    }
    #expect(response.status == 200 && response.body == Array("done".utf8) && response.url == server.address + "/to")
    #expect(progress.last == [4, 4] && progress.allSatisfy { $0[1] == 4 })
    let becomesGet = status == 303 || method == "POST" && status < 303
    let requests = server.requests
    #expect(requests.map(\.line) == ["\(method) /from HTTP/1.1", "\(becomesGet ? "GET" : method) /to HTTP/1.1"])
    #expect(requests.map(\.body) == [body, becomesGet ? "" : body])
    #expect(requests.allSatisfy { $0.headers["authorization"] == "x" })
  }

  @Test func redirectsOfOtherMethodsEndAndDropCredentialsForOtherServers() throws {
    let server = try TestServer { request in
      let number = Int(request.line.split(separator: " ")[1].dropFirst()) ?? 0
      return number == 0 ? Self.answer("200 OK", [], "") : Self.answer("307 On", ["Location: /\(number - 1)"], "")
    }
    let other = try TestServer { _ in Self.answer("308 On", ["Location: \(server.address)/2"], "") }
    #expect(try fetch(server.address + "/10") { $0.method = "PUT" }.status == 200)
    #expect { try fetch(server.address + "/11") { $0.method = "PUT" } } throws: { "\($0)".contains("10 redirects") }
    let count = server.requests.count
    _ = try fetch(other.address) {
      $0.method = "DELETE"
      $0.headers = [("Authorization", Array("secret".utf8)), ("X-Other", Array("1".utf8))]
    }
    #expect(other.requests[0].headers["authorization"] == "secret")
    #expect(server.requests.dropFirst(count).map { $0.headers["authorization"] } == [nil, nil, nil])
    #expect(server.requests.dropFirst(count).allSatisfy { $0.headers["x-other"] == "1" })
    let file = try TestServer { _ in Self.answer("303 On", ["Location: file:///etc/passwd"], "") }
    #expect { try fetch(file.address) { $0.method = "PUT" } } throws: { "\($0)".contains("invalid URL") }
  }

  @Test func redirectsKeepTheUserOfTheirServerAndNeedNoBody() throws {
    let server = try TestServer { request in
      switch request.line.split(separator: " ")[1] {
      case "/cut":
        "HTTP/1.1 307 On\r\nLocation: http://\(request.headers["host"] ?? "")/to?a=1\r\nContent-Length: 50\r\n\r\nabc"
      case "/nowhere": Self.answer("301 Moved", ["Location:"], "explained")
      default: Self.answer("200 OK", [], "done")
      }
    }
    let cut = try fetch(server.address.replacing("http://", with: "http://u:p@") + "/cut") {
      $0.method = "PUT"; $0.body = [1]
    }
    #expect(cut.body == Array("done".utf8))
    #expect(server.requests.map { $0.headers["authorization"] } == ["Basic dTpw", "Basic dTpw"])
    #expect(server.requests[1].line == "PUT /to?a=1 HTTP/1.1")
    let nowhere = try fetch(server.address + "/nowhere") { $0.method = "DELETE" }
    #expect(nowhere.status == 301 && nowhere.body == Array("explained".utf8))
  }

  @Test(arguments: [
    ("http://h/a", "http://h:80/b", true), ("https://H:443", "https://h/b", true),
    ("http://h/a", "http://h:81/b", false),
    ("http://h/a", "https://h/b", false), ("http://h/a", "http://g/?h", false),
  ])
  func headersForOneServerStayThere(from: String, to: String, isSame: Bool) {
    var request = HTTPRequest(url: from)
    request.headers = [("Host", [1]), ("Cookie", [1]), ("X", [1])]
    #expect(request.redirected(by: 307, to: to).headers.map(\.name) == (isSame ? ["Host", "Cookie", "X"] : ["X"]))
    request.method = "HEAD"
    #expect(request.redirected(by: 303, to: to).method == "HEAD")
  }

  @Test func headHasNoBody() throws {
    let server = try TestServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" }
    let response = try fetch(server.address) { $0.method = "HEAD" }
    #expect(response.body == [] && response.text("content-length") == "100")
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nurl = \"http://evil\"", "a\0"])
  func aHeaderCannotBecomeAnother(value: String) throws {
    #expect(throws: HTTPError.self) { try fetch("http://127.0.0.1:1") { $0.headers = [("X", Array(value.utf8))] } }
    #expect(throws: HTTPError.self) { try fetch("http://127.0.0.1:1") { $0.headers = [(value, [])] } }
    #expect(throws: HTTPError.self) { try fetch("http://127.0.0.1:1") { $0.method = value } }
    #expect(throws: HTTPError.self) { try fetch("http://127.0.0.1:1/" + value) }
    #expect(table.running.isEmpty)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://a/b", "", "example.org", "-o/tmp/x"])
  func otherAddressesAreRefused(url: String) throws {
    #expect(throws: HTTPError.self) { try fetch(url) }
  }

  @Test func noAnswerIsAnErrorThatSaysWhy() throws {
    #expect { try fetch("http://127.0.0.1:1/") } throws: { "\($0)".contains("connect") }
    let garbage = try TestServer { _ in "nonsense\r\n\r\n" }
    #expect(throws: HTTPError.self) { try fetch(garbage.address) }
    let cut = try TestServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf" }
    #expect(throws: HTTPError.self) { try fetch(cut.address) }
  }

  @Test func timeIsOverForAllOfIt() throws {
    let server = try TestServer { _ in nil as String? }
    #expect(throws: HTTPError.timedOut(url: server.address, seconds: 0.2)) { try fetch(server.address, timeout: 0.2) }
    #expect(table.running.allSatisfy { loopEnded($0) })
  }

  private func loopEnded(_ process: ChildProcess) -> Bool { loop.turn(within: 3) { !process.isRunning } }

  @Test func whatFindsNoRoomIsAnError() throws {
    let server = try TestServer { _ in Self.answer("200 OK", [], String(repeating: "x", count: 100_000)) }
    var held = 0
    #expect(throws: HTTPError.tooLong(url: server.address)) {
      try fetch(
        server.address,
        holding: {
          held += $0; return held < 50_000
        })
    }
  }

  @Test func aFileIsThereWhenItIsWholeAndNotBefore() throws {
    let server = try TestServer { request in
      switch request.line.split(separator: " ")[1] {
      case "/whole": Self.answer("200 OK", [], "all of it")
      case "/empty": Self.answer("200 OK", [], "")
      case "/missing": Self.answer("404 Not Found", [], "no such page")
      default: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
      }
    }
    #expect(try fetch(server.address + "/whole") { $0.file = file("a") }.body == [])
    _ = try fetch(server.address + "/empty") { $0.file = file("b") }
    let missing = try fetch(server.address + "/missing") { $0.file = file("c") }
    #expect(missing.status == 404 && missing.body == Array("no such page".utf8))
    #expect(throws: HTTPError.self) {
      try fetch(server.address + "/cut") {
        $0.file = file("d"); $0.resumes = false
      }
    }
    #expect(text("a") == "all of it" && text("b") == "")
    #expect(entries == ["a", "b"])
    // The old file stays until the new one is complete.
    #expect(throws: HTTPError.self) { try fetch(server.address + "/cut") { $0.file = file("a") } }
    #expect(text("a") == "all of it" && text("a.part") == "half")
    #expect(throws: HTTPError.file("\(folder)/no/e", reason: "no such folder")) {
      try fetch(server.address) { $0.file = file("no/e") }
    }
  }

  @Test("a file whose name leaves no room for an extension is downloaded, and resumed")
  func longName() throws {
    let name = String(repeating: "n", count: 255)
    let other = String(repeating: "n", count: 254) + "o"
    let server = try TestServer(Self.parts(of: "0123456789", tag: "\"one\"", cutAt: 4))
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file(name) } }
    #expect(entries.count == 1 && entries[0].hasSuffix(".part") && text(entries[0]) == "0123")
    _ = try fetch(server.address) { $0.file = file(name) }
    #expect(entries == [name] && text(name) == "0123456789")
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file(other) } }
    #expect(entries.count == 2 && text(name) == "0123456789")
  }

  @Test("a header that is continued on the next line is one header")
  func foldedHeader() throws {
    let server = try TestServer { _ in
      Self.answer("200 OK", ["X-Long: one", "  two", "\tthree", "X-Next: four"], "")
    }
    let response = try fetch(server.address)
    #expect(response.text("x-long") == "one two three" && response.text("x-next") == "four")
  }

  /// Answers requests for a part of a text, truncating the first answer.
  private nonisolated static func parts(
    of whole: String, tag: String, cutAt cut: Int
  ) -> @Sendable (TestServer.Request) -> String? {
    { request in
      let bytes = Array(whole.utf8)
      guard let range = request.headers["range"], request.headers["if-range"].map({ $0 == tag }) ?? true else {
        return "HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: \(bytes.count)\r\n\r\n"
          + String(decoding: bytes.prefix(cut), as: UTF8.self)
      }
      let start = Int(range.dropFirst(6).prefix { $0 != "-" }) ?? 0
      if start >= bytes.count {
        return answer("416 Range Not Satisfiable", ["ETag: \(tag)", "Content-Range: bytes */\(bytes.count)"], "")
      }
      return answer(
        "206 Partial Content", ["ETag: \(tag)", "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)"],
        String(decoding: bytes[start...], as: UTF8.self))
    }
  }

  @Test func whatWasCutIsGoneOnWith() throws {
    let server = try TestServer(Self.parts(of: "0123456789", tag: "\"one\"", cutAt: 4))
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    #expect(text("a") == nil && text("a.part") == "0123")
    let response = try fetch(server.address) { $0.file = file("a") }
    #expect(response.status == 206 && text("a") == "0123456789" && entries == ["a"])
    #expect(server.requests[1].headers["range"] == "bytes=4-" && server.requests[1].headers["if-range"] == "\"one\"")
    #expect(progress.last == [10, 10])
  }

  @Test func anotherVersionOrAddressIsFetchedWhole() throws {
    let old = try TestServer(Self.parts(of: "0123456789", tag: "\"one\"", cutAt: 4))
    #expect(throws: HTTPError.self) { try fetch(old.address) { $0.file = file("a") } }
    // Another address: none of the existing files belong to it.
    let new = try TestServer { _ in Self.answer("200 OK", [], "abc") }
    _ = try fetch(new.address) { $0.file = file("a") }
    #expect(text("a") == "abc" && new.requests[0].headers["range"] == nil)
    // The same address, with other contents now.
    let answers = Answers([
      "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n0123",
      Self.answer("200 OK", ["ETag: \"2\""], "abcdefgh"),
    ])
    let changing = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) { try fetch(changing.address) { $0.file = file("b") } }
    _ = try fetch(changing.address) { $0.file = file("b") }
    #expect(text("b") == "abcdefgh" && changing.requests[1].headers["if-range"] == "\"1\"")
    #expect(entries == ["a", "b"])
  }

  @Test func whatHadAllComeIsPutInItsPlace() throws {
    let server = try TestServer(Self.parts(of: "0123456789", tag: "\"one\"", cutAt: 4))
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    let handle = try #require(FileHandle(forWritingAtPath: "\(folder)/a.part"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("456789".utf8))
    try handle.close()
    #expect(try fetch(server.address) { $0.file = file("a") }.status == 200)
    #expect(text("a") == "0123456789")
  }

  /// Returns the answers of a server that first sends four bytes of ten with these headers.
  private nonisolated static func cut(_ headers: [String], then answers: [String]) -> Answers {
    Answers(
      [(["HTTP/1.1 200 OK", "Content-Length: 10"] + headers).joined(separator: "\r\n") + "\r\n\r\n0123"] + answers)
  }

  private nonisolated static func part(_ headers: [String], _ body: String) -> String {
    answer("206 Partial Content", headers, body)
  }

  nonisolated static let lies: [String] = [
    part(["ETag: \"2\"", "Content-Range: bytes 4-9/10"], "xxxxxx"),
    part(["Content-Range: bytes 4-9/10"], "xxxxxx"),
    part(["ETag: W/\"1\"", "Content-Range: bytes 4-9/10"], "xxxxxx"),
    part(["ETag: \"1\"", "Content-Range: bytes 0-5/10"], "012345"),
    part(["ETag: \"1\"", "Content-Range: bytes 5-9/10"], "56789"),
    part(["ETag: \"1\"", "Content-Range: bytes 4-7/10"], "4567"),
    part(["ETag: \"1\"", "Content-Range: bytes 4-9/12"], "456789"),
    part(["ETag: \"1\"", "Content-Range: bytes 4-11/12"], "456789ab"),
    part(["ETag: \"1\"", "Content-Range: bytes 4-9/*"], "456789"),
    part(["ETag: \"1\"", "Content-Range: 4-9/10"], "456789"),
    part(["ETag: \"1\""], "456789"),
    part(["ETag: \"1\"", "Content-Range: bytes 4-9/10", "Content-Encoding: gzip"], ""),
    part(["ETag: \"1\"", "Content-Type: multipart/byteranges; boundary=a"], "--a\r\n\r\n456789\r\n--a--"),
    answer("416 Range Not Satisfiable", ["Content-Range: bytes */4"], ""),
    answer("416 Range Not Satisfiable", ["ETag: \"1\"", "Content-Range: bytes */10"], ""),
  ]

  @Test(
    "a partial file of another redirect target is discarded: a validator identifies one resource",
    arguments: [["Location: /one"], ["Location: /other"], ["Location: /one?signature=2"]])
  func redirectedElsewhere(location: [String]) throws {
    let isOther = location == ["Location: /other"]
    let whole = isOther ? "abcdefghij" : "0123456789"
    let redirect = Self.answer("302 Found", location, "")
    let answers = Answers([
      Self.answer("302 Found", ["Location: /one?signature=1"], ""),
      "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n0123",
      redirect, Self.part(["ETag: \"1\"", "Content-Range: bytes 4-9/10"], String(whole.dropFirst(4))),
      redirect, Self.answer("200 OK", ["ETag: \"1\""], whole),
    ])
    let server = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    let response = try fetch(server.address) { $0.file = file("a") }
    #expect(response.status == (isOther ? 200 : 206) && text("a") == whole && entries == ["a"])
  }

  @Test("if the server says that the partial file is complete but named a larger size before, all is requested")
  func shrunk() throws {
    let answers = Self.cut(
      ["ETag: \"1\""],
      then: [
        Self.answer("416 Range Not Satisfiable", ["ETag: \"1\"", "Content-Range: bytes */4"], ""),
        Self.answer("200 OK", ["ETag: \"1\""], "0123456789"),
      ])
    let server = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    #expect(try fetch(server.address) { $0.file = file("a") }.status == 200 && text("a") == "0123456789")
  }

  @Test("a part that does not continue the stored one is discarded, and everything requested once", arguments: lies)
  func wrongPartIsDiscarded(lie: String) throws {
    let answers = Self.cut(["ETag: \"1\""], then: [lie, Self.answer("200 OK", ["ETag: \"1\""], "0123456789")])
    let server = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    let response = try fetch(server.address) { $0.file = file("a") }
    #expect(response.status == 200 && text("a") == "0123456789" && entries == ["a"])
    #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=4-", nil])
    #expect(server.requests[2].headers["if-range"] == nil && progress.last == [10, 10])
  }

  @Test(
    "if the second request fails, the partial file stays and can be resumed",
    arguments: [
      "HTTP/1.1 200 OK\r\nETag: \"2\"\r\nContent-Length: 100\r\n\r\nhalf", "nonsense\r\n\r\n",
      part(["ETag: \"1\""], "x"),
      answer("500 Internal Server Error", [], "oh"),
    ])
  func storedPartStays(second: String) throws {
    let answers = Self.cut(
      ["ETag: \"1\""],
      then: [
        Self.part(["ETag: \"2\"", "Content-Range: bytes 4-9/10"], "xxxxxx"), second,
        Self.part(["ETag: \"1\"", "Content-Range: bytes 4-9/10"], "456789"),
      ])
    let server = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    let response = try? fetch(server.address) { $0.file = file("a") }
    #expect(response == nil || response?.status == 500)
    #expect(entries == ["a.part"] && text("a.part") == "0123")
    #expect(try fetch(server.address) { $0.file = file("a") }.status == 206)
    #expect(text("a") == "0123456789" && entries == ["a"])
  }

  @Test(
    "a date identifies a version if it was in the past when the response was sent",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:36 GMT", true), ("Sun, 06 Nov 1994 08:49:37 GMT", false),
      ("Sun, 06 Nov 1994 08:49:38 GMT", false), ("Tue, 01 Nov 1994 23:59:59 GMT", true), ("yesterday", false),
    ])
  func dateAsValidator(date: String, isStrong: Bool) throws {
    let answers = Self.cut(
      ["ETag: W/\"1\"", "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Last-Modified: \(date)"],
      then: [
        isStrong
          ? Self.part(["Last-Modified: \(date)", "Content-Range: bytes 4-9/10"], "456789")
          : Self.answer("200 OK", [], "0123456789")
      ])
    let server = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    _ = try fetch(server.address) { $0.file = file("a") }
    #expect(text("a") == "0123456789")
    #expect(server.requests[1].headers["if-range"] == (isStrong ? date : nil))
    #expect(server.requests[1].headers["range"] == (isStrong ? "bytes=4-" : nil))
  }

  @Test("a partial file without a stored source is not resumed")
  func noSourceNoResuming() throws {
    let answers = Self.cut(["ETag: \"1\""], then: [Self.answer("200 OK", [], "0123456789")])
    let server = try TestServer { _ in answers.next() }
    // Longer than an extended attribute can be.
    let address = server.address + "/" + String(repeating: "a", count: 70_000)
    #expect(throws: HTTPError.self) { try fetch(address) { $0.file = file("a") } }
    _ = try fetch(address) { $0.file = file("a") }
    #expect(server.requests[1].headers["range"] == nil && text("a") == "0123456789")
  }

  @Test("a response to another kind of request is not resumed by a plain one")
  func otherRequestsAreNotContinued() throws {
    let answers = Self.cut(["ETag: \"1\""], then: [Self.answer("200 OK", [], "all of it")])
    let server = try TestServer { _ in answers.next() }
    #expect(throws: HTTPError.self) {
      try fetch(server.address) {
        $0.file = file("a"); $0.method = "POST"
      }
    }
    _ = try fetch(server.address) { $0.file = file("a") }
    #expect(server.requests[1].headers["range"] == nil && text("a") == "all of it")
  }

  @Test("a file name may contain any bytes")
  func fileNamesAreBytes() throws {
    let server = try TestServer { _ in Self.answer("200 OK", [], "hello") }
    let name = file("") + [0xff, 0x0a, 0x20, 0xc3]
    _ = try fetch(server.address) { $0.file = name }
    let opened = name.withPath { open($0, O_RDONLY) }
    defer { close(opened) }
    #expect(opened >= 0)
  }

  @Test("only a regular file is replaced", arguments: ["a", "a.part"])
  func otherKindsOfFilesAreErrors(name: String) throws {
    let server = try TestServer { _ in Self.answer("200 OK", [], "hello") }
    let path = "\(folder)/\(name)"
    for make in [{ mkfifo(path, 0o600) }, { mkdir(path, 0o700) }, { symlink("elsewhere", path) }] {
      #expect(make() == 0)
      #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
      #expect(entries == [name])
      remove(path)
    }
    #expect(server.requests.isEmpty)
  }

  /// "hello" compressed by gzip.
  private nonisolated static let compressed: [UInt8] = [
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0,
  ]

  @Test("a compressed response is decoded, in memory and to a file")
  func compressedAnswersAreDecoded() throws {
    let server = try TestServer(bytes: { _ in
      Array(
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.compressed.count)\r\n\r\n"
          .utf8)
        + Self.compressed
    })
    #expect(try fetch(server.address).body == Array("hello".utf8))
    #expect(server.requests[0].headers["accept-encoding"]?.contains("gzip") == true)
    // The announced length is that of the compressed bytes.
    #expect(progress.last == [5, nil])
    _ = try fetch(server.address) { $0.file = file("a") }
    #expect(text("a") == "hello" && server.requests[1].headers["accept-encoding"] == "identity")
  }

  private nonisolated static func encoded(_ encoding: String, _ body: [UInt8]) -> [UInt8] {
    Array(
      "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        .utf8) + body
  }

  @Test("a truncated compressed response is an error wherever it is cut, and leaves no file")
  func truncatedCompressedResponsesAreErrors() throws {
    for length in 1..<Self.compressed.count {
      let server = try TestServer(bytes: { _ in Self.encoded("gzip", Array(Self.compressed.prefix(length))) })
      #expect(throws: HTTPError.self, "cut at \(length)") { try fetch(server.address) }
      #expect(throws: HTTPError.self, "cut at \(length)") { try fetch(server.address) { $0.file = file("a") } }
      #expect(text("a") == nil)
    }
    // An empty response is an empty body.
    let server = try TestServer(bytes: { _ in Self.encoded("gzip", []) })
    #expect(try fetch(server.address).body.isEmpty)
  }

  @Test("a compressed response with a changed byte is an error")
  func damagedCompressedResponsesAreErrors() throws {
    // The method, a byte of the data, the checksum and the length.
    for index in [2, 11, 19, 22] {
      var bytes = Self.compressed
      bytes[index] ^= 0x55
      let server = try TestServer(bytes: { [bytes] _ in Self.encoded("gzip", bytes) })
      #expect(throws: HTTPError.self, "byte \(index)") { try fetch(server.address) }
    }
  }

  @Test(
    "bodies in every supported encoding are decoded",
    arguments: [
      ("gzip", compressed), ("X-GZIP", compressed), ("identity, gzip", compressed),
      ("gzip", compressed + [0, 0, 0]),
      // With and without the header of zlib.
      ("deflate", [0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 6, 0x2c, 2, 0x15]),
      ("deflate", [0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0]),
    ] as [(String, [UInt8])])
  func supportedEncodings(encoding: String, bytes: [UInt8]) throws {
    let server = try TestServer(bytes: { _ in Self.encoded(encoding, bytes) })
    #expect(try fetch(server.address).body == Array("hello".utf8))
  }

  @Test(
    "a length that is not one number is an error, and no file",
    arguments: ["99999999999999999999999", "5\r\nContent-Length: 3", "-3", "x", ""])
  func invalidLengths(length: String) throws {
    let server = try TestServer { _ in
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\nabc"
    }
    #expect(throws: HTTPError.self) { try fetch(server.address) }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = file("a") } }
    #expect(text("a") == nil)
  }

  @Test("an empty file name is an error before anything is sent")
  func emptyFileName() throws {
    let server = try TestServer { _ in Self.answer("200 OK", [], "hello") }
    #expect(throws: HTTPError.self) { try fetch(server.address) { $0.file = [] } }
    #expect(server.requests.isEmpty && entries.isEmpty)
  }

  @Test("several gzip members form one body")
  func gzipMembers() throws {
    let server = try TestServer(bytes: { _ in Self.encoded("gzip", Self.compressed + Self.compressed) })
    #expect(try fetch(server.address).body == Array("hellohello".utf8))
  }

  @Test("an encoding that was not requested is an error; one that the caller requested is not decoded")
  func otherEncodings() throws {
    let server = try TestServer(bytes: { _ in Self.encoded("br", [1, 2, 3]) })
    #expect(throws: HTTPError.self) { try fetch(server.address) }
    let response = try fetch(server.address) { $0.headers = [("Accept-Encoding", Array("br".utf8))] }
    #expect(response.body == [1, 2, 3])
    #expect(server.requests.map { $0.headers["accept-encoding"] } == ["gzip, deflate", "br"])
  }

  @Test("a small compressed body cannot exhaust memory")
  func expansionIsLimited() throws {
    // About 32 kB are sent.
    let zeros = try Self.gzip(Data(count: 32 << 20))
    let server = try TestServer(bytes: { _ in Self.encoded("gzip", zeros) })
    var held = 0
    #expect(throws: HTTPError.self) {
      try fetch(
        server.address,
        holding: { count in
          held += count
          return held <= 1 << 20
        })
    }
    #expect(held <= (1 << 20) + 65536)
  }

  /// Returns the bytes compressed by the program gzip.
  private static func gzip(_ data: Data) throws -> [UInt8] {
    let input = Pipe()
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    Thread.detachNewThread {
      try? input.fileHandleForWriting.write(contentsOf: data)
      try? input.fileHandleForWriting.close()
    }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
  }

  @Test("a response has the address that it came from")
  func addressAfterRedirections() throws {
    let server = try TestServer { request in
      request.line.hasPrefix("GET /new?")
        ? Self.answer("200 OK", [], "") : Self.answer("301 Moved Permanently", ["Location: /new?a=1"], "")
    }
    #expect(try fetch(server.address + "/old").url == server.address + "/new?a=1")
    #expect(try fetch(server.address + "/new?b").url == server.address + "/new?b")
  }

  @Test func oneFileIsFetchedOnceAtATime() throws {
    let server = try TestServer { _ in nil as String? }
    var request = HTTPRequest(url: server.address)
    request.file = file("a")
    let first = try HTTPTransfer(request, in: table, .init(onEnd: { _ in }))
    #expect(throws: HTTPError.self) { try HTTPTransfer(request, in: table, .init(onEnd: { _ in })) }
    first.cancel()
    #expect(entries == [])
    let second = try HTTPTransfer(request, in: table, .init(onEnd: { _ in }))
    second.cancel()
  }

  @Test func missingCurlNamesThePackage() throws {
    let path = String(cString: getenv("PATH"))
    setenv("PATH", "/nowhere", 1)
    defer { setenv("PATH", path, 1) }
    #expect { try fetch("http://127.0.0.1:1") } throws: { "\($0)".contains("apt-get install curl") }
  }
}

/// Responses that are returned one after the other.
private final class Answers: Sendable {
  private let left: Mutex<[String]>
  init(_ answers: [String]) { left = Mutex(answers) }
  func next() -> String? { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
