import Glibc
import Loop
import SystemCalls

/// A started program, until it has exited and all its output has been reported.
@MainActor
public final class ChildProcess {
  /// The process identifier.
  public let identifier: pid_t
  /// The program's name as given in the command.
  public let name: String
  /// Whether the process continues when the app exits.
  public let outlivesApp: Bool
  /// Called once, when the process has exited and all its output has been reported.
  ///
  /// If descendants keep its output open, it is read for another quarter of a second.
  public var onExit: ((ProcessEnd) -> Void)?

  private let table: ProcessTable
  /// Nil for a recorded process.
  private let handle: ChildHandle?
  /// Whether the process reports recorded events, and no program runs.
  public var isRecorded: Bool { handle == nil }
  /// Records the events of the process.
  var record: ((RecordedAnswers.Event) -> Void)?
  private var input: InputPipe?
  private var wholeInputs: [InputPipe] = []
  private var outputs: [Int: OutputPipe] = [:]
  private var end: ProcessEnd?
  private var isReported = false
  private var lastReading: Alarm?

  private init(_ handle: ChildHandle?, _ identifier: pid_t, _ command: Command, in table: ProcessTable) {
    self.handle = handle
    self.identifier = identifier
    name = command.arguments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    outlivesApp = command.outlivesApp
    self.table = table
  }

  convenience init(_ handle: ChildHandle, _ command: Command, in table: ProcessTable) {
    self.init(handle, handle.process, command, in: table)
    handle.watch(on: table.loop) { [weak self] in self?.didEnd($0) }
  }

  /// Creates a process that reports recorded events, from the next turn of the loop on.
  convenience init(
    replaying answer: RecordedAnswers.Answer, of answers: RecordedAnswers, _ command: Command,
    _ streams: [ProcessStream], in table: ProcessTable
  ) {
    self.init(nil, answer.identifier, command, in: table)
    for case (let number, .output(let handler)) in streams.enumerated() {
      outputs[number] = OutputPipe(replaying: handler) { [weak self] in self?.finishIfDone() }
    }
    _ = table.loop.timers.after(0) { [weak self, answers] in
      answers.replay(answer) { event in self?.replay(event) ?? false }
    }
  }

  /// Reports a recorded event. Returns whether more can follow.
  private func replay(_ event: RecordedAnswers.Event) -> Bool {
    guard isRunning else { return false }
    switch event {
    case .output(let bytes, let descriptor): table.perform { outputs[descriptor]?.replay(bytes) }
    case .exit(let end):
      self.end = end
      table.perform { outputs.values.forEach { $0.endReplay() } }
      finishIfDone()
      return false
    case .change: break
    }
    return true
  }

  /// Attaches our ends of its pipes, by descriptor.
  func attach(_ ours: [(number: Int, stream: ProcessStream, descriptor: Int32)]) {
    for (number, stream, descriptor) in ours {
      switch stream {
      case .input(let bytes): input = InputPipe(descriptor, bytes, isWhole: false, on: table.loop)
      case .whole(let bytes): wholeInputs.append(InputPipe(descriptor, bytes, isWhole: true, on: table.loop))
      case .output(let handler):
        let pipe = OutputPipe(
          descriptor, handler, on: table.loop, onReady: { [weak table] in table?.isReady($0) },
          onEnd: { [weak self] in self?.finishIfDone() })
        pipe.record = record.map { record in { record(.output($0, descriptor: number)) } }
        outputs[number] = pipe
      case .nothing, .descriptor: break
      }
    }
  }

  /// Whether the process was asked to exit, and is killed a second later.
  public private(set) var wasAskedToEnd = false
  /// Whether the process has not exited.
  public var isRunning: Bool { end == nil }

  /// Replaces the handler of one of its outputs.
  public func setHandler(_ handler: OutputHandler, for number: Int) { outputs[number]?.handler = handler }

  // MARK: Input

  /// Writes to its standard input, in order, as fast as it reads.
  ///
  /// - Returns: whether its standard input is open.
  /// - Throws: ``ProcessError/tooMuchInput(limit:)`` if more than 16 MiB would be pending.
  public func write(_ bytes: [UInt8]) throws(ProcessError) -> Bool {
    guard isRunning, let input else { return false }
    return try input.write(bytes)
  }

  /// Closes its standard input when all bytes are written. Returns whether it was open.
  public func closeInput() -> Bool { isRunning ? input?.end() ?? false : false }

  // MARK: Termination

  /// Asks the process and its descendants to exit, and kills those that are left a second later.
  ///
  /// - Returns: whether it was running.
  @discardableResult
  public func terminate() -> Bool {
    guard send(SIGTERM) else { return false }
    wasAskedToEnd = true
    guard handle != nil else { return true }
    // A stopped process would receive the signal only when it continues.
    _ = send(SIGCONT)
    table.killSoon(identifier)
    return true
  }

  /// Sends a signal to the process and its descendants. Returns whether it was running.
  public func send(_ signal: Int32) -> Bool {
    // A process that has just exited is reported later, not within this call.
    guard isRunning else { return false }
    guard let handle else {
      // A recorded process is terminated by every signal.
      _ = table.loop.timers.after(0) { [weak self] in
        _ = self?.replay(.exit(ProcessEnd(status: nil, signal: signal)))
      }
      return true
    }
    guard !handle.wait(atMost: 0) else { return false }
    return kill(-identifier, signal) == 0
  }

  /// Terminates the process and reports nothing more.
  public func abandon() {
    onExit = nil
    outputs.values.forEach { $0.abandon() }
    terminate()
    finishIfDone()
  }

  /// Reads all output available now from one of its descriptors.
  func drain(_ number: Int) { outputs[number]?.proceedToEnd() }

  // MARK: Exit

  private func didEnd(_ end: ProcessEnd) {
    self.end = end
    input?.close()
    wholeInputs.forEach { $0.close() }
    table.didEnd(self)
    if outputs.values.contains(where: \.isOpen) {
      lastReading = Alarm(milliseconds: Int32(END_LAST_OUTPUT), on: table.loop) { [weak self] in
        guard let self else { return }
        table.perform { for output in self.outputs.values { output.readLastOnly() } }
      }
    }
    finishIfDone()
  }

  private func finishIfDone() {
    guard let end, !isReported, !outputs.values.contains(where: \.isOpen) else { return }
    isReported = true
    lastReading?.cancel()
    table.remove(self)
    record?(.exit(end))
    guard let onExit else { return }
    self.onExit = nil
    table.perform { onExit(end) }
  }

  /// Stops all reports, as the app has exited. Waits a moment for a killed process.
  func close(waitingAtMost milliseconds: Int32) {
    onExit = nil
    lastReading?.cancel()
    outputs.values.forEach { $0.abandon() }
    input?.close()
    wholeInputs.forEach { $0.close() }
    isReported = true
    guard isRunning else { return }
    if let handle {
      if milliseconds > 0 { _ = handle.wait(atMost: milliseconds) }
      handle.abandon()
      ChildHandle.reapAbandoned()
    }
    end = ProcessEnd(status: nil, signal: nil)
  }
}
