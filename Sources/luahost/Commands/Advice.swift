import AppSession
import ArchiveStore
import Foresight
import Interface
import LuaRuntime
import Terminal

/// Advice about errors and problems for users of the command line. The libraries describe what is wrong; only the
/// command knows its options and commands.
enum Advice {
  /// Returns an error's message with advice.
  ///
  /// - Parameters:
  ///   - isOfBundle: whether a bundle was run, for which arguments after its name are not options of the host.
  ///   - isOfArchive: whether a command of `archive` was run, which cannot take a session over.
  static func message(of error: any Error, isOfBundle: Bool = false, isOfArchive: Bool = false) -> String {
    var message = "\(error)"
    if case ArchiveStoreError.locked(let path, let process) = error {
      message = HolderText.message(path: path, process: process)
      if isOfArchive {
        return "\(sentence(message)) Quit the app first. In the app itself, F10 returns to an earlier save."
      }
    }
    guard var advice = advice(on: error) else { return message }
    if isOfBundle, advice.contains("--") { advice += " For this app, set such options in \(HostOptions.variable)." }
    return message.contains("\n") ? "\(message)\n\(advice)" : "\(sentence(message)) \(advice)"
  }

  /// Returns a problem with advice added.
  ///
  /// - Parameter source: the arguments that select the app's saved states in a command; nil if they do not outlive the run.
  static func advise(_ problem: Problem, source: String? = nil) -> Problem {
    var advised = problem
    var advice = [problem.error.flatMap(advice)].compactMap { $0 }
    switch problem.subject {
    case .refusedSave(let save), .pinnedSave(let save):
      source.map { advice.append("To restore it: luahost archive rollback \($0) \(save)") }
    case .savingFailed, .savingResumed, .lostInReload, nil: break
    }
    advised.detail = ([problem.detail].filter { !$0.isEmpty } + advice).joined(separator: " ")
    return advised
  }

  /// Returns a note about bundling with advice.
  static func message(of note: BundlingNote) -> String {
    switch note {
    case .computed, .renamed: "\(note). Add it with --include MODULE."
    case .omitted(let file, _): "\(note). Add it with --include \(file)."
    case .opensBesideScript(let file, let opener, _): "\(note). \(advice(onOpening: file, by: opener))"
    case .precompiled, .absent, .unknownIdentity: "\(note)"
    }
  }

  private static func advice(on error: any Error) -> String? {
    switch error {
    case ArchiveStoreError.locked(let path, _):
      HolderText.canBeEnded(path: path)
        ? "Use --take-over to continue it here, or --session NAME to start another session."
        : "Use --session NAME to start another session."
    case let error as OutputError: OutputError.advice(on: error.cause)
    case KeptStateError.notWritten(_, let cause): OutputError.advice(on: cause)
    case RecordingError.cannotWrite(_, let cause): OutputError.advice(on: cause)
    case RecordingError.notWritten(_, _, let place?): "To run it: luahost test \(ShellWord.quoted(place))"
    case ArchiveStoreError.foreign:
      "Move it elsewhere, or use another folder for the state with --state-dir DIR."
    case ArchiveStoreError.unreadable:
      "Ask its owner for permission to read it, or use another folder for the state with --state-dir DIR."
    case KeptStateError.missingFolder(let folder), KeptStateError.empty(let folder):
      "Keep states there first: luahost archive keep APP.lua VERSION -o \(folder)"
    case ArchiveStoreError.noSuchSave: "`luahost archive list` shows the existing saves."
    case BundlingError.missing(let missing):
      "Use --allow-missing \(missing.first?.module ?? "MODULE") to bundle without it, or --include to add a module from another folder."
    case DoctorError.refused: "Use --allow if it may do that."
    case LuaError.memory: "Use --memory-limit BYTES to raise the limit."
    case TerminalError.notATerminal, TerminalError.incapable:
      "Without a terminal, run the app with --plain as lines of text, or with --headless to print its screen."
    default: nil
    }
  }

  /// Returns advice on opening an app's own file so that it works anywhere, even in a bundle.
  private static func advice(onOpening file: String, by opener: String) -> String {
    opener.hasPrefix("io.")
      ? "Add the file with --include \(file) and read it with ui.resource \"\(file)\", which works anywhere; write files to app.filesDirectory."
      : "Modules loaded with require work anywhere; so does load(ui.resource \"\(file)\", \"@\(file)\"), with --include \(file)."
  }

  /// Returns a text with a final full stop.
  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
