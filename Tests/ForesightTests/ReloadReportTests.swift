import Foundation
import Testing

@testable import Foresight

/// Apps that are used, edited and reloaded.
@Suite("Reports of reloads")
@MainActor
struct ReloadReportTests {
  @Test("a reload reports what it has lost, and why", arguments: ReloadCase.losses)
  func losses(_ example: ReloadCase) throws {
    let run = try example.run()
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.reports.count == 1)
    let report = run.reports.first ?? ""
    for part in example.report { #expect(report.contains(part), "\(report)") }
    for part in example.silence { #expect(!report.contains(part), "\(report)") }
  }

  @Test("a reload that keeps the user's state reports nothing", arguments: ReloadCase.sound)
  func sound(_ example: ReloadCase) throws {
    let run = try example.run()
    #expect(run.reports.isEmpty, "\(run.reports.joined(separator: "\n"))")
  }

  @Test("lines before, after and between edits are found again; removed ones are not")
  func lines() {
    let old = Data("a\nb\nc\nd\ne\nf".utf8)
    let edit = ScriptEdit(from: old, to: Data("a\nB\nx\nc\nd\nF\nf".utf8))
    #expect((1...6).map(edit.line) == [1, nil, 4, 5, nil, 7])
    let same = ScriptEdit(from: old, to: old)
    #expect((1...6).map(same.line) == [1, 2, 3, 4, 5, 6])
    let longer = ScriptEdit(from: old, to: Data("new\na\nb\nc\nd\ne\nf".utf8))
    #expect((1...6).map(longer.line) == [2, 3, 4, 5, 6, 7])
  }
}
