import Glibc
import Loop

/// A request and its response, using the program curl: no library is needed, and terminating the process cancels the
/// request.
@MainActor
public final class HTTPTransfer {
  /// The events of a transfer.
  public struct Handlers {
    /// Called with the number of bytes received, and the total if it is known.
    public var onProgress: ((_ received: Int, _ total: Int?) -> Void)?
    /// Returns whether this number of additional bytes may be kept in memory.
    public var mayHold: (Int) -> Bool = { _ in true }
    /// Called once, at the end.
    public var onEnd: (Result<HTTPResponse, HTTPError>) -> Void

    /// Creates handlers.
    public init(
      onProgress: ((_ received: Int, _ total: Int?) -> Void)? = nil, mayHold: @escaping (Int) -> Bool = { _ in true },
      onEnd: @escaping (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      self.onProgress = onProgress
      self.mayHold = mayHold
      self.onEnd = onEnd
    }
  }

  /// The request that is sent, after redirects that curl does not follow.
  private var request: HTTPRequest
  /// The number of redirects that may still be followed.
  private var redirectsLeft = 10
  private let table: ProcessTable
  private let handlers: Handlers
  private let file: PartialFile?
  private var process: ChildProcess?
  private var response = HTTPResponse()
  private var complaint: [UInt8] = []
  /// The source of the stored part whose rest is requested; nil if the whole is.
  private var resumedSource: PartialFile.Source?
  /// The number of bytes of the stored part.
  private var offset = 0
  private var received = 0
  /// The number of bytes of the whole; nil before the headers are complete, or if the server did not send it.
  private var total: Int?
  /// The decoders of the body, that of the last encoding first; empty if the body needs no decoding.
  private var decoders: ArraySlice<ContentDecoder> = []
  /// Whether the destination of the response is determined.
  private var hasBegun = false
  private var writesToFile = false
  private var wasRetried = false
  /// Whether a response that did not continue the stored part was discarded, and the whole is requested instead.
  private var isReplacement = false
  private var isOver = false
  private var timer: TimerQueue.Timer?

  /// Sends a request.
  ///
  /// - Parameter timeout: the maximum duration in seconds; nil for no limit.
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
      timer = table.loop.timers.after(timeout) { [weak self] in
        guard let self else { return }
        finish(.failure(.timedOut(url: request.url, seconds: timeout)))
      }
    }
    do throws(HTTPError) {
      try send(resuming: request.resumes)
    } catch {
      timer?.cancel()
      file?.leave(keeping: request.resumes)
      throw error
    }
  }

  /// Cancels the request; nothing more is reported.
  public func cancel() {
    guard !isOver else { return }
    close()
  }

  // MARK: Sending

  private func send(resuming: Bool) throws(HTTPError) {
    response = HTTPResponse()
    complaint = []
    hasBegun = false
    writesToFile = false
    offset = 0
    decoders = []
    resumedSource = nil
    var more: [(name: String, value: [UInt8])] = []
    if resuming, request.isForWholeResource, let file, file.size > 0, let source = file.source,
      source.url == request.url
    {
      resumedSource = source
      offset = file.size
      more.append(("Range", Array("bytes=\(offset)-".utf8)))
      more.append(("If-Range", source.validator.value))
    }
    received = offset
    let process: ChildProcess
    do throws(ProcessError) {
      process = try table.start(
        Command("curl", "-q", "-K", "/dev/fd/3"),
        [
          .whole(request.body ?? []),
          .output(OutputHandler(onBytes: { [weak self] in self?.take($0) })),
          .output(
            OutputHandler(onBytes: { [weak self] in
              if let self, complaint.count < 65536 { complaint += $0 }
            })),
          .whole(request.configuration(more, redirects: redirectsLeft)),
          .output(OutputHandler(onLine: { [weak self] in self?.response.take($0) })),
        ])
    } catch {
      if case .noProgram = error { throw .noCurl }
      throw .noAnswer(url: request.url, reason: "\(error)")
    }
    self.process = process
    process.onExit = { [weak self] in self?.didExit($0) }
  }

  // MARK: Response

  private func take(_ bytes: UnsafeRawBufferPointer) {
    // For HEAD, curl writes the headers here.
    guard !isOver, request.method != "HEAD" else { return }
    do throws(HTTPError) {
      guard try begin() else { return try requestWhole() }
      try decode(bytes, by: decoders)
    } catch {
      return finish(.failure(error))
    }
    handlers.onProgress?(received, total)
  }

  private func decode(_ bytes: UnsafeRawBufferPointer, by decoders: ArraySlice<ContentDecoder>) throws(HTTPError) {
    guard let decoder = decoders.first else { return try store(bytes) }
    do {
      try decoder.decode(bytes) { try decode($0, by: decoders.dropFirst()) }
    } catch let error as HTTPError {
      throw error
    } catch {
      throw .noAnswer(url: request.url, reason: "\(error)")
    }
  }

  /// Stores decoded bytes of the body.
  private func store(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
    received += bytes.count
    guard writesToFile else {
      guard handlers.mayHold(bytes.count) else { throw .tooLong(url: request.url) }
      response.body += bytes
      return
    }
    if resumedSource != nil, response.status == 206, let total, received > total {
      try file?.truncate(to: offset)
      throw .noAnswer(url: request.url, reason: "the server sent more than the announced \(total) bytes")
    }
    try file?.append(bytes)
  }

  /// Returns the decoders for the response's body.
  private func makeDecoders() throws(HTTPError) -> ArraySlice<ContentDecoder> {
    var decoders: [ContentDecoder] = []
    for encoding in response.encodings.reversed() {
      if let decoder = ContentDecoder(encoding: encoding) {
        decoders.append(decoder)
      } else if request.acceptsOwnEncodings {
        // The caller chose the encodings and gets the body still encoded from here on.
        break
      } else {
        throw .noAnswer(
          url: request.url,
          reason:
            "the response has the encoding \(encoding), which was not requested (\(ContentDecoder.supportedEncodings))")
      }
    }
    return decoders[...]
  }

  /// Determines the destination of the response, once its status is known.
  ///
  /// - Returns: false if it is a part that does not continue the stored one.
  private func begin() throws(HTTPError) -> Bool {
    guard !hasBegun else { return true }
    // The headers are available before the body.
    process?.drain(4)
    hasBegun = true
    if response.hasInvalidLength {
      throw .noAnswer(url: request.url, reason: "the server sent an invalid Content-Length")
    }
    total = response.status == 206 ? response.contentRange?.total ?? response.contentLength : response.contentLength
    decoders = try makeDecoders()
    guard let file, (200..<300).contains(response.status) else {
      received = 0
      return true
    }
    if response.status == 206, request.isForWholeResource {
      guard let resumedSource else {
        throw .noAnswer(
          url: request.url, reason: "the server sent a part of the file, although all of it was requested")
      }
      guard response.continues(resumedSource, at: offset) else { return false }
      writesToFile = true
      return true
    }
    writesToFile = true
    received = 0
    var source: PartialFile.Source?
    if request.isForWholeResource, !response.isEncoded, let validator = response.validator {
      source = PartialFile.Source(
        url: request.url, redirects: response.redirects, validator: validator, length: response.contentLength)
    }
    try file.begin(source: source, keepingPart: isReplacement)
    return true
  }

  /// Discards the response and requests the whole resource, once. The stored part stays until that is complete.
  private func requestWhole() throws(HTTPError) {
    process?.abandon()
    process = nil
    isReplacement = true
    try send(resuming: false)
  }

  private func didExit(_ end: ProcessEnd) {
    guard !isOver else { return }
    process = nil
    takeAddress()
    do throws(HTTPError) {
      if hasLostRedirectConnection(end), !wasRetried {
        wasRetried = true
        return try send(resuming: request.resumes && !isReplacement)
      }
      // curl's error for more redirects than allowed.
      if end.status == 47, !request.isFollowedByCurl, let url = response.redirect {
        return try follow(request.redirected(by: response.status, to: url))
      }
      guard end.status == 0 else { throw .noAnswer(url: request.url, reason: reason(end)) }
      guard response.status > 0 else { throw .noAnswer(url: request.url, reason: "it is not an HTTP response") }
      if response.status == 416, let resumedSource {
        guard response.headers[resumedSource.validator.kind.rawValue] == resumedSource.validator.value,
          response.contentRange?.total == offset, (resumedSource.length ?? offset) == offset,
          response.redirects == resumedSource.redirects
        else { return try requestWhole() }
        // The stored part is complete.
        response.status = 200
        response.body = []
        writesToFile = true
      } else {
        guard try begin() else { return try requestWhole() }
        try finishDecoding()
      }
      if writesToFile, let file {
        if resumedSource != nil, response.status == 206, let total, total != file.size {
          throw .noAnswer(url: request.url, reason: "only \(file.size) of \(total) bytes arrived")
        }
        try file.finish()
      }
    } catch {
      return finish(.failure(error))
    }
    finish(.success(response))
  }

  /// Sends the request to which a response redirects.
  private func follow(_ next: HTTPRequest) throws(HTTPError) {
    guard redirectsLeft > 0 else {
      throw .noAnswer(url: request.url, reason: "more than 10 redirects")
    }
    redirectsLeft -= 1
    do throws(HTTPError) {
      try next.check()
    } catch {
      throw .noAnswer(url: request.url, reason: "the server redirects to an \(error)")
    }
    request = next
    try send(resuming: next.resumes)
  }

  private func finishDecoding() throws(HTTPError) {
    for decoder in decoders {
      do throws(ContentDecoder.Failure) {
        try decoder.finish()
      } catch {
        throw .noAnswer(url: request.url, reason: "\(error)")
      }
    }
  }

  /// Reads the URL of the response, and of the redirect, from curl's standard error, and keeps the remaining text.
  private func takeAddress() {
    let lines = complaint.split(separator: UInt8(ascii: "\n"))
    let mark = Array(HTTPResponse.addressMark.utf8)
    if let line = lines.last(where: { $0.starts(with: mark) }) {
      let addresses = line.dropFirst(mark.count).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      response.url = addresses[0]
      response.redirect = addresses.count > 1 && !addresses[1].isEmpty ? addresses[1] : nil
    }
    complaint = Array(lines.filter { !$0.starts(with: mark) }.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// Whether a server has closed the connection on which it had just sent a redirect. If a server always does so, curl
  /// gives up after a few redirects, though each request by itself would succeed.
  private func hasLostRedirectConnection(_ end: ProcessEnd) -> Bool {
    // curl's errors for failures to send and receive.
    request.isForWholeResource && !hasBegun && (300..<400).contains(response.status)
      && (end.status == 55 || end.status == 56)
  }

  /// Returns curl's error message, without its name and number.
  private func reason(_ end: ProcessEnd) -> String {
    let text = String(decoding: complaint, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("curl: (") }
    if let line, let parenthesis = line.firstIndex(of: ")") {
      return line[line.index(after: parenthesis)...].drop { $0 == " " }.description
    }
    if let signal = end.signal { return "curl was terminated by signal \(signal)" }
    return text.isEmpty ? "curl failed with status \(end.status ?? -1)" : text
  }

  private func finish(_ result: Result<HTTPResponse, HTTPError>) {
    guard !isOver else { return }
    close()
    table.perform { handlers.onEnd(result) }
  }

  private func close() {
    isOver = true
    timer?.cancel()
    process?.abandon()
    process = nil
    file?.leave(keeping: request.resumes)
    response.body = []
  }
}
