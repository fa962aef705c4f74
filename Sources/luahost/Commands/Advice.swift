import AppSession
import ArchiveStore
import Interface
import LuaRuntime
import Terminal

/// Advice about errors and problems for users of the command line. The libraries describe what is wrong; only the
/// command knows its options and commands.
enum Advice {
  /// Returns an error's message with advice.
  ///
  /// - Parameter isOfBundle: whether a bundle was run, for which arguments after its name are not options of the host.
  static func message(of error: any Error, isOfBundle: Bool = false) -> String {
    var message = "\(error)"
    if case ArchiveStoreError.locked(let path, let process) = error {
      message = HolderText.message(path: path, process: process)
    }
    guard var advice = advice(on: error) else { return message }
    if isOfBundle, advice.contains("--") { advice += " Such options are taken from \(HostOptions.variable) here." }
    return message.contains("\n") ? "\(message)\n\(advice)" : "\(sentence(message)) \(advice)"
  }

  /// Returns a problem with advice added.
  static func advise(_ problem: Problem) -> Problem {
    var advised = problem
    let advice = [
      problem.error.flatMap(advice), problem.refusedSave.map(advice(onRefused:)),
      problem.pinnedSave.map(advice(onPinned:)),
    ].compactMap { $0 }
    advised.detail = ([problem.detail].filter { !$0.isEmpty } + advice).joined(separator: " ")
    return advised
  }

  /// Returns a note about bundling with advice.
  static func message(of note: BundlingNote) -> String {
    switch note {
    case .computed, .renamed: "\(note). --include MODULE puts it in."
    case .leftOut(let file, _): "\(note). --include \(file) puts it in."
    case .opensBesideScript(let file, let opener, _): "\(note). \(advice(onOpening: file, by: opener))"
    case .precompiled, .absent, .unknownIdentity: "\(note)"
    }
  }

  private static func advice(on error: any Error) -> String? {
    switch error {
    case ArchiveStoreError.locked(let path, _):
      HolderText.canBeEnded(path: path)
        ? "Run the app with --take-over to continue here, or with --session NAME to start another session beside it."
        : "Run the app with --session NAME to start another session beside it."
    case ArchiveStoreError.foreign:
      "Move it to another place, or keep the state in another folder with --state-dir DIR."
    case ArchiveStoreError.noSuchSave: "`luahost archive list` shows those there are."
    case BundlingError.missing(let missing):
      "With --allow-missing \(missing.first?.module ?? "MODULE") the bundle does without it; --include puts in what is elsewhere."
    case let error as LuaError where error.isOutOfMemory: "With --memory-limit BYTES it may hold more."
    case TerminalError.notATerminal, TerminalError.incapable:
      "Without a screen, --plain runs the app in words, and --headless prints its screen as text."
    default: nil
    }
  }

  /// Returns advice on opening an app's own file so that it works anywhere, even in a bundle.
  private static func advice(onOpening file: String, by opener: String) -> String {
    opener.hasPrefix("io.")
      ? "ui.resource \"\(file)\" reads it anywhere, if --include \(file) puts it in; what the app writes belongs into app.filesDirectory."
      : "A module that is required is found anywhere; so is what load(ui.resource \"\(file)\", \"@\(file)\") loads, if --include \(file) puts it in."
  }

  private static func advice(onRefused save: Int64) -> String {
    "`luahost archive rollback APP.lua \(save)` brings it back."
  }

  private static func advice(onPinned save: Int64) -> String { "Restore: luahost archive rollback APP.lua \(save)" }

  /// Returns a text with a final full stop.
  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
