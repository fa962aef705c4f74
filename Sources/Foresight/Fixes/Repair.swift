import Foundation
import LuaScreens

/// Changes of an app's scripts that remove findings, each verified by another examination.
@MainActor
public struct Repair {
  /// The scripts before and after, by file, only those that change.
  public private(set) var files: [String: (old: String, new: String)] = [:]
  /// The findings that are gone.
  public private(set) var fixed: [Finding] = []
  /// The other findings, with the reason why nothing is changed.
  public private(set) var remaining: [(finding: Finding, reason: String)] = []

  /// The changes in unified format.
  public var diff: String {
    files.sorted { $0.key < $1.key }.map { UnifiedDiff.text(file: $0, from: $1.old, to: $1.new) }.joined()
  }

  /// How many further findings the removal of one may uncover, which are fixed together with it.
  private static let mostSteps = 4

  private let doctor: Doctor
  private var original: [String: [UInt8]] = [:]
  private var current: [String: [UInt8]] = [:]

  /// Finds changes for an app after a fresh launch.
  ///
  /// - Throws: what ``Doctor/examine()`` throws for the unchanged app.
  public init(_ doctor: Doctor) throws {
    self.doctor = doctor
    var (diagnosis, scripts) = try doctor.examineWithScripts()
    original = scripts.files.mapValues(\.source)
    current = original
    var refused: [String: String] = [:]
    while let finding = diagnosis.findings.first(where: { refused[Self.name(of: $0)] == nil }) {
      switch attempt(finding, diagnosis, scripts) {
      case .success(let result):
        let left = Set(result.diagnosis.findings.map(Self.name))
        fixed += diagnosis.findings.filter { !left.contains(Self.name(of: $0)) }
        (current, diagnosis, scripts) = (result.sources, result.diagnosis, result.scripts)
      case .failure(let reason): refused[Self.name(of: finding)] = reason.text
      }
    }
    remaining = diagnosis.findings.map { ($0, refused[Self.name(of: $0)] ?? "") }
    for (file, bytes) in current where original[file] != bytes {
      files[file] = (
        String(decoding: original[file] ?? [], as: UTF8.self), String(decoding: bytes, as: UTF8.self)
      )
    }
  }

  /// Writes the changed scripts.
  ///
  /// - Throws: an error of the file system.
  public func write() throws {
    for (file, change) in files {
      try Data(change.new.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
  }

  private struct Refusal: Error {
    let text: String
  }

  private struct Attempt {
    var sources: [String: [UInt8]]
    var diagnosis: Diagnosis
    var scripts: AppScripts
  }

  /// What tells a finding apart although lines have moved.
  private static func name(of finding: Finding) -> String {
    [finding.code.rawValue, finding.path ?? "", finding.className ?? "", finding.key ?? ""].joined(separator: "\n")
  }

  /// Removes a finding, and what its removal uncovers.
  private func attempt(_ finding: Finding, _ diagnosis: Diagnosis, _ scripts: AppScripts) -> Result<Attempt, Refusal> {
    let known = Set(diagnosis.findings.map(Self.name))
    var state = Attempt(sources: current, diagnosis: diagnosis, scripts: scripts)
    var target = finding
    for _ in 0..<Self.mostSteps {
      guard let edits = FindingEdits(state.scripts, state.diagnosis).edits(for: target) else {
        return .failure(Refusal(text: "what to write depends on what the app means to do"))
      }
      guard let sources = SourceEdit.apply(edits, to: state.sources),
        let result = try? examine(sources)
      else { return .failure(Refusal(text: "the obvious change does not work in this script")) }
      let now = Set(result.diagnosis.findings.map(Self.name))
      guard !now.contains(Self.name(of: target)) else {
        return .failure(Refusal(text: "the obvious change does not remove it"))
      }
      state = result
      guard let uncovered = result.diagnosis.findings.first(where: { !known.contains(Self.name(of: $0)) }) else {
        return .success(state)
      }
      target = uncovered
    }
    return .failure(Refusal(text: "the obvious change has other consequences"))
  }

  /// Examines the app with changed scripts, in a copy of its folder.
  private func examine(_ sources: [String: [UInt8]]) throws -> Attempt? {
    let copy = try ScratchCopy(of: doctor.configuration.script)
    for (file, bytes) in sources where bytes != original[file] { try copy.write(bytes, to: file) }
    var doctor = doctor
    doctor.configuration.script = copy.script
    let (diagnosis, scripts) = try doctor.examineWithScripts()
    guard diagnosis.otherErrors.isEmpty else { return nil }
    var names: [String: String] = [:]
    for file in sources.keys { if let name = copy.name(of: file) { names[name] = file } }
    return Attempt(sources: sources, diagnosis: diagnosis.renamed(names), scripts: scripts.renamed(names))
  }
}
