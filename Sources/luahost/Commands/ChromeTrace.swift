import AppSession
import Glibc
import StateRestoration

/// A file with spans in Chrome's trace format: a JSON array of complete events ("Trace Event Format", section "JSON
/// Array Format"). The file is valid JSON after each write, so that the trace of a killed app can be read, too. In a pipe,
/// where nothing can be replaced, the closing bracket is omitted, as the format allows.
final class ChromeTrace {
  private static let end = Array("\n]\n".utf8)
  private let file: OutputFile
  private var length: Int64 = 0
  private var isEmpty = true

  /// Creates the file.
  ///
  /// - Throws: ``UsageError`` if it cannot be written.
  init(_ path: String) throws {
    file = try OutputFile(path, option: "--trace")
    append("[")
  }

  /// Appends a span.
  func write(_ span: TraceSpan) {
    var fields: [(String, StateValue)] = [
      ("name", .string(span.name)), ("cat", .string(span.kind.rawValue)), ("ph", .string("X")),
      ("ts", .float(Double(span.start) / 1000)), ("dur", .float(Double(span.duration) / 1000)),
      ("pid", .integer(Int64(getpid()))), ("tid", .integer(1)),
    ]
    if let place = span.place {
      fields.append(("args", .map([.init(key: .string("place"), value: .string(place))])))
    }
    let event = StateValue.map(fields.map { .init(key: .string($0), value: $1) }).jsonLine
    append("\(isEmpty ? "\n" : ",\n")\(event)")
    isEmpty = false
  }

  private func append(_ text: String) {
    let bytes = Array(text.utf8)
    guard file.isSeekable else { return file.write(bytes) }
    file.write(bytes + Self.end, at: length)
    length += Int64(bytes.count)
  }
}
