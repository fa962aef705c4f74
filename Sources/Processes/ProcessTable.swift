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
  /// Runs each call of a handler, which is its argument.
  public var around: (() -> Void) -> Void = { $0() }

  /// Records the answers of processes, or answers in their place; nil for neither.
  public var answers: RecordedAnswers?

  let loop: any EventLoop
  /// The processes that have not exited, or whose last output or exit is still to be reported.
  public private(set) var unfinished: [ChildProcess] = []
  /// The sessions that still have processes after their leaders have exited.
  private var leftSessions: Set<pid_t> = []
  /// The sessions that were asked to exit, with the alarms that kill them.
  private var killing: [pid_t: Alarm] = [:]
  private var queue: [OutputPipe] = [] { didSet { queueDidChange() } }
  private var turn: TurnLimit?
  private var isReporting = false { didSet { queueDidChange() } }
  private var isPerforming = false
  private var turnStart: EventSource?
  /// A descriptor that is always ready, so that the next turn begins at once while output is left to report.
  private var continuation: DescriptorWatch?
  /// The alarm for the next check for adopted processes that have exited.
  private var nextReap: Alarm?
  /// The tables that were created and not ended.
  private static var openTables: Set<ObjectIdentifier> = []

  /// The interval, in milliseconds, of checks for adopted processes that have exited, while there are children.
  private static let reapInterval: Int32 = 1000

  /// Creates a table without processes.
  public init(loop: any EventLoop) {
    self.loop = loop
  }

  /// The processes that have not exited.
  public var running: [ChildProcess] { unfinished.filter(\.isRunning) }

  // MARK: Starting

  /// Starts a program in its own session, without a terminal.
  ///
  /// - Parameter streams: the streams at its descriptors from 0 on; at least three.
  /// - Throws: ``ProcessError``.
  public func start(_ command: Command, _ streams: [ProcessStream]) throws(ProcessError) -> ChildProcess {
    let request = RecordedAnswers.Request.process(command, inputs: streams.compactMap(\.wholeInput))
    if let answers, let answer = answers.take(request) {
      let child = ChildProcess(replaying: answer, of: answers, command, streams, in: self)
      unfinished.append(child)
      return child
    }
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
      let handle = try command.start(theirs, beginsSession: true)
      if command.outlivesApp { Descendants.detach(handle.process) } else { Keeper.shared.add(handle.process) }
      let child = ChildProcess(handle, command, in: self)
      unfinished.append(child)
      child.record = answers?.record(request, identifier: handle.process)
      child.attach(ours)
      reapAdopted()
      return child
    } catch {
      for end in ours { close(end.descriptor) }
      throw error
    }
  }

  /// Announces that processes are going to be started by other means, such as `system(3)`. They are terminated with the
  /// app, too.
  public func otherProcessesWillStart() {
    begin()
    Keeper.shared.begin()
    guard Descendants.areOwned else { return }
    _ = Descendants.reapAdopted()
    if nextReap == nil { scheduleReap() }
  }

  /// Returns the process's end of a stream, at a number that does not collide with its own descriptors, and our end.
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

  /// Begins a turn, and continues the work left by the previous one.
  private func begin() {
    guard turnStart == nil else { return }
    Self.openTables.insert(ObjectIdentifier(self))
    ignoreBrokenPipes()
    turnStart = loop.beforeWait { [weak self] in self?.turn = nil }
    continuation = loop.watch(system_make_ready(), for: .readable) { [weak self] in self?.reportAll() }
    queueDidChange()
  }

  private func queueDidChange() {
    if queue.isEmpty || isReporting { continuation?.pause() } else { continuation?.resume() }
  }

  // MARK: Reporting

  func isReady(_ pipe: OutputPipe) {
    if !pipe.isQueued {
      pipe.isQueued = true
      queue.append(pipe)
    }
    reportAll()
  }

  private func reportAll() {
    // A handler may run the loop.
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
          // The other pipes come first in the next turn.
          pipe.isQueued = true
          queue.append(pipe)
        }
      }
    }
  }

  /// Runs a closure that calls handlers.
  func perform(_ body: () -> Void) {
    if isPerforming { return body() }
    isPerforming = true
    defer { isPerforming = false }
    around(body)
  }

  // MARK: Termination

  /// Kills the remaining processes of a session after a second, even if its leader has exited by then.
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
    reapAdopted()
    if Sessions.isEmpty(session) {
      // Its number may soon be reused.
      killing[session] = nil
      Keeper.shared.remove(session)
    } else if !process.outlivesApp {
      leftSessions.insert(session)
    }
  }

  func remove(_ process: ChildProcess) { unfinished.removeAll { $0 === process } }

  private func forgetEmptySessions() {
    for session in leftSessions where Sessions.isEmpty(session) {
      leftSessions.remove(session)
      killing[session] = nil
      Keeper.shared.remove(session)
    }
  }

  /// Reaps adopted processes that have exited, now and as long as there are children.
  private func reapAdopted() {
    guard Descendants.areOwned, Descendants.reapAdopted(), nextReap == nil else { return }
    scheduleReap()
  }

  private func scheduleReap() {
    nextReap = Alarm(milliseconds: Self.reapInterval, on: loop) { [weak self] in
      self?.nextReap = nil
      self?.reapAdopted()
    }
  }

  /// Kills all processes that must not outlive the app, with their descendants. No handler is called any more.
  ///
  /// When no app is left, kills all descendants of this process, if it owns its ``Descendants``.
  public func end() {
    let ending = unfinished.filter { !$0.outlivesApp }
    forgetEmptySessions()
    let sessions = leftSessions.union(ending.filter(\.isRunning).map(\.identifier))
    let known = Keeper.shared.sessions
    Sessions.kill(sessions)
    for process in unfinished { process.close(waitingAtMost: process.outlivesApp ? 0 : Int32(END_KILLED)) }
    nextReap = nil
    if Self.openTables.remove(ObjectIdentifier(self)) != nil, Self.openTables.isEmpty, !Descendants.areHeld {
      Descendants.end(known)
    }
    for session in sessions { Keeper.shared.remove(session) }
    unfinished = []
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
