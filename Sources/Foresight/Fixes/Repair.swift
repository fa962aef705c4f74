import ArchiveStore
import FoundationEssentials
import Glibc
import LuaScreens

/// Changes of an app's scripts that remove findings, each verified by another examination.
@MainActor
public struct Repair {
  /// The scripts before and after the repair, by file. Unchanged scripts are omitted.
  public private(set) var files: [String: (old: [UInt8], new: [UInt8])] = [:]
  /// The fixed findings.
  public private(set) var fixed: [Finding] = []
  /// The other findings, each with the reason why it was not fixed.
  public private(set) var remaining: [(finding: Finding, reason: String)] = []

  /// The changes in unified format, with the bytes of the scripts.
  public var diff: [UInt8] {
    let folder = FileManager.default.currentDirectoryPath
    return files.sorted { $0.key < $1.key }.flatMap {
      UnifiedDiff.bytes(file: UnifiedDiff.name(ofFile: $0, in: folder), from: $1.old, to: $1.new)
    }
  }

  /// The maximum number of further findings that the removal of one may uncover, and that are fixed together with it.
  private static let maximumSteps = 4

  private let doctor: Doctor
  private var original: [String: [UInt8]] = [:]
  /// The screens of a fresh launch, which a later or conditional statement must not change.
  private let screens: [String]
  private var current: [String: [UInt8]] = [:]

  /// Finds changes for an app after a fresh launch.
  ///
  /// - Throws: any error of ``Doctor/examine()`` for the unchanged app.
  public init(_ doctor: Doctor) throws {
    self.doctor = doctor
    let examination = try doctor.examineWithScripts()
    var (diagnosis, scripts) = (examination.diagnosis, examination.scripts)
    screens = examination.screens
    original = scripts.files.mapValues(\.source)
    current = original
    var refused: [String: String] = [:]
    while let finding = diagnosis.findings.first(where: { refused[Self.name(of: $0)] == nil }) {
      switch attempt(finding, diagnosis, scripts) {
      case .success(let result):
        var left = Self.counts(of: result.diagnosis)
        fixed += diagnosis.findings.filter { finding in
          left[Self.name(of: finding), default: 0] -= 1
          return left[Self.name(of: finding), default: 0] < 0
        }
        (current, diagnosis, scripts) = (result.sources, result.diagnosis, result.scripts)
      case .failure(let reason): refused[Self.name(of: finding)] = reason.text
      }
    }
    remaining = diagnosis.findings.map { ($0, refused[Self.name(of: $0)] ?? "") }
    for (file, bytes) in current where original[file] != bytes {
      files[file] = (original[file] ?? [], bytes)
    }
  }

  /// Writes the changed scripts, in the order of their names. A symbolic link stays one.
  ///
  /// - Throws: ``RepairError`` for the first script that cannot be written, or that has changed since it was read.
  public func write() throws {
    let files = files.sorted { $0.key < $1.key }
    for (index, (file, change)) in files.enumerated() {
      let written = files[..<index].map(\.key)
      let url = URL(fileURLWithPath: file).resolvingSymlinksInPath()
      guard (try? Data(contentsOf: url)) == Data(change.old) else {
        throw RepairError(file: file, reason: "it was changed meanwhile; run the doctor again", written: written)
      }
      do {
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
        try Data(change.new).write(to: url, options: .atomic)
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path) }
      } catch {
        throw RepairError(file: file, reason: FileContents.reason(of: error), written: written)
      }
    }
  }

  private typealias Refusal = FindingEdits.Refusal

  private struct Attempt {
    var sources: [String: [UInt8]]
    var diagnosis: Diagnosis
    var scripts: AppScripts
    var screens: [String]
  }

  /// Returns a name that identifies a finding even if lines have moved.
  private static func name(of finding: Finding) -> String {
    [finding.code.rawValue, finding.path ?? "", finding.className ?? "", finding.key ?? ""].joined(separator: "\n")
  }

  /// Returns how many findings have each name.
  private static func counts(of diagnosis: Diagnosis) -> [String: Int] {
    Dictionary(diagnosis.findings.map { (name(of: $0), 1) }, uniquingKeysWith: +)
  }

  /// Fixes a finding, and those that its removal uncovers, unless these are mistakes of their own that it has only hidden.
  private func attempt(_ finding: Finding, _ diagnosis: Diagnosis, _ scripts: AppScripts) -> Result<Attempt, Refusal> {
    let known = Self.counts(of: diagnosis)
    var counts = known
    var state = Attempt(sources: current, diagnosis: diagnosis, scripts: scripts, screens: screens)
    var (target, applied) = (finding, [Finding]())
    // A mistake of its own that another one has only hidden can stay.
    func end(_ reason: String) -> Result<Attempt, Refusal> {
      let isHidden = uncovered(in: state, besides: known).allSatisfy { one in applied.contains { $0.hides(one) } }
      return isHidden && !applied.isEmpty ? .success(state) : .failure(Refusal(text: reason))
    }
    for _ in 0..<Self.maximumSteps {
      let possible = FindingEdits(state.scripts)
      let edits: [SourceEdit]
      switch possible.edits(for: target) {
      case .success(let found): edits = found
      case .failure(let refusal):
        return end(
          applied.isEmpty
            ? refusal.text : "the obvious change would lead to another finding, \(target.code.rawValue)")
      }
      guard let sources = SourceEdit.apply(edits, to: state.sources), let result = try? examine(sources) else {
        return end("the obvious change does not work in this script")
      }
      if [.builtTooEarly, .containerInViewDidLoad, .createdTwice].contains(target.code), result.screens != screens {
        return end("the obvious change changes what a fresh launch shows")
      }
      let now = Self.counts(of: result.diagnosis)
      let name = Self.name(of: target)
      guard now[name, default: 0] < counts[name, default: 0] else {
        return end(possible.reasonForRefusal(of: target, otherwise: "the obvious change does not remove it"))
      }
      (state, counts) = (result, now)
      applied.append(target)
      guard let next = uncovered(in: state, besides: known).first else { return .success(state) }
      target = next
    }
    let reason = "the obvious change has other consequences"
    return end(FindingEdits(scripts).reasonForRefusal(of: finding, otherwise: reason))
  }

  /// Returns the findings after changes, besides those with known names, and lost texts that scripts set: these are looked for
  /// only if nothing else is found.
  private func uncovered(in state: Attempt, besides known: [String: Int]) -> [Finding] {
    let now = Self.counts(of: state.diagnosis)
    return state.diagnosis.findings.filter {
      now[Self.name(of: $0), default: 0] > known[Self.name(of: $0), default: 0]
        && !($0.code == .valueLost && $0.isSetByScript)
    }
  }

  /// Examines the app with changed scripts, in a copy of its folder.
  private func examine(_ sources: [String: [UInt8]]) throws -> Attempt? {
    let copy = try ScratchCopy(of: doctor.configuration.script)
    for (file, bytes) in sources where bytes != original[file] { try copy.write(bytes, to: file) }
    var doctor = doctor
    doctor.configuration.script = copy.script
    let examination = try doctor.examineWithScripts()
    let (diagnosis, scripts) = (examination.diagnosis, examination.scripts)
    guard diagnosis.otherErrors.isEmpty else { return nil }
    let copies = sources.keys.compactMap { file in copy.name(of: file).map { ($0, file) } }
    let originals = Dictionary(copies, uniquingKeysWith: { first, _ in first })
    let names = Dictionary(
      uniqueKeysWithValues: scripts.files.keys.compactMap { file in originals[file.standardizedPath].map { (file, $0) }
      })
    return Attempt(
      sources: sources, diagnosis: diagnosis.renamed(names), scripts: scripts.renamed(names),
      screens: examination.screens)
  }
}

/// A script could not be changed.
public struct RepairError: Error, CustomStringConvertible {
  /// The script.
  public let file: String
  /// The reason.
  public let reason: String
  /// The scripts that were changed before.
  public let written: [String]

  public var description: String {
    let before = written.isEmpty ? "no script was changed" : "these were changed: \(written.joined(separator: ", "))"
    return "cannot change \(file): \(reason) (\(before))"
  }
}

extension Finding {
  /// Whether another mistake of its own could not be seen because of this one, as its node was not restored, or nothing was.
  /// One by which a callback fails does not count.
  fileprivate func hides(_ other: Finding) -> Bool {
    guard other.code != .callbackFailed else { return false }
    if code == .saveWithoutRestore { return true }
    let isOfSameNode = losesNode && path == other.path && Self.codesOfRestoredNodes.contains(other.code)
    let isBelow = losesNode && path.map { other.path?.hasPrefix($0 + "/") == true } == true
    let isOfValue = !other.losesNode && other.code != .createdTwice
    return isOfSameNode || isBelow || isOfValue && explains(other)
  }

  /// The mistakes that can be seen only if their node is restored.
  private static let codesOfRestoredNodes: Set<FindingCode> = [
    .notDecoded, .notEncoded, .builtTooEarly, .containerInViewDidLoad,
  ]
}
