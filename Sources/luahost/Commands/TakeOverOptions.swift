import AppSession
import ArchiveStore
import ArgumentParser
import Glibc
import Loop
import Terminal

/// The options for a session that another process holds.
struct TakeOverOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Continue a session that another process holds, without asking.",
      discussion: "That process saves and exits. At a terminal, luahost asks first if this option is not given."))
  var takeOver = false

  /// The maximum number of times that another process may win the race for the session.
  private static let attempts = 10

  /// Applies these options to a session.
  ///
  /// - Parameters:
  ///   - asks: whether the user may be asked, at a terminal.
  ///   - readsLines: whether the user answers with a line instead of a key.
  @MainActor
  func apply(to session: AppSession, asks: Bool = true, readsLines: Bool = false) {
    let isAtTerminal = asks && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    session.onHeld = { [unowned session, takeOver] files in
      if takeOver {
        try Self.takeOver(files) { printError("luahost: \($0)") }
        return .free
      }
      guard isAtTerminal else {
        throw ArchiveStoreError.locked(path: files.lock, holder: SessionHolder(files)?.process)
      }
      var answer: Result<HeldSession, any Error> = .success(.free)
      session.withTerminal { answer = Result { try Self.ask(files, readsLines: readsLines) } }
      return try answer.get()
    }
  }

  /// Continues a session in this process. The last process to take over keeps it.
  ///
  /// - Parameter onWait: called with a message if it takes long.
  @MainActor
  private static func takeOver(_ files: SessionFiles, onWait: (String) -> Void) throws {
    for attempt in 1...attempts {
      guard let takeOver = TakeOver(files) else { return }
      let process = takeOver.holder.process.map { "\($0)" } ?? "?"
      do {
        return try takeOver.run { onWait("Waiting for process \(process) to save and exit…") }
      } catch ArchiveStoreError.locked(_, let holder) where attempt < attempts && holder != takeOver.holder.process {}
    }
  }

  @MainActor
  private static func ask(_ files: SessionFiles, readsLines: Bool) throws -> HeldSession {
    guard let holder = SessionHolder(files) else { return .free }
    func ask() {
      print(HolderText.question(files, holder), terminator: "")
      fflush(nil)
    }
    ask()
    let keys: [KeyQuestion.Key] = (holder.place == .here ? [.enter] : []) + [.letter("n"), .letter("q")]
    let key =
      readsLines
      ? KeyQuestion.line(keys, isCancelled: { MainLoop.isEndPending }, onOther: ask)
      : KeyQuestion.answer(keys) { MainLoop.isEndPending }
    print("")
    switch key {
    case .enter:
      try takeOver(files) {
        print($0)
        fflush(nil)
      }
      return .free
    case .letter("n"): return .beside
    default: throw ArchiveStoreError.locked(path: files.lock, holder: holder.process)
    }
  }
}
