import Glibc
import Loop
import SystemCalls

/// A program that was started, until it has exited and all its output was reported.
@MainActor
public final class ChildProcess {
  /// Its number.
  public var identifier: pid_t { handle.process }
  /// The program, as it was called.
  public let name: String
  /// Whether it goes on when the app has ended.
  public let outlivesApp: Bool
  /// Reported once, when it has exited and all its output was reported.
  ///
  /// What others hold open of its output, programs that it has left behind, is read for a quarter of a second more.
  public var onExit: ((ProcessEnd) -> Void)?

  private let table: ProcessTable
  private let handle: ChildHandle
  private var input: InputPipe?
  private var wholeInputs: [InputPipe] = []
  private var outputs: [Int: OutputPipe] = [:]
  private var end: ProcessEnd?
  private var isReported = false
  private var lastReading: Alarm?

  init(_ handle: ChildHandle, _ command: Command, in table: ProcessTable) {
    self.handle = handle
    name = command.arguments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    outlivesApp = command.outlivesApp
    self.table = table
    handle.watch(on: table.loop) { [weak self] in self?.didEnd($0) }
  }

  /// Attaches our ends of its pipes, by its descriptors.
  func attach(_ ours: [(number: Int, stream: ProcessStream, descriptor: Int32)]) {
    for (number, stream, descriptor) in ours {
      switch stream {
      case .input(let bytes): input = InputPipe(descriptor, bytes, isWhole: false, on: table.loop)
      case .whole(let bytes): wholeInputs.append(InputPipe(descriptor, bytes, isWhole: true, on: table.loop))
      case .output(let handler):
        outputs[number] = OutputPipe(
          descriptor, handler, on: table.loop, onReady: { [weak table] in table?.isReady($0) },
          onEnd: { [weak self] in self?.finishIfDone() })
      case .nothing, .descriptor: break
      }
    }
  }

  /// Whether it has a second at most to end by itself.
  public private(set) var wasAskedToEnd = false
  /// Whether it has not ended.
  public var isRunning: Bool { end == nil }

  /// Tells another handler of what it writes from now on.
  public func setHandler(_ handler: OutputHandler, for number: Int) { outputs[number]?.handler = handler }

  // MARK: Its input

  /// Writes to its standard input, in order, as fast as it reads.
  ///
  /// - Returns: whether there is somebody to read it.
  /// - Throws: ``ProcessError/tooMuchInput(limit:)`` if 16 MiB would wait.
  public func write(_ bytes: [UInt8]) throws(ProcessError) -> Bool {
    guard isRunning, let input else { return false }
    return try input.write(bytes)
  }

  /// Ends its standard input when all is written. Returns whether it was open.
  public func closeInput() -> Bool { isRunning ? input?.end() ?? false : false }

  // MARK: Ending it

  /// Asks it, and all that it started, to end, and kills what is there a second later.
  ///
  /// - Returns: whether it was running.
  @discardableResult
  public func terminate() -> Bool {
    guard send(SIGTERM) else { return false }
    wasAskedToEnd = true
    // One that is stopped would hear of it only when it goes on.
    _ = send(SIGCONT)
    table.killSoon(identifier)
    return true
  }

  /// Sends a signal to it and all that it started. Returns whether it was running.
  public func send(_ signal: Int32) -> Bool {
    // A process that has just exited is reported later, not within this call.
    guard isRunning, !handle.wait(atMost: 0) else { return false }
    return kill(-identifier, signal) == 0
  }

  /// Ends it, and tells nobody of anything any more.
  public func abandon() {
    onExit = nil
    outputs.values.forEach { $0.abandon() }
    terminate()
    finishIfDone()
  }

  /// Reads what it has written by now to one of its descriptors.
  func drain(_ number: Int) { outputs[number]?.proceedToEnd() }

  // MARK: Its end

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
    guard let onExit else { return }
    self.onExit = nil
    table.perform { onExit(end) }
  }

  /// The app has ended: nothing is reported any more. What was killed is waited for, for a moment.
  func close(waitingAtMost milliseconds: Int32) {
    onExit = nil
    lastReading?.cancel()
    outputs.values.forEach { $0.abandon() }
    input?.close()
    wholeInputs.forEach { $0.close() }
    isReported = true
    guard isRunning else { return }
    if milliseconds > 0 { _ = handle.wait(atMost: milliseconds) }
    handle.abandon()
    ChildHandle.reapAbandoned()
    end = ProcessEnd(status: nil, signal: nil)
  }
}
