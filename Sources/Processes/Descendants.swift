import Glibc
import ProcessKeeper
import SystemCalls

/// The child processes of this process and their descendants. None of them outlives it unless it is detached.
///
/// Descendants that leave their parent's session and outlive the parent become children of this process if it has
/// called ``own()``. They are *adopted*: no code in this process waits for them, so they are reaped here, and killed
/// when the last app exits.
@MainActor
public enum Descendants {
  /// Whether this process adopts its descendants.
  private(set) static var areOwned = false
  /// The processes that may outlive this one and have not exited.
  private static var detached: Set<pid_t> = []
  private static var hasDetached = false

  /// The number of searches if one may have missed processes.
  private static let maximumScans = 3

  /// Makes this process adopt its descendants, and names its run in their environment.
  ///
  /// Call it once, at the start of the program, before it has threads or starts processes. A program that starts
  /// children by other means than `fork` and this library announces them with ``willWait(for:)``; otherwise they count
  /// as adopted.
  public static func own() {
    RunVariable.set()
    children_record_forks()
    // The parent process may have blocked SIGCHLD, with which luv detects that processes have exited.
    var ends = sigset_t()
    sigemptyset(&ends)
    sigaddset(&ends, SIGCHLD)
    pthread_sigmask(SIG_UNBLOCK, &ends, nil)
    areOwned = children_adopt() == 0
  }

  /// Announces a child for which the code that started it waits.
  public static func willWait(for process: pid_t) { children_record(process) }

  /// Whether descendants may belong to code other than apps, such as the script of a test. An app then only kills
  /// processes that it has started itself.
  public private(set) static var areHeld = false

  /// Announces that code other than an app is going to start processes.
  public static func hold() {
    areHeld = true
    Keeper.shared.begin()
  }

  /// Kills the descendants started since ``hold()``.
  public static func release() {
    guard areHeld else { return }
    areHeld = false
    end([])
  }

  static func detach(_ process: pid_t) {
    detached.insert(process)
    hasDetached = true
  }

  static func didEnd(_ process: pid_t) { detached.remove(process) }

  // MARK: Adopted processes

  /// Reaps adopted processes that have exited, for programs without a table of processes.
  package static func reap() {
    if areOwned { _ = reapAdopted() }
  }

  /// Reaps adopted processes that have exited. Returns whether this process still has children, apart from its helpers.
  static func reapAdopted() -> Bool {
    let children = presentChildren
    children_keep_only(children, Int32(children.count))
    detached.formIntersection(children)
    Keeper.shared.keepOnly(children)
    var hasOthers = false
    let session = getsid(0)
    for child in children where children_has_helper(child) == 0 {
      guard children_has(child) != 0 || !reap(child) else { continue }
      hasOthers = true
      // It may have cleared its environment, and the session is not ours alone.
      if getsid(child) == session, !detached.contains(child) { Keeper.shared.add(process: child) }
    }
    return hasOthers
  }

  /// The children of the main thread. Other threads have started theirs themselves; adopted processes belong to the
  /// main thread.
  private static var presentChildren: [pid_t] { ProcessList.children(ofMainThreadOf: getpid()) }

  /// Reaps a child. Returns whether it has exited.
  private static func reap(_ child: pid_t) -> Bool { waitpid(child, nil, WNOHANG) != 0 }

  // MARK: Termination

  /// Kills all descendants when the last app has exited.
  ///
  /// - Parameter sessions: the sessions that this process has started.
  static func end(_ sessions: Set<pid_t>) {
    guard areOwned else { return }
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(END_DESCENDANTS)
    var pause: UInt32 = 500
    var looks = 0
    while true {
      let list = ProcessList()
      let found = living(in: list, sessions)
      kill(found, in: list)
      looks = found.isEmpty ? looks + 1 : 0
      guard clock.now < deadline, !found.isEmpty || list.isIncomplete && looks < maximumScans else { break }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    // The code that waited for them has ended with the app.
    for child in presentChildren where children_has_helper(child) == 0 && !detached.contains(child) { _ = reap(child) }
  }

  private static func living(in list: ProcessList, _ sessions: Set<pid_t>) -> [pid_t] {
    let children = presentChildren
    let helpers = children.filter { children_has_helper($0) != 0 }
    let own = getsid(0)
    // Descendants of a detached process may have been adopted, too. They do not have the name of this run.
    let spared =
      !hasDetached
      ? []
      : children.filter { child in
        guard let session = list.entries[child]?.session, session != own, !sessions.contains(session) else {
          return false
        }
        return children_has(child) == 0 && !isNamed(child)
      }
    return list.descendants(of: [getpid()], excluding: detached.union(helpers).union(spared))
      .filter { list.entries[$0]?.isZombie == false }
  }

  /// Whether a process has the name of this run in its environment.
  private static func isNamed(_ process: pid_t) -> Bool {
    let text = String(decoding: ProcessList.contents(of: "/proc/\(process)/environ") ?? [], as: UTF8.self)
    return text.contains(RunVariable.token)
  }

  private static func kill(_ processes: [pid_t], in list: ProcessList) {
    // Whole groups at once, in case the processes multiply: a group is theirs if its leader is among them.
    for process in processes where list.entries[process]?.group == process { Glibc.kill(-process, SIGKILL) }
    for process in processes { Glibc.kill(process, SIGKILL) }
  }
}
