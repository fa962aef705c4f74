import Glibc
import Loop
import SystemCalls

extension Command {
  /// Runs the program in our process group, with our standard streams, and waits for it. The terminal must have been
  /// restored before.
  ///
  /// - Parameter end: polled: returns the signal that asked this process to exit, which is passed on; nil if there was
  ///   none.
  /// - Throws: ``ProcessError`` if it cannot be started.
  @MainActor
  public func runInTerminal(untilAsked end: () -> Int32?) throws(ProcessError) -> ProcessEnd {
    let streams = try copyStandardStreams()
    defer { for stream in streams { close(stream) } }
    let handle = try start(streams, beginsSession: false)
    defer { Self.takeForeground() }
    var asked: ContinuousClock.Instant?
    while true {
      _ = handle.wait(atMost: 50)
      if let end = handle.reap() { return end }
      guard let number = end() else { continue }
      if let asked {
        if ContinuousClock.now - asked > .milliseconds(END_FOREGROUND) { kill(handle.process, SIGKILL) }
      } else {
        asked = .now
        kill(handle.process, number)
        kill(handle.process, SIGCONT)
      }
    }
  }

  /// A killed shell leaves the terminal to a process group that no longer exists.
  private static func takeForeground() {
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) != getpgrp() else { return }
    var (tty, mask) = (sigset_t(), sigset_t())
    sigemptyset(&tty)
    sigaddset(&tty, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &tty, &mask)
    tcsetpgrp(STDIN_FILENO, getpgrp())
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}

/// The programs that other code has started in our process group, such as `system(3)`, and their descendants there. A
/// shell waits for its child, whatever signal it receives.
public enum ForegroundChildren {
  /// Sends them a signal. Callable from any thread.
  public static func send(_ signal: Int32) {
    let group = getpgrp()
    let list = ProcessList()
    let elsewhere = list.entries.filter { $0.value.group != group }.map(\.key)
    for process in list.descendants(of: [getpid()], excluding: Set(elsewhere)) {
      kill(process, signal)
      kill(process, SIGCONT)
    }
  }
}
