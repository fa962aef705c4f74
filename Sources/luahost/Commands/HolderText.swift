import ArchiveStore
import FoundationEssentials
import Glibc

/// Descriptions of the process that holds a session.
enum HolderText {
  /// Returns the message that a session is in use, with all known facts about its holder, in one line.
  static func message(path: String, process: Int32?) -> String {
    let holder = holder(path: path)
    let place =
      switch holder?.place {
      case .otherMachine: " on \(holder?.host ?? "another machine")"
      case .otherContainer: " in another container\(holder?.host.map { " (\($0))" } ?? "")"
      default: ""
      }
    let details = holder.map(details) ?? []
    let text = details.isEmpty ? "" : " (\(details.map { "\($0.name) \($0.value)" }.joined(separator: ", ")))"
    let number = (process ?? holder?.process).map { " (\($0))" } ?? ""
    return "another process\(number)\(place) holds this session\(text): \(path)"
  }

  /// Whether the holder of a session can be terminated from this process.
  static func canBeEnded(path: String) -> Bool { holder(path: path).map { $0.place == .here } ?? true }

  /// Returns the question about a session in use, with facts about its holder.
  static func question(_ files: SessionFiles, _ holder: SessionHolder) -> String {
    let place =
      switch holder.place {
      case .here: "in another process"
      case .otherContainer: "in another container"
      case .otherMachine: "on another machine"
      case .unknown: "in another process, which cannot be terminated from here"
      }
    var rows = [("session", files.session)]
    if holder.place != .here, let host = holder.host { rows.append(("host", host)) }
    rows.append(("process", holder.process.map { "\($0)" } ?? "unknown"))
    rows += details(holder).map { ($0.name, $0.value) }
    let lines = rows.map { "  \($0.padded(to: 10))\($1)" }
    let choices =
      (holder.place == .here ? ["  Enter     Continue here"] : [])
      + ["  n         Start another session", "  q         Quit"]
    return (["This session is running \(place):", ""] + lines + [""] + choices).joined(separator: "\n") + "\n"
  }

  private static func details(_ holder: SessionHolder) -> [(name: String, value: String)] {
    let now = Date().timeIntervalSince1970
    return [
      holder.terminal.map { ("terminal", $0) }, holder.since.map { ("since", "\(time($0)) (\(age(now - $0)) ago)") },
      holder.lastInput.map { ("last key", "\(age(now - $0)) ago") },
    ].compactMap { $0 }
  }

  private static func holder(path: String) -> SessionHolder? {
    let url = URL(fileURLWithPath: path)
    let session = url.deletingPathExtension().lastPathComponent
    return (try? SessionFiles(directory: url.deletingLastPathComponent().path, session: session)).flatMap {
      SessionHolder($0)
    }
  }

  /// Returns a date and time in the user's time zone.
  static func time(_ seconds: Double) -> String {
    var moment = time_t(max(0, min(seconds, 1e11)))
    var parts = tm()
    localtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns a duration in its largest unit.
  static func age(_ seconds: Double) -> String {
    let units: [(String, Double)] = [("day", 86_400), ("hour", 3_600), ("minute", 60)]
    let unit = units.first { seconds >= $0.1 } ?? ("second", 1)
    let count = Int(max(0, min(seconds, 1e11)) / unit.1)
    return "\(count) \(unit.0)\(count == 1 ? "" : "s")"
  }
}
