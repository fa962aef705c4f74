import AppSession
import Foundation
import StateRestoration

/// A file with spans in Chrome's trace format: a JSON array of complete events ("Trace Event Format", section "JSON
/// Array Format"). The file is valid JSON after each write, so that the trace of a killed app can be read, too.
final class ChromeTrace {
  private static let end = "\n]\n"
  private let file: OutputFile
  private var length: Int64
  private var isEmpty = true

  /// Creates the file.
  ///
  /// - Throws: ``UsageError`` if it cannot be written.
  init(_ path: String) throws {
    file = try OutputFile(path, option: "--trace", isRewritten: true)
    length = 1
    file.write(Array("[\(Self.end)".utf8), at: 0)
  }

  /// Appends a span.
  func write(_ span: Span) {
    var fields: [(String, StateValue)] = [
      ("name", .string(span.name)), ("cat", .string(span.kind.rawValue)), ("ph", .string("X")),
      ("ts", .float(Double(span.start) / 1000)), ("dur", .float(Double(span.duration) / 1000)),
      ("pid", .integer(Int64(getpid()))), ("tid", .integer(1)),
    ]
    if let place = span.place {
      fields.append(("args", .map([.init(key: .string("place"), value: .string(place))])))
    }
    let event = StateValue.map(fields.map { .init(key: .string($0), value: $1) }).jsonLine
    let text = Array("\(isEmpty ? "\n" : ",\n")\(event)".utf8)
    file.write(text + Array(Self.end.utf8), at: length)
    length += Int64(text.count)
    isEmpty = false
  }
}
