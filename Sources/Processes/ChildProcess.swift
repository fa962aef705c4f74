import Glibc
import SystemCalls

/// A program that was started, until it has exited and all its output was reported.
@MainActor
public final class ChildProcess {
  /// Its number.
  public let identifier: pid_t
  /// The program, as it was called.
  public let name: String
  /// Whether it goes on when the app has ended.
  public let outlivesApp: Bool
  /// Reported once, when it has exited and all its output was reported.
  ///
  /// What others hold open of its output, programs that it has left behind, is read for a quarter of a second more.
  public var onExit: ((ProcessEnd) -> Void)?

  private let table: ProcessTable
  private let descriptor: Int32
  private var input: InputPipe?
  private var wholeInputs: [InputPipe] = []
  private var outputs: [Int: OutputPipe] = [:]
  private var end: ProcessEnd?
  private var isTold = false
  private var endWatch: (() -> Void)?
  private var lastReading: Alarm?

  init(_ identifier: pid_t, _ descriptor: Int32, _ command: Command, in table: ProcessTable) {
    self.identifier = identifier
    self.descriptor = descriptor
    name = command.arguments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    outlivesApp = command.outlivesApp
    self.table = table
    endWatch = table.loop.watch({ descriptor }, forWriting: false) { [weak self] in self?.look() }
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
    var ended = pollfd(fd: isRunning ? descriptor : -1, events: Int16(POLLIN), revents: 0)
    guard isRunning, poll(&ended, 1, 0) == 0 else { return false }
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

  /// Looks whether it has ended.
  private func look() {
    guard isRunning else { return }
    var (status, signal): (Int32, Int32) = (0, 0)
    switch system_reap(descriptor, &status, &signal) {
    case 0: return
    case 1: end = ProcessEnd(status: signal == 0 ? status : nil, signal: signal == 0 ? nil : signal)
    // Somebody else has taken its end.
    default: end = ProcessEnd(status: nil, signal: nil)
    }
    endWatch?()
    endWatch = nil
    Glibc.close(descriptor)
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
    guard let end, !isTold, !outputs.values.contains(where: \.isOpen) else { return }
    isTold = true
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
    isTold = true
    guard isRunning else { return }
    endWatch?()
    endWatch = nil
    var ended = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if milliseconds > 0 { poll(&ended, 1, milliseconds) }
    Remains.leave(descriptor)
    end = ProcessEnd(status: nil, signal: nil)
  }
}

/// Ended processes of apps that are gone: somebody has to take their end, or they stay as zombies.
@MainActor
enum Remains {
  private static var descriptors: [Int32] = []

  /// Takes the process's end now or later.
  static func leave(_ descriptor: Int32) {
    descriptors.append(descriptor)
    reap()
  }

  /// Takes the ends of those that have ended.
  static func reap() {
    descriptors.removeAll { descriptor in
      var (status, signal): (Int32, Int32) = (0, 0)
      guard system_reap(descriptor, &status, &signal) != 0 else { return false }
      close(descriptor)
      return true
    }
  }
}
