import Glibc
import ProcessKeeper
import SystemCalls

/// The processes that this one has started, and those that they have started: none of them outlives it unless it is detached.
///
/// Descendants that leave the session of their parent, and outlive it, become children of this process if it asks for that with
/// ``own()``. They are *adopted*: nobody in this process waits for them, so they are reaped here, and are ended with the last app.
@MainActor
public enum Descendants {
  /// Whether this process adopts its descendants.
  private(set) static var areOwned = false
  /// The processes that are to outlive this one, and have not ended.
  private static var detached: Set<pid_t> = []
  private static var hasDetached = false

  /// How often they are looked for where it is not certain that none was missed.
  private static let mostLooks = 3

  /// Makes this process adopt its descendants, and names its run in their environment.
  ///
  /// To be called once, when the program begins: before it has threads, and before it starts processes. A program that starts
  /// children by other means than `fork` and this library announces them by ``willWait(for:)``, or they are taken for adopted.
  public static func own() {
    RunVariable.set()
    children_record_forks()
    // Whoever started this process may have blocked the signal by which luv learns of its processes.
    var ends = sigset_t()
    sigemptyset(&ends)
    sigaddset(&ends, SIGCHLD)
    pthread_sigmask(SIG_UNBLOCK, &ends, nil)
    areOwned = children_adopt() == 0
  }

  /// Announces a child that the code which has started it waits for.
  public static func willWait(for process: pid_t) { children_record(process) }

  /// Whether descendants belong to others than apps, as to the script of a test: then no app ends those that it has not started
  /// itself.
  public private(set) static var areHeld = false

  /// Announces that somebody else than an app is going to start processes.
  public static func hold() {
    areHeld = true
    Keeper.shared.begin()
  }

  /// Ends the descendants of whoever has held them.
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

  /// Reaps the adopted processes that have ended. Returns whether this process still has children, beside its helpers.
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

  /// The children of the main thread. Those of other threads were started by them; adopted ones are the main thread's.
  private static var presentChildren: [pid_t] {
    let process = getpid()
    let text = ProcessList.contents(of: "/proc/self/task/\(process)/children") ?? []
    return text.split(separator: UInt8(ascii: " ")).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
  }

  /// Takes the end of a child. Returns whether it has ended.
  private static func reap(_ child: pid_t) -> Bool { waitpid(child, nil, WNOHANG) != 0 }

  // MARK: Their end

  /// Ends all descendants, when the last app has ended.
  ///
  /// - Parameter sessions: what this process has started in sessions of their own.
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
      guard clock.now < deadline, !found.isEmpty || list.isIncomplete && looks < mostLooks else { break }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    // Whoever waited for them has ended with the app.
    for child in presentChildren where children_has_helper(child) == 0 && !detached.contains(child) { _ = reap(child) }
  }

  private static func living(in list: ProcessList, _ sessions: Set<pid_t>) -> [pid_t] {
    let children = presentChildren
    let helpers = children.filter { children_has_helper($0) != 0 }
    let own = getsid(0)
    // Descendants of a detached process may have been adopted, too: they are not named as those of this run are.
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
    // All at once, where they multiply: a group whose first process is among them is theirs.
    for process in processes where list.entries[process]?.group == process { Glibc.kill(-process, SIGKILL) }
    for process in processes { Glibc.kill(process, SIGKILL) }
  }
}
