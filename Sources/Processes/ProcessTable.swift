import Glibc
import Loop
import SystemCalls

/// The processes of one app. None of them outlives it, unless it is meant to, and none keeps its loop busy.
///
/// ```swift
/// let table = ProcessTable(loop: loop)
/// let process = try table.start(Command("git", "log"), [.nothing, .output(OutputHandler(onLine: { … })), .nothing])
/// process.onExit = { end in … }
/// ```
///
/// In each turn of the loop every pipe is read once, 64 KiB at most, and its output is reported for eight milliseconds at
/// most, for all of them together, and not while user input waits. A pipe is read again when all of that was reported: a
/// process that writes faster waits.
@MainActor
public final class ProcessTable {
  /// Stands around what handlers do.
  public var around: (() -> Void) -> Void = { $0() }

  let loop: any EventLoop
  private var processes: [ChildProcess] = []
  /// Sessions of processes that have ended before what they had started.
  private var leftSessions: Set<pid_t> = []
  /// Those that were asked to end, and are killed.
  private var killing: [pid_t: Alarm] = [:]
  private var queue: [OutputPipe] = [] { didSet { queueDidChange() } }
  private var turn: TurnLimit?
  private var isReporting = false { didSet { queueDidChange() } }
  private var isPerforming = false
  private var turnStart: EventSource?
  /// A descriptor that is always ready: the next turn comes at once while something is left to report.
  private var continuation: DescriptorWatch?
  /// When it is looked again for adopted processes that have ended.
  private var nextLook: Alarm?
  /// The tables that have begun and not ended.
  private static var openTables: Set<ObjectIdentifier> = []

  /// How often, in milliseconds, it is looked for adopted processes that have ended, while there are children.
  private static let lookInterval: Int32 = 1000

  /// A table without processes.
  public init(loop: any EventLoop) {
    self.loop = loop
  }

  /// The processes that have not ended.
  public var running: [ChildProcess] { processes.filter(\.isRunning) }

  // MARK: Starting

  /// Starts a program, in a session of its own, without a terminal.
  ///
  /// - Parameter streams: what it has at its descriptors 0 up; at least three.
  /// - Throws: ``ProcessError``.
  public func start(_ command: Command, _ streams: [ProcessStream]) throws(ProcessError) -> ChildProcess {
    ChildHandle.reapAbandoned()
    forgetEmptySessions()
    begin()
    var theirs: [Int32] = []
    var ours: [(number: Int, stream: ProcessStream, descriptor: Int32)] = []
    defer { for descriptor in theirs { close(descriptor) } }
    do throws(ProcessError) {
      for (number, stream) in streams.enumerated() {
        let ends = try Self.ends(for: stream)
        theirs.append(ends.theirs)
        if let own = ends.ours { ours.append((number, stream, own)) }
      }
      let process = try command.start(theirs, beginsSession: true)
      if command.outlivesApp { Descendants.detach(process) } else { Keeper.shared.add(process) }
      let child = ChildProcess(try handle(of: process, command), command, in: self)
      processes.append(child)
      child.attach(ours)
      lookForAdopted()
      return child
    } catch {
      for end in ours { close(end.descriptor) }
      throw error
    }
  }

  private func handle(of process: pid_t, _ command: Command) throws(ProcessError) -> ChildHandle {
    do throws(LoopError) {
      return try ChildHandle(process)
    } catch {
      Sessions.kill([process])
      waitpid(process, nil, 0)
      Keeper.shared.remove(process)
      throw .system("cannot watch \"\(command.name)\"", error.code)
    }
  }

  /// Announces that processes are going to be started by other means, as `system(3)` starts them: they end with the app, too.
  public func othersWillStart() {
    begin()
    Keeper.shared.begin()
    guard Descendants.areOwned else { return }
    _ = Descendants.reapAdopted()
    if nextLook == nil { lookLater() }
  }

  /// What the process gets, out of the way of its own numbers, and our end of it.
  private static func ends(for stream: ProcessStream) throws(ProcessError) -> (theirs: Int32, ours: Int32?) {
    switch stream {
    case .nothing: return (try moved(open("/dev/null", O_RDWR | O_CLOEXEC)), nil)
    case .descriptor(let descriptor):
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
      guard copy >= 0 else { throw .system("cannot start another process") }
      return (copy, nil)
    case .input, .whole, .output:
      var isInput = true
      if case .output = stream { isInput = false }
      var pipe: [Int32] = [-1, -1]
      guard system_make_process_pipe(&pipe, isInput ? 1 : 0) == 0 else {
        throw .system("cannot start another process")
      }
      let ours = pipe[isInput ? 1 : 0]
      do throws(ProcessError) {
        return (try moved(pipe[isInput ? 0 : 1]), ours)
      } catch {
        close(ours)
        throw error
      }
    }
  }

  private static func moved(_ descriptor: Int32) throws(ProcessError) -> Int32 {
    let moved = descriptor < 0 ? -1 : system_move_descriptor(descriptor)
    guard moved >= 0 else { throw .system("cannot start another process") }
    return moved
  }

  /// Begins each turn, and goes on with what the turn before had no time for.
  private func begin() {
    guard turnStart == nil else { return }
    Self.openTables.insert(ObjectIdentifier(self))
    surviveBrokenPipes()
    turnStart = loop.beforeWait { [weak self] in self?.turn = nil }
    continuation = loop.watch(system_make_ready(), for: .readable) { [weak self] in self?.reportAll() }
    queueDidChange()
  }

  private func queueDidChange() {
    if queue.isEmpty || isReporting { continuation?.pause() } else { continuation?.resume() }
  }

  // MARK: Telling

  func isReady(_ pipe: OutputPipe) {
    if !pipe.isQueued {
      pipe.isQueued = true
      queue.append(pipe)
    }
    reportAll()
  }

  private func reportAll() {
    // A handler may have the loop wait.
    guard !isReporting, !queue.isEmpty else { return }
    let turn = turn ?? TurnLimit(of: loop)
    self.turn = turn
    guard !turn.isOver() else { return }
    isReporting = true
    defer { isReporting = false }
    perform {
      while !queue.isEmpty, !turn.isOver() {
        let pipe = queue.removeFirst()
        pipe.isQueued = false
        if pipe.proceed(in: turn) {
          // The others come first in the next turn.
          pipe.isQueued = true
          queue.append(pipe)
        }
      }
    }
  }

  /// Calls handlers.
  func perform(_ body: () -> Void) {
    if isPerforming { return body() }
    isPerforming = true
    defer { isPerforming = false }
    around(body)
  }

  // MARK: Ends

  /// Kills what is left of a session in a second, also if its first process is gone by then.
  func killSoon(_ session: pid_t) {
    guard killing[session] == nil else { return }
    killing[session] = Alarm(milliseconds: Int32(END_TERMINATED), on: loop) { [weak self] in
      self?.killing[session] = nil
      Sessions.kill([session])
    }
  }

  func didEnd(_ process: ChildProcess) {
    let session = process.identifier
    Descendants.didEnd(session)
    lookForAdopted()
    if Sessions.isEmpty(session) {
      // Its number may be another's soon.
      killing[session] = nil
      Keeper.shared.remove(session)
    } else if !process.outlivesApp {
      leftSessions.insert(session)
    }
  }

  func remove(_ process: ChildProcess) { processes.removeAll { $0 === process } }

  private func forgetEmptySessions() {
    for session in leftSessions where Sessions.isEmpty(session) {
      leftSessions.remove(session)
      killing[session] = nil
      Keeper.shared.remove(session)
    }
  }

  /// Reaps adopted processes that have ended, now and as long as there are children.
  private func lookForAdopted() {
    guard Descendants.areOwned, Descendants.reapAdopted(), nextLook == nil else { return }
    lookLater()
  }

  private func lookLater() {
    nextLook = Alarm(milliseconds: Self.lookInterval, on: loop) { [weak self] in
      self?.nextLook = nil
      self?.lookForAdopted()
    }
  }

  /// Kills all processes that are not meant to outlive the app, and what they have started. No handler is called any more.
  ///
  /// When no app is left, that is all that this process has started, if it owns its ``Descendants``.
  public func end() {
    let ending = processes.filter { !$0.outlivesApp }
    forgetEmptySessions()
    let sessions = leftSessions.union(ending.filter(\.isRunning).map(\.identifier))
    let known = Keeper.shared.sessions
    Sessions.kill(sessions)
    for process in processes { process.close(waitingAtMost: process.outlivesApp ? 0 : Int32(END_KILLED)) }
    nextLook = nil
    if Self.openTables.remove(ObjectIdentifier(self)) != nil, Self.openTables.isEmpty, !Descendants.areHeld {
      Descendants.end(known)
    }
    for session in sessions { Keeper.shared.remove(session) }
    processes = []
    leftSessions = []
    killing = [:]
    queue = []
    turnStart?.cancel()
    turnStart = nil
    continuation?.cancel()
    if let descriptor = continuation?.descriptor { close(descriptor) }
    continuation = nil
  }

  isolated deinit { end() }
}
