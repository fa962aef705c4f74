import Glibc

/// A request and its answer, by the program curl: nothing is linked for it, and to cancel it is to end a process.
@MainActor
public final class HTTPTransfer {
  /// What is told of a transfer.
  public struct Handlers {
    /// Told how much has come, and of how much, where that is known.
    public var onProgress: ((_ received: Int, _ total: Int?) -> Void)?
    /// Asked before so many bytes more are held in memory.
    public var mayHold: (Int) -> Bool = { _ in true }
    /// Told once, at the end.
    public var onEnd: (Result<HTTPResponse, HTTPError>) -> Void

    /// Handlers of these.
    public init(
      onProgress: ((_ received: Int, _ total: Int?) -> Void)? = nil, mayHold: @escaping (Int) -> Bool = { _ in true },
      onEnd: @escaping (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      self.onProgress = onProgress
      self.mayHold = mayHold
      self.onEnd = onEnd
    }
  }

  private let request: HTTPRequest
  private let table: ProcessTable
  private let handlers: Handlers
  private let file: PartialFile?
  private var process: ChildProcess?
  private var response = HTTPResponse()
  private var complaint: [UInt8] = []
  /// From where on the answer is asked for.
  private var offset = 0
  private var received = 0
  /// Whether it is decided where the answer goes.
  private var hasBegun = false
  private var goesToFile = false
  private var wasSentAgain = false
  private var isOver = false
  private var cancelTimer: (() -> Void)?

  /// Sends a request.
  ///
  /// - Parameter timeout: how many seconds all of it may take; nil for any.
  /// - Throws: ``HTTPError`` if it cannot be sent.
  public init(
    _ request: HTTPRequest, timeout: Double? = nil, in table: ProcessTable, _ handlers: Handlers
  ) throws(HTTPError) {
    try request.check()
    self.request = request
    self.table = table
    self.handlers = handlers
    file = if let path = request.file { try PartialFile(for: path) } else { nil }
    if let timeout {
      cancelTimer = table.loop.after(timeout) { [weak self] in
        guard let self else { return }
        finish(.failure(.timedOut(url: request.url, seconds: timeout)))
      }
    }
    do throws(HTTPError) {
      try send(resuming: request.resumes)
    } catch {
      cancelTimer?()
      file?.leave(keeping: request.resumes)
      throw error
    }
  }

  /// Ends it; nothing more is told.
  public func cancel() {
    guard !isOver else { return }
    close()
  }

  // MARK: Sending

  /// Whether it only asks for what is there.
  private var isPlain: Bool { (request.method ?? "GET") == "GET" && request.body == nil }

  private func send(resuming: Bool) throws(HTTPError) {
    response = HTTPResponse()
    complaint = []
    hasBegun = false
    goesToFile = false
    offset = 0
    var more: [(name: String, value: [UInt8])] = []
    if resuming, isPlain, let file, file.size > 0, let source = file.source, source.url == request.url {
      offset = file.size
      more.append(("Range", Array("bytes=\(offset)-".utf8)))
      // Another version is sent whole.
      if let validator = source.validator { more.append(("If-Range", Array(validator.utf8))) }
    }
    received = offset
    let process: ChildProcess
    do throws(ProcessError) {
      process = try table.start(
        Command("curl", "-q", "-K", "/dev/fd/3"),
        [
          .whole(request.body ?? []),
          .output(OutputHandler(onBytes: { [weak self] in self?.take($0) })),
          .output(OutputHandler(onBytes: { [weak self] in self?.hearComplaint($0) })),
          .whole(request.configuration(more)),
          .output(OutputHandler(onLine: { [weak self] in self?.response.take($0) })),
        ])
    } catch {
      if case .noProgram = error { throw .noCurl }
      throw .noAnswer(url: request.url, reason: "\(error)")
    }
    self.process = process
    process.onExit = { [weak self] in self?.didExit($0) }
  }

  private func hearComplaint(_ bytes: UnsafeRawBufferPointer) {
    if complaint.count < 4096 { complaint += bytes }
  }

  // MARK: The answer

  private func take(_ bytes: UnsafeRawBufferPointer) {
    // For HEAD, curl gives the headers here.
    guard !isOver, request.method != "HEAD" else { return }
    do throws(HTTPError) {
      try begin()
      received += bytes.count
      if goesToFile {
        try file?.append(bytes)
      } else {
        guard handlers.mayHold(bytes.count) else { throw .tooLong(url: request.url) }
        response.body += bytes
      }
    } catch {
      return finish(.failure(error))
    }
    handlers.onProgress?(received, total)
  }

  private var total: Int? {
    if let total = response.contentRange?.total, response.status == 206 { return total }
    return response.text("content-length").flatMap { Int($0) }
  }

  /// Decides where the answer goes, once its status is known.
  private func begin() throws(HTTPError) {
    guard !hasBegun else { return }
    // What curl says of the answer is there before the answer.
    process?.drain(4)
    hasBegun = true
    guard let file, (200..<300).contains(response.status) else {
      received = 0
      return
    }
    goesToFile = true
    if response.status == 206, offset > 0, response.contentRange?.start == offset { return }
    received = 0
    try file.begin(url: request.url, validator: response.validator)
  }

  private func didExit(_ end: ProcessEnd) {
    guard !isOver else { return }
    process = nil
    do throws(HTTPError) {
      if hasDiedOnItsWay(end), !wasSentAgain {
        wasSentAgain = true
        return try send(resuming: request.resumes)
      }
      guard end.status == 0 else { throw .noAnswer(url: request.url, reason: reason(end)) }
      guard response.status > 0 else { throw .noAnswer(url: request.url, reason: "it is no answer of HTTP") }
      if response.status == 416, offset > 0 {
        if response.contentRange?.total == offset {
          // All had come the last time.
          response.status = 200
          response.body = []
          goesToFile = true
        } else {
          return try send(resuming: false)
        }
      } else {
        try begin()
      }
      if goesToFile, let file {
        if response.status == 206, let total = response.contentRange?.total, total != file.size {
          throw .noAnswer(url: request.url, reason: "\(file.size) bytes came of \(total)")
        }
        try file.finish()
      }
    } catch {
      return finish(.failure(error))
    }
    finish(.success(response))
  }

  /// Whether a server has closed the connection on which it had just sent us elsewhere. Those that do so without a word make
  /// curl give up after a few of them, though each request by itself would be answered.
  private func hasDiedOnItsWay(_ end: ProcessEnd) -> Bool {
    // curl's errors of sending and receiving.
    isPlain && !hasBegun && (300..<400).contains(response.status) && (end.status == 55 || end.status == 56)
  }

  /// What curl says, without its name and number.
  private func reason(_ end: ProcessEnd) -> String {
    let text = String(decoding: complaint, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("curl: (") }
    if let line, let parenthesis = line.firstIndex(of: ")") {
      return line[line.index(after: parenthesis)...].drop { $0 == " " }.description
    }
    if let signal = end.signal { return "curl was ended by signal \(signal)" }
    return text.isEmpty ? "curl failed with status \(end.status ?? -1)" : text
  }

  private func finish(_ result: Result<HTTPResponse, HTTPError>) {
    guard !isOver else { return }
    close()
    table.perform { handlers.onEnd(result) }
  }

  private func close() {
    isOver = true
    cancelTimer?()
    process?.abandon()
    process = nil
    file?.leave(keeping: request.resumes)
    response.body = []
  }
}
