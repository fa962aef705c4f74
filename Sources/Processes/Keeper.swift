import Glibc
import Loop
import ProcessKeeper
import SystemCalls

/// Ensures that no process outlives this one, even if it is killed with `SIGKILL`.
///
/// A small process waits until this one exits, and then kills all processes with the name of this run in their
/// environment, and all processes in the sessions registered with it.
@MainActor
final class Keeper {
  /// The keeper of this process.
  static let shared = Keeper()

  private var pipe: Int32 = -1
  private var process: pid_t = 0
  private(set) var sessions: Set<pid_t> = []
  private var announced: Set<pid_t> = []

  /// Starts the keeper, unless it is running. Call it before starting processes that it may have to kill.
  func begin() {
    ignoreBrokenPipes()
    if process != 0 {
      // A killed keeper is replaced by a new one, which is informed of all sessions.
      guard waitpid(process, nil, WNOHANG) != 0 else { return }
      close(pipe)
      process = 0
    }
    // Without it, processes still exit with our main thread, but their descendants do not.
    let started = keeper_start(RunVariable.token, &pipe)
    guard started > 0 else { return }
    process = started
    children_record_helper(started)
    for session in sessions { write(session) }
    announced = []
  }

  /// Registers a new session.
  func add(_ session: pid_t) {
    sessions.insert(session)
    write(session)
  }

  /// Registers a process of our own session, which is a child of this process. It is identified by its number and start
  /// time, so it need not be removed when it exits.
  func add(process: pid_t) {
    guard announced.insert(process).inserted else { return }
    // Process numbers are smaller.
    write(process | KEEPER_PROCESS)
  }

  /// Removes announced processes that are no longer children.
  func keepOnly(_ children: [pid_t]) { announced.formIntersection(children) }

  /// Removes a session without processes.
  func remove(_ session: pid_t) {
    guard sessions.remove(session) != nil else { return }
    write(-session)
  }

  private func write(_ message: Int32) {
    guard process != 0 else { return }
    withUnsafeBytes(of: message) { _ = Glibc.write(pipe, $0.baseAddress, $0.count) }
  }
}

/// Sessions of processes. A process and its descendants share one, unless they create their own.
enum Sessions {
  /// Whether no process is left in a session.
  static func isEmpty(_ session: pid_t) -> Bool { Glibc.kill(-session, 0) != 0 && errno == ESRCH }

  /// Kills all processes in the sessions, and all descendants of the session leaders.
  static func kill(_ sessions: Set<pid_t>) {
    guard !sessions.isEmpty else { return }
    let list = ProcessList()
    for session in sessions { Glibc.kill(-session, SIGKILL) }
    for process in list.descendants(of: sessions) { Glibc.kill(process, SIGKILL) }
    for (process, entry) in list.entries where sessions.contains(entry.session) { Glibc.kill(process, SIGKILL) }
  }
}
