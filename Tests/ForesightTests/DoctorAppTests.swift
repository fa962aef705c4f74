import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import Foresight

/// Small apps in `Tests/Scripts/doctor`. A comment `--! code` marks each line that the doctor must report, and it must not report
/// anything else.
@Suite("Apps with marked mistakes")
@MainActor
struct DoctorAppTests {
  nonisolated private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(path: "../Scripts/doctor").standardizedFileURL

  /// The apps: scripts, and folders with an `app.lua`.
  nonisolated private static let apps: [String] = {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.sorted().map { $0.hasSuffix(".lua") ? $0 : "\($0)/app.lua" }
  }()

  private struct Mark: Hashable, CustomStringConvertible {
    let file: String
    let line: Int
    let code: String
    var description: String { "\(file):\(line): \(code)" }
  }

  private func marks(in file: String) throws -> [Mark] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      line.matches(of: /--! ([a-zA-Z-]+)/).map { Mark(file: file, line: index + 1, code: String($0.1)) }
    }
  }

  @Test("exactly the marked lines are reported", arguments: apps)
  func marked(_ app: String) throws {
    let script = Self.folder.appending(path: app).path
    let folder = URL(fileURLWithPath: script).deletingLastPathComponent()
    let files =
      app.hasSuffix("/app.lua")
      ? (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.hasSuffix(".lua") }
        .map { folder.appending(path: $0).path }
      : [script]
    let expected = try Set(files.flatMap(marks))
    var configuration = ScriptHost.Configuration(script: script)
    let source = try String(contentsOfFile: script, encoding: .utf8)
    if source.contains("\n-- options: --sandbox\n") { configuration.lua = .init(capabilities: []) }
    let diagnosis = try Doctor(configuration).examine()
    let found = diagnosis.findings.map {
      Mark(file: $0.place?.file ?? "", line: $0.place?.line ?? 0, code: $0.code.rawValue)
    }
    #expect(Set(found) == expected, "\(diagnosis.findings.map(\.description).joined(separator: "\n"))")
    #expect(found.count == expected.count)
    #expect(diagnosis.otherErrors == [])
  }

  @Test("each code has at least three apps among the marked ones and the cases")
  func coverage() throws {
    var counts: [String: Int] = [:]
    let all = FileManager.default.subpaths(atPath: Self.folder.path) ?? []
    for file in all where file.hasSuffix(".lua") {
      for code in try Set(marks(in: Self.folder.appending(path: file).path).map(\.code)) {
        counts[code, default: 0] += 1
      }
    }
    for example in DoctorCase.all {
      for code in Set(example.expected.compactMap { $0.split(separator: " ").first }) {
        counts[String(code), default: 0] += 1
      }
    }
    for code in FindingCode.allCases { #expect(counts[code.rawValue, default: 0] >= 3, "\(code.rawValue): \(counts)") }
  }
}
