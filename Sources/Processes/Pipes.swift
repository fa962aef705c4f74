import Glibc
import Loop
import SystemCalls

/// Writes to a process's standard input. Pending bytes wait until the process reads them.
@MainActor
final class InputPipe {
  /// The maximum number of pending bytes.
  static let limit = 16 << 20

  private var descriptor: Int32
  private var waiting: [UInt8]
  private var written = 0
  private var isEnding: Bool
  private var watch: DescriptorWatch?

  /// - Parameter isWhole: whether the pipe is closed after these bytes.
  init(_ descriptor: Int32, _ bytes: [UInt8], isWhole: Bool, on loop: any EventLoop) {
    self.descriptor = descriptor
    waiting = bytes
    isEnding = isWhole
    watch = loop.watch(descriptor, for: .writable) { [weak self] in self?.writeOn() }
    if bytes.isEmpty { writeOn() }
  }

  /// Whether the pipe is open for writing.
  var isOpen: Bool { descriptor >= 0 }

  /// Returns whether the pipe is open.
  func write(_ bytes: [UInt8]) throws(ProcessError) -> Bool {
    guard isOpen, !isEnding else { return false }
    guard waiting.count - written + bytes.count <= Self.limit else { throw .tooMuchInput(limit: Self.limit) }
    waiting += bytes
    writeOn()
    return isOpen
  }

  /// Closes the input when all bytes are written.
  func end() -> Bool {
    guard isOpen, !isEnding else { return false }
    isEnding = true
    writeOn()
    return true
  }

  private func writeOn() {
    if written < waiting.count {
      let count = waiting.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, min($0.count - written, TurnLimit.bytes))
      }
      if count > 0 {
        written += count
      } else if errno != EAGAIN, errno != EINTR {
        // The reader has closed the pipe.
        return close()
      }
    }
    if written == waiting.count || written > InputPipe.limit {
      waiting.removeFirst(written)
      written = 0
    }
    if isEnding, waiting.isEmpty { return close() }
    if written < waiting.count { watch?.resume() } else { watch?.pause() }
  }

  func close() {
    guard isOpen else { return }
    watch?.cancel()
    watch = nil
    Glibc.close(descriptor)
    descriptor = -1
    waiting = []
    written = 0
  }

  isolated deinit { close() }
}

/// Reads a process's output, no faster than it is handled.
@MainActor
final class OutputPipe {
  /// The maximum length of a line.
  private static let longestLine = 1 << 20

  private var descriptor: Int32
  var handler: OutputHandler
  private let onEnd: () -> Void
  private var watch: DescriptorWatch?
  /// Bytes that were read and not reported yet.
  private var chunk: [UInt8] = []
  /// Whether `onBytes` must still get the chunk.
  private var isNew = false
  private var position = 0 { didSet { if hasRest { watch?.pause() } else { watch?.resume() } } }
  /// The beginning of an unfinished line.
  private var line: [UInt8] = []
  /// The number of bytes still to read; nil for all.
  private var remaining: Int?
  /// Whether the pipe is in the table's queue.
  var isQueued = false
  /// Records the bytes that were read.
  var record: (([UInt8]) -> Void)?
  /// Whether the bytes come from a recording, which has not ended.
  private var isReplaying = false

  init(
    _ descriptor: Int32, _ handler: OutputHandler, on loop: any EventLoop, onReady: @escaping (OutputPipe) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.handler = handler
    self.onEnd = onEnd
    watch = loop.watch(descriptor, for: .readable) { [weak self] in
      if let self { onReady(self) }
    }
  }

  /// Creates a pipe for recorded bytes.
  init(replaying handler: OutputHandler, onEnd: @escaping () -> Void) {
    descriptor = -1
    self.handler = handler
    self.onEnd = onEnd
    isReplaying = true
  }

  /// Reports recorded bytes.
  func replay(_ bytes: [UInt8]) {
    guard isReplaying else { return }
    chunk = bytes
    isNew = true
    position = 0
    report(in: nil)
  }

  /// Ends the output of a recorded process.
  func endReplay() { finish() }

  var isOpen: Bool { descriptor >= 0 || isReplaying }
  private var hasRest: Bool { position < chunk.count }

  /// Reports pending bytes, or reads once and reports the bytes.
  ///
  /// - Returns: whether time ran out before everything was reported.
  func proceed(in turn: TurnLimit) -> Bool {
    if !hasRest { read() }
    report(in: turn)
    if isOpen, !hasRest, remaining == 0 { finish() }
    return hasRest
  }

  /// Reports all bytes that can be read now, without a time limit.
  func proceedToEnd() {
    while isOpen {
      if !hasRest { read() }
      guard hasRest else { return }
      report(in: nil)
    }
  }

  /// Limits reading to the bytes available now, as the process has exited and its time is over.
  func readLastOnly() {
    guard isOpen, !isReplaying else { return }
    let count = Int(system_readable_bytes(descriptor))
    remaining = count
    if count == 0, !hasRest { finish() }
  }

  private func read() {
    guard isOpen, !isReplaying else { return }
    let limit = min(TurnLimit.bytes, remaining ?? TurnLimit.bytes)
    var result = 0
    chunk = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat {
        result = Glibc.read(descriptor, buffer.baseAddress, limit)
      } while result < 0 && errno == EINTR
      if result < 0, errno == EAGAIN { result = -2 }
      count = max(0, result)
    }
    isNew = true
    position = 0
    if !chunk.isEmpty { record?(chunk) }
    if let left = remaining { remaining = max(0, left - max(0, result)) }
    if result == 0 || result == -1 { finish() }
  }

  private func report(in turn: TurnLimit?) {
    guard hasRest else { return }
    // The handler may close the pipe.
    let bytes = chunk
    if isNew {
      isNew = false
      handler.onBytes.map { onBytes in bytes.withUnsafeBytes(onBytes) }
    }
    guard handler.onLine != nil else {
      position = chunk.count
      return
    }
    while hasRest, let onLine = handler.onLine {
      if turn?.isOver() == true { return }
      let start = position
      let room = Self.longestLine - line.count
      let newline = bytes.withUnsafeBytes { Self.newline(in: $0[start...].prefix(room + 1)) }
      if let newline {
        position = newline + 1
        reportLine(bytes, start..<newline, onLine)
      } else if bytes.count - start > room {
        position = start + room
        reportLine(bytes, start..<position, onLine)
      } else {
        line += bytes[start...]
        position = bytes.count
      }
    }
  }

  private static func newline(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard !bytes.isEmpty, let base = bytes.base.baseAddress,
      let found = memchr(base + bytes.startIndex, Int32(UInt8(ascii: "\n")), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private func reportLine(_ bytes: [UInt8], _ range: Range<Int>, _ onLine: (UnsafeRawBufferPointer) -> Void) {
    if line.isEmpty {
      bytes.withUnsafeBytes { onLine(UnsafeRawBufferPointer(rebasing: $0[range])) }
    } else {
      let whole = line + bytes[range]
      line = []
      whole.withUnsafeBytes(onLine)
    }
  }

  private func finish() {
    guard isOpen else { return }
    let rest = line
    close()
    if !rest.isEmpty, let onLine = handler.onLine { rest.withUnsafeBytes(onLine) }
    onEnd()
  }

  /// Stops reporting.
  func abandon() {
    handler = OutputHandler()
    close()
  }

  private func close() {
    guard isOpen else { return }
    watch?.cancel()
    watch = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    isReplaying = false
    line = []
    chunk = []
    position = 0
  }

  isolated deinit { close() }
}
