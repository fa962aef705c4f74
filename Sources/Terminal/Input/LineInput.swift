import Interface
import Loop

/// Reads lines from a pipe, a file, or a terminal in cooked mode, as events of a loop. Each line is a separate turn,
/// so that timers and frames run in between.
@MainActor
public final class LineInput {
  private let loop: any EventLoop
  private let input: Int32
  private let onLine: ([UInt8]) -> Void
  private let onEnd: () -> Void
  private var lines = LineSplitter()
  /// Whether reading and delivery are paused.
  public var isPaused = false
  private var watch: DescriptorWatch?
  private var turnStart: EventSource?

  /// Starts reading, until ``close()`` or the end of the input.
  ///
  /// - Parameters:
  ///   - onLine: called with each line, without its newline.
  ///   - onEnd: called at the end of the input. Timers continue until the loop is stopped.
  public init(
    descriptor: Int32, on loop: any EventLoop, onLine: @escaping ([UInt8]) -> Void, onEnd: @escaping () -> Void
  ) {
    input = descriptor
    self.loop = loop
    self.onLine = onLine
    self.onEnd = onEnd
    watch = loop.watch(descriptor, for: .readable) { [weak self] in self?.read() }
    turnStart = loop.beforeWait { [weak self] in self?.deliverLine() }
  }

  /// Stops reading.
  public func close() {
    watch?.cancel()
    turnStart?.cancel()
  }

  /// Delivers the next line, if one was read. Nothing is read while there is a line to deliver.
  private func deliverLine() {
    let line = isPaused ? nil : lines.next()
    if isPaused || line != nil { watch?.pause() } else { watch?.resume() }
    if let line { loop.post { [weak self] in self?.onLine(line) } }
  }

  private func read() {
    switch readOnce(input) {
    case .nothing: break
    case .bytes(let bytes): lines.append(bytes)
    case .closed:
      watch?.cancel()
      let last = lines.finish()
      loop.post { [weak self] in
        if let last { self?.onLine(last) }
        self?.onEnd()
      }
    }
  }
}

/// Splits bytes into lines.
private struct LineSplitter {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The position of the next newline; nil if there is none.
  private var newline: Int?

  mutating func append(_ more: [UInt8]) {
    let searched = bytes.count
    bytes += more
    if newline == nil { newline = bytes[searched...].firstIndex(of: 0x0a) }
  }

  /// Returns the next complete line, without its newline.
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

  /// Returns the last line if it has no newline.
  mutating func finish() -> [UInt8]? {
    defer { bytes = [] }
    return bytes.isEmpty ? nil : Array(Self.withoutReturn(bytes[...]))
  }

  /// Lines may end with CR LF.
  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0d ? line.dropLast() : line
  }
}
