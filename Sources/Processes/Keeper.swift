import Glibc
import Loop
import ProcessKeeper
import SystemCalls

/// Sees to it that no process outlives us, also if we are killed with `SIGKILL`, which we cannot notice.
///
/// A small process waits for our end, and then ends all that has the name of this run in its environment, and all that is in the
/// sessions registered with it.
@MainActor
final class Keeper {
  /// The one of this process.
  static let shared = Keeper()

  private var pipe: Int32 = -1
  private var process: pid_t = 0
  private(set) var sessions: Set<pid_t> = []
  private var announced: Set<pid_t> = []

  /// Starts it, unless it is there. To be called before something is started that it may have to end.
  func begin() {
    surviveBrokenPipes()
    if process != 0 {
      // One that somebody killed is followed by another, which learns of all sessions.
      guard waitpid(process, nil, WNOHANG) != 0 else { return }
      close(pipe)
      process = 0
    }
    // Where it cannot be started, processes still end with our main thread, but not what they have started.
    let started = keeper_start(RunVariable.token, &pipe)
    guard started > 0 else { return }
    process = started
    children_record_helper(started)
    for session in sessions { write(session) }
    announced = []
  }

  /// A session begins.
  func add(_ session: pid_t) {
    sessions.insert(session)
    write(session)
  }

  /// A process of our own session is a child of ours. It is known by its number and the time of its start, so that nobody need
  /// say when it has ended.
  func add(process: pid_t) {
    guard announced.insert(process).inserted else { return }
    // Numbers of processes are smaller.
    write(process | KEEPER_PROCESS)
  }

  /// Forgets announced processes that are no children any more.
  func keepOnly(_ children: [pid_t]) { announced.formIntersection(children) }

  /// A session has ended.
  func remove(_ session: pid_t) {
    guard sessions.remove(session) != nil else { return }
    write(-session)
  }

  private func write(_ message: Int32) {
    guard process != 0 else { return }
    withUnsafeBytes(of: message) { _ = Glibc.write(pipe, $0.baseAddress, $0.count) }
  }
}

/// Sessions of processes: what a process and all that it starts are in, unless they make one of their own.
enum Sessions {
  /// Whether somebody is still in a session.
  static func isEmpty(_ session: pid_t) -> Bool { Glibc.kill(-session, 0) != 0 && errno == ESRCH }

  /// Kills all that is in them, and all descendants of the processes that have begun them.
  static func kill(_ sessions: Set<pid_t>) {
    guard !sessions.isEmpty else { return }
    let list = ProcessList()
    for session in sessions { Glibc.kill(-session, SIGKILL) }
    for process in list.descendants(of: sessions) { Glibc.kill(process, SIGKILL) }
    for (process, entry) in list.entries where sessions.contains(entry.session) { Glibc.kill(process, SIGKILL) }
  }
}
