import Glibc
import Interface
import Loop
import Processes
import StateRestoration

import Synchronization
import SystemCalls

/// Shows an app, or a saved state, as a page in a browser.
///
/// This process serves the page; the app runs in another one (``PageServer``), so that a kill is a real kill, and a
/// crash is something that the page shows.
@MainActor
public final class Inspector {
  /// Receives the address of the page when it can be opened.
  public var onAddress: (String) -> Void = { _ in }
  /// The exit code with which the app's process refuses to start, as another process holds the session. Then there is nothing
  /// to show, and this process exits with the same code.
  public var refusal: Int32?

  private let command: Command
  private let loop = MainLoop()
  private let events: ServerEvents
  private let server: InspectorServer
  private var process: ConnectedProcess?
  /// The number of processes that were started, which is that of the last one.
  private var launches: UInt32 = 0
  private var wasReady = false
  private var isEnding = false
  /// Whether no process of the app has ended or was replaced yet.
  private var isFirst = true
  private var exitCode: Int32 = 0

  /// The time in which the app's process must save and exit when it is asked to, in milliseconds.
  private static let longestExit: Int32 = 5000

  /// The time after which the helpers of an ended process have ended as well, in seconds.
  private static let helperTime = 2.0

  /// Starts a server without an app.
  ///
  /// - Parameter command: the program that creates a ``PageServer`` and runs the app on a ``PageFrontEnd``.
  /// - Throws: an error if no port or descriptor is available.
  public init(_ command: Command) throws {
    self.command = command
    events = try ServerEvents()
    server = try InspectorServer(onEvent: { [events] in events.post($0) })
  }

  /// Starts the app, and serves its page until this process is asked to exit.
  ///
  /// - Returns: the exit code of the app's last process; 0 if a signal has terminated it once it had a page, as *Kill* does.
  /// - Throws: ``LoopError``; ``ProcessError`` if the process cannot be started.
  public func run() throws -> Int32 {
    defer { server.close() }
    try loop.takeSignals()
    defer { loop.returnSignals() }
    let ends: [ProcessSignal] = [.terminate, .hangup, .interrupt]
    let signals = ends.map { loop.watch($0) { [weak self] in self?.end() } }
    let watch = loop.watch(events.descriptor, for: .readable) { [weak self] in
      guard let self else { return }
      for event in events.take() { handle(event) }
    }
    defer {
      watch.cancel()
      signals.forEach { $0.cancel() }
    }
    try launch()
    loop.run {}
    return exitCode
  }

  private func launch() throws {
    if process != nil {
      isFirst = false
      reapAdoptedLater()
    }
    process = nil
    let process = try ConnectedProcess(command)
    self.process = process
    launches += 1
    report("running", "process \(process.identifier)")
    let socket = fcntl(process.socket, F_DUPFD_CLOEXEC, 16)
    guard socket >= 0 else {
      throw ProcessError.system(
        what: "cannot connect to the app's process", reason: String(cString: strerror(errno)))
    }
    server.connect(to: socket, ofProcess: launches)
  }

  private func handle(_ event: Relay.Event) {
    switch event {
    case .processIsReady:
      guard !wasReady else { return }
      wasReady = true
      onAddress(server.address)
    case .processDidClose(let number): processDidClose(number)
    case .kill: process?.kill()
    case .quit: process?.terminate()
    case .launch:
      // The end of the old process is of no interest.
      do { try launch() } catch { report("ended", "could not start: \(error)") }
    }
  }

  /// Waits for the end of a process that has closed its socket, and kills it if it takes too long. Meanwhile requests of
  /// pages are handled.
  private func processDidClose(_ number: UInt32) {
    // Earlier processes were killed for the last one.
    guard number == launches, let process else { return }
    if let end = process.end(within: 0) { return processDidEnd(end) }
    let deadline = loop.timers.after(Double(Self.longestExit) / 1000) { [weak self, weak process] in
      guard let self, let process, process === self.process else { return }
      process.kill()
      processDidEnd(nil)
    }
    process.watchEnd(on: loop) { [weak self, weak process] end in
      deadline.cancel()
      guard let self, let process, process === self.process else { return }
      processDidEnd(end)
    }
  }

  /// - Parameter end: nil for a process that had to be killed.
  private func processDidEnd(_ end: ProcessEnd?) {
    process = nil
    exitCode = exitCode(after: end)
    reapAdoptedLater()
    defer { isFirst = false }
    guard wasReady, !isEnding, !(isFirst && end?.status == refusal) else { return loop.stop() }
    if end?.status == FailedApp.changedStatus {
      do { return try launch() } catch { return report("ended", "could not start: \(error)") }
    }
    let isRefused = refusal != nil && end?.status == refusal
    report("ended", isRefused ? "another process holds the session" : Self.description(of: end))
  }

  /// Reaps the helpers that outlive their process to remove its temporary folders, and which this process has adopted.
  private func reapAdoptedLater() {
    loop.timers.after(Self.helperTime) { Descendants.reap() }
  }

  /// Asks the app's process to save and exit, as `SIGTERM` does, and then exits.
  private func end() {
    guard !isEnding else { return }
    isEnding = true
    guard let process else { return loop.stop() }
    process.terminate()
    exitCode = exitCode(after: process.end(within: Self.longestExit))
    process.kill()
    loop.stop()
  }

  /// Returns the exit code of this process after the end of the app's process; nil if that had to be killed.
  private func exitCode(after end: ProcessEnd?) -> Int32 { end?.status ?? (wasReady && end != nil ? 0 : 1) }

  private static func description(of end: ProcessEnd?) -> String {
    switch (end?.status, end?.signal) {
    case (_, let signal?): "terminated by signal \(signal) (\(String(cString: strsignal(signal))))"
    case (let status?, _): "exited with code \(status)"
    default: "did not exit in time and was killed"
    }
  }

  private func report(_ state: String, _ text: String) {
    server.report(
      state: JSONWriter.message("process") {
        $0.field("state", state)
        $0.field("text", text)
      })
  }
}

/// The events of the server's thread, for the main loop. Each event waits at most once.
private final class ServerEvents: Sendable {
  /// Readable while events wait.
  let descriptor: Int32
  private let signal: Int32
  private let waiting = Mutex<[Relay.Event]>([])

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 0) == 0 else {
      throw ProcessError.system(what: "cannot create a pipe", reason: String(cString: strerror(errno)))
    }
    (descriptor, signal) = (ends[0], ends[1])
  }

  func post(_ event: Relay.Event) {
    waiting.withLock { if !$0.contains(event) { $0.append(event) } }
    var byte: UInt8 = 0
    _ = write(signal, &byte, 1)
  }

  func take() -> [Relay.Event] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return waiting.withLock { events in
      defer { events = [] }
      return events
    }
  }

  deinit {
    close(descriptor)
    close(signal)
  }
}
