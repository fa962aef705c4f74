import AppSession
import Glibc
import StateRestoration

/// A file with spans in Chrome's trace format ("Trace Event Format", section "JSON Array Format").
///
/// The file is valid JSON after each write, so that the trace of a killed app can be read, too: it contains the spans that have
/// ended as complete events, and after them the beginnings of those under way, which the next write replaces. In a pipe, where
/// nothing can be replaced, beginnings and ends are separate events, and the closing bracket is omitted, as the format allows.
final class ChromeTrace {
  /// A span that has not ended.
  private struct Open {
    let start: UInt64
    /// The fields of its event without the closing brace, up to those that depend on whether it has ended.
    let fields: String
  }

  private static let end = "\n]\n"
  private let file: OutputFile
  /// The time of the spans' zero, in microseconds of the machine's clock, which the processes that write to one file share.
  private let origin: Double
  private var open: [Open] = []
  /// The number of bytes that are not replaced by the next write.
  private var length: Int64 = 0
  /// The number of bytes of the file.
  private var fileLength: Int64 = 0
  private var isEmpty = true

  /// Creates the file.
  ///
  /// - Parameter isContinued: whether spans are added to those of an earlier process.
  /// - Throws: ``OutputError`` if it cannot be written.
  init(_ path: String, isContinued: Bool = false) throws {
    file = try OutputFile(path, option: "--trace", contents: isContinued ? .kept : .replaced)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    origin = Double(time.tv_sec) * 1e6 + Double(time.tv_nsec / 1000)
    fileLength = file.initialLength
    length = max(0, fileLength - Int64(Self.end.utf8.count))
    // After the opening bracket alone.
    isEmpty = length <= 1
    append(length == 0 ? "[" : "")
  }

  /// Writes the beginning of a span.
  func begin(_ span: TraceSpan) {
    var fields: [(String, StateValue)] = [
      ("name", .string(span.name)), ("cat", .string(span.kind.rawValue)), ("ts", time(span.start)),
      ("pid", .integer(Int64(getpid()))), ("tid", .integer(1)),
    ]
    if let place = span.place {
      fields.append(("args", .map([.init(key: .string("place"), value: .string(place))])))
    }
    let event = Open(start: span.start, fields: String(Self.event(fields).dropLast()))
    open.append(event)
    if file.isSeekable { append("") } else { append(event: event.fields + #","ph":"B"}"#) }
  }

  /// Writes a span that has ended.
  func end(_ span: TraceSpan) {
    guard let index = open.lastIndex(where: { $0.start == span.start }) else { return }
    let fields = open[index].fields
    open.removeSubrange(index...)
    if file.isSeekable {
      append(event: "\(fields),\"ph\":\"X\",\"dur\":\(Double(span.duration) / 1000)}")
    } else {
      append(
        event: Self.event([
          ("ph", .string("E")), ("ts", time(span.start + span.duration)), ("pid", .integer(Int64(getpid()))),
          ("tid", .integer(1)),
        ]))
    }
  }

  private func time(_ nanoseconds: UInt64) -> StateValue { .float(origin + Double(nanoseconds) / 1000) }

  private static func event(_ fields: [(String, StateValue)]) -> String {
    StateValue.map(fields.map { .init(key: .string($0), value: $1) }).jsonLine
  }

  private func append(event: String) {
    append("\(isEmpty ? "\n" : ",\n")\(event)")
    isEmpty = false
  }

  private func append(_ text: String) {
    guard file.isSeekable else { return file.write(Array(text.utf8)) }
    var bytes = Array(text.utf8)
    let next = length + Int64(bytes.count)
    var needsComma = !isEmpty || !text.isEmpty && text != "["
    for span in open {
      bytes += "\(needsComma ? ",\n" : "\n")\(span.fields),\"ph\":\"B\"}".utf8
      needsComma = true
    }
    // Spaces cover what was longer before.
    let rest = fileLength - length - Int64(bytes.count + Self.end.utf8.count)
    if rest > 0 { bytes += [UInt8](repeating: UInt8(ascii: " "), count: Int(rest)) }
    bytes += Self.end.utf8
    file.write(bytes, at: length)
    fileLength = length + Int64(bytes.count)
    length = next
  }
}
