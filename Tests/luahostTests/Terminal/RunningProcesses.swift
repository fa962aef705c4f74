import Foundation

/// The processes of this machine, from /proc.
enum RunningProcesses {
  static var all: [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
  }

  static func children(of parent: pid_t) -> [pid_t] {
    // Each thread has its own.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
    return threads.flatMap { thread in
      let children = FileManager.default.contents(atPath: "/proc/\(parent)/task/\(thread)/children") ?? Data()
      return String(decoding: children, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    }.filter(isRunning)
  }

  /// Returns a process's arguments, separated by spaces; empty if it has exited.
  static func commandLine(of process: pid_t) -> String {
    let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return String(decoding: words.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
  }

  /// Returns the processes whose arguments contain a text.
  static func all(with text: String) -> [pid_t] { all.filter { commandLine(of: $0).contains(text) } }

  /// Whether a process has not exited; a zombie has.
  static func isRunning(_ process: pid_t) -> Bool { !["", "Z", "X"].contains(fields(of: process).first ?? "") }

  /// Whether a process was stopped by a signal.
  static func isStopped(_ process: pid_t) -> Bool { fields(of: process).first == "T" }

  /// Returns the state and all following fields of a process.
  private static func fields(of process: pid_t) -> [Substring] {
    let text = String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data(), as: UTF8.self)
    // The name before may contain anything.
    guard let name = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: name)...].split(separator: " ")
  }
}
