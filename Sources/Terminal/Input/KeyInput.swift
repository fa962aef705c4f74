import Glibc
import Interface

/// The keys, pastes and mouse of a terminal in raw mode, and its size, as events of a loop.
@MainActor
public final class KeyInput {
  private let device: TerminalDevice
  private let loop: any EventLoop
  private let decoder: InputDecoder
  private let urgent: UrgentKeys?
  private let onEvent: (InputEvent) -> Void
  private let onClose: () -> Void
  private var isOpen = true
  /// Whether nothing is read for now: what is typed is left to the terminal.
  public var isPaused = false
  /// Goes off when an unfinished sequence has had its time.
  private var limit: TimerQueue.Timer?
  private var sources: [EventSource] = []

  /// Reads from now on, until ``close()`` or until the terminal is gone.
  ///
  /// - Parameters:
  ///   - urgent: what another thread has read meanwhile; nil if none does.
  ///   - onEvent: called for each event, with the loop's clock at its own time.
  ///   - onClose: the terminal is gone.
  public init(
    _ device: TerminalDevice, on loop: any EventLoop, urgent: UrgentKeys? = nil,
    onEvent: @escaping (InputEvent) -> Void, onClose: @escaping () -> Void
  ) {
    self.device = device
    self.loop = loop
    self.urgent = urgent
    self.onEvent = onEvent
    self.onClose = onClose
    decoder = InputDecoder(terminalName: device.name, backspaceIsControlH: device.backspaceIsControlH)
    sources = [
      loop.watch(.input, of: { [weak self] in self?.descriptor }, onReady: { [weak self] in self?.read() }),
      loop.watch(.windowSize) { [weak self] in self.map { $0.onEvent(.resize($0.device.size)) } },
    ]
  }

  /// Reads no more.
  public func close() {
    sources.forEach { $0.cancel() }
    limit?.cancel()
  }

  private var descriptor: Int32? {
    take(urgent?.takeAhead() ?? [])
    return isOpen && !isPaused ? device.input : nil
  }

  /// Reads once. Returns whether anything was there.
  @discardableResult
  private func read() -> Bool {
    switch readOnce(device.input) {
    case .nothing: return false
    case .bytes(let bytes): take(bytes)
    case .closed:
      isOpen = false
      limit?.cancel()
      post(decoder.finish())
      loop.post { [weak self] in self?.onClose() }
    }
    return true
  }

  /// Gives the events of bytes, and begins to count the time that what they leave unfinished has.
  private func take(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    post(decoder.decode(bytes))
    limit?.cancel()
    limit = decoder.limit.map { duration in
      loop.timers.after(duration / .seconds(1)) { [weak self] in self?.limitPassed() }
    }
  }

  /// Gives up on an unfinished sequence, unless more of it can be read: the loop may have been busy since it arrived.
  private func limitPassed() {
    urgent?.mainThreadWillWait()
    defer { urgent?.mainThreadDidWait() }
    let ahead = urgent?.takeAhead() ?? []
    if !ahead.isEmpty { return take(ahead) }
    if isOpen, !isPaused, isReadable, read() { return }
    post(decoder.flush())
  }

  private var isReadable: Bool {
    var input = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }

  private func post(_ events: [InputEvent]) {
    for event in events {
      loop.post { [weak self] in self?.onEvent(event) }
    }
  }
}
