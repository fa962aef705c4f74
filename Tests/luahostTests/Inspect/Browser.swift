import Foundation
import Testing

/// A headless Chromium that shows one page, driven by the DevTools protocol: JSON texts, each followed by a zero byte, in
/// two pipes.
final class Browser {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The binary, not the script around it, which opens descriptors of its own; nil if it is not installed.
  static let path = ["/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let process = Process()
  private let folder: URL
  private let requests: Int32
  private let answers: Int32
  private var received: [UInt8] = []
  private var lastRequest = 0
  private var session: String?
  /// The errors of scripts and refused requests.
  private(set) var errors: [String] = []

  private static let patience = Duration.seconds(30)

  /// Opens an address.
  init(_ address: String) throws {
    let folder = try CommandRun.makeFolder()
    self.folder = folder
    let pipes = ["requests", "answers"].map { folder.appendingPathComponent($0).path }
    // Open at both ends, so that opening does not wait.
    let ends = pipes.map { pipe in mkfifo(pipe, 0o600) == 0 ? open(pipe, O_RDWR | O_CLOEXEC) : -1 }
    (requests, answers) = (ends[0], ends[1])
    guard !ends.contains(-1) else { throw Failure(description: "cannot create the pipes") }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec 3<\"$1\" 4>\"$2\"; shift 2; exec \"$@\"", "sh"] + pipes + [
        Self.path ?? "", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--remote-debugging-pipe", "--force-color-profile=srgb", "--window-size=1500,950",
        "--user-data-dir=\(folder.path)/profile", "about:blank",
      ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? ""
    session = try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
    for domain in ["Runtime", "Log", "Page"] { _ = try call("\(domain).enable") }
    _ = try call("Page.navigate", ["url": address])
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    close(requests)
    close(answers)
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: The page

  /// Returns the value of an expression, as text.
  @discardableResult
  func evaluate(_ expression: String) throws -> String {
    let answer = try call(
      "Runtime.evaluate", ["expression": "String(\(expression))", "returnByValue": true, "awaitPromise": true])
    if let exception = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(exception)") }
    return (answer["result"] as? [String: Any])?["value"] as? String ?? ""
  }

  /// Waits until an expression is true.
  func wait(
    for expression: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = ContinuousClock.now + Self.patience
    // While the page is loaded, its parts are missing, and the expression fails.
    while (try? evaluate("!!(\(expression))")) != "true" {
      guard ContinuousClock.now < end else {
        Issue.record(
          "\(expression) did not become true; the page is:\n\(try evaluate("document.body.innerText"))\n\(try screen)",
          sourceLocation: sourceLocation)
        throw Failure(description: expression)
      }
      usleep(20_000)
    }
  }

  /// The text of the screen on the page.
  var screen: String {
    get throws {
      try evaluate(##"[...document.querySelectorAll("#rows div")].map((row) => row.textContent).join("\n")"##)
    }
  }

  /// Waits until the screen contains a text.
  func wait(forText text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    try wait(
      for: "document.getElementById('ended').hidden && document.getElementById('rows').textContent.includes(\(quoted))",
      sourceLocation: sourceLocation)
  }

  func click(_ selector: String) throws {
    let quoted = String(decoding: try JSONEncoder().encode(selector), as: UTF8.self)
    let place = try evaluate(
      "(() => { const r = document.querySelector(\(quoted)).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()"
    ).split(separator: ",").compactMap { Double($0) }
    try click(x: place[0], y: place[1])
  }

  /// Clicks a cell of the screen.
  func click(column: Int, row: Int) throws {
    let place = try evaluate(
      """
      (() => { const r = document.getElementById('canvas').getBoundingClientRect();
      const last = document.querySelectorAll('#rows div').length;
      const columns = document.getElementById('size').value.split('x')[0];
      return [r.x + (\(column) + 0.5) * r.width / columns, r.y + (\(row) + 0.5) * r.height / last] })()
      """
    ).split(separator: ",").compactMap { Double($0) }
    try click(x: place[0], y: place[1])
  }

  private func click(x: Double, y: Double) throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      _ = try call(
        "Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
    }
  }

  /// Types text, as an input method does.
  func type(_ text: String) throws { _ = try call("Input.insertText", ["text": text]) }

  /// Composes text with an input method, without typing it yet.
  func compose(_ text: String) throws {
    _ = try call("Input.imeSetComposition", ["text": text, "selectionStart": text.count, "selectionEnd": text.count])
  }

  /// Presses a key by the names and number of the DOM.
  func press(_ key: String, code: Int, modifiers: Int = 0) throws {
    for type in ["keyDown", "keyUp"] {
      _ = try call(
        "Input.dispatchKeyEvent",
        ["type": type, "key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers])
    }
  }

  /// Writes a picture of the page.
  func writePicture(to file: String) throws {
    let text = try call("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
    try Data(base64Encoded: text)?.write(to: URL(fileURLWithPath: file))
  }

  // MARK: The protocol

  @discardableResult
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastRequest += 1
    var message: [String: Any] = ["id": lastRequest, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try FileHandle(fileDescriptor: requests).write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    let end = ContinuousClock.now + Self.patience
    while let answer = try receive(until: end) {
      if let parameters = answer["params"] as? [String: Any] { note(answer["method"] as? String, parameters) }
      guard answer["id"] as? Int == lastRequest else { continue }
      guard let result = answer["result"] as? [String: Any] else { throw Failure(description: "\(method): \(answer)") }
      return result
    }
    throw Failure(description: "no answer to \(method)")
  }

  private func note(_ method: String?, _ parameters: [String: Any]) {
    switch method {
    case "Runtime.exceptionThrown": errors.append("\(parameters)")
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any]
      if entry?["level"] as? String == "error" { errors.append("\(entry?["text"] ?? "") \(entry?["url"] ?? "")") }
    default: break
    }
  }

  private func receive(until end: ContinuousClock.Instant) throws -> [String: Any]? {
    while true {
      if let zero = received.firstIndex(of: 0) {
        let message = Data(received[..<zero])
        received.removeSubrange(...zero)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any]
      }
      var descriptor = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < end else { return nil }
      guard poll(&descriptor, 1, 200) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(answers, &buffer, buffer.count)
      if count > 0 { received += buffer[..<count] }
    }
  }
}
