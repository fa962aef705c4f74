import Interface

/// The lines of a pipe, a file, or a terminal that is not in raw mode, as events of a loop: one in each of its turns, so that
/// timers and frames come between.
@MainActor
public final class LineInput {
  private let loop: any EventLoop
  private let input: Int32
  private let onLine: ([UInt8]) -> Void
  private let onEnd: () -> Void
  private var lines = LineSplitter()
  private var isOpen = true
  /// Whether nothing is read and no line is given for now.
  public var isPaused = false
  private var source: EventSource?

  /// Reads from now on, until ``close()`` or the end of the input.
  ///
  /// - Parameters:
  ///   - onLine: called with each line, without its newline.
  ///   - onEnd: the pipe or file has ended. Timers go on until somebody stops the loop.
  public init(
    descriptor: Int32, on loop: any EventLoop, onLine: @escaping ([UInt8]) -> Void, onEnd: @escaping () -> Void
  ) {
    input = descriptor
    self.loop = loop
    self.onLine = onLine
    self.onEnd = onEnd
    source = loop.watch(.readable, of: { [weak self] in self?.descriptor }, onReady: { [weak self] in self?.read() })
  }

  /// Reads no more.
  public func close() { source?.cancel() }

  /// Nothing is read while there is a line to give.
  private var descriptor: Int32? {
    if isPaused { return nil }
    guard let line = lines.next() else { return isOpen ? input : nil }
    loop.post { [weak self] in self?.onLine(line) }
    return nil
  }

  private func read() {
    switch readOnce(input) {
    case .nothing: break
    case .bytes(let bytes): lines.append(bytes)
    case .closed:
      isOpen = false
      let last = lines.finish()
      loop.post { [weak self] in
        if let last { self?.onLine(last) }
        self?.onEnd()
      }
    }
  }
}

/// Cuts bytes into lines.
private struct LineSplitter {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Where the next newline is; nil if there is none.
  private var newline: Int?

  mutating func append(_ more: [UInt8]) {
    let searched = bytes.count
    bytes += more
    if newline == nil { newline = bytes[searched...].firstIndex(of: 0x0a) }
  }

  /// The next complete line, without its newline.
  mutating func next() -> [UInt8]? {
    guard let end = newline else { return nil }
    let line = Array(Self.withoutReturn(bytes[start..<end]))
    start = end + 1
    newline = bytes[start...].firstIndex(of: 0x0a)
    if newline == nil {
      bytes.removeFirst(start)
      start = 0
    }
    return line
  }

  /// What is left when nothing more comes: a last line without a newline.
  mutating func finish() -> [UInt8]? {
    defer { bytes = [] }
    return bytes.isEmpty ? nil : Array(Self.withoutReturn(bytes[...]))
  }

  /// Files from elsewhere end their lines with two characters.
  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0d ? line.dropLast() : line
  }
}
