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
    var streams: [Int32] = []
    defer { for stream in streams { close(stream) } }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      let copy = fcntl(stream, F_DUPFD_CLOEXEC, 16)
      guard copy >= 0 else { throw .system("cannot start \"\(name)\"") }
      streams.append(copy)
    }
    let process = try start(streams, beginsSession: false)
    defer { Self.takeForeground() }
    let handle: ChildHandle
    do throws(LoopError) {
      handle = try ChildHandle(process)
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw .system("cannot wait for \"\(name)\"", error.code)
    }
    var asked: ContinuousClock.Instant?
    while true {
      _ = handle.wait(atMost: 50)
      if let end = handle.reap() { return end }
      guard let number = end() else { continue }
      if let asked {
        if ContinuousClock.now - asked > .milliseconds(END_FOREGROUND) { kill(process, SIGKILL) }
      } else {
        asked = .now
        kill(process, number)
        kill(process, SIGCONT)
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
