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
  private var flush: TimerQueue.Timer?
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
    flush?.cancel()
  }

  private var descriptor: Int32? {
    if let urgent { post(decoder.decode(urgent.takeAhead())) }
    return isOpen && !isPaused ? device.input : nil
  }

  private func read() {
    switch readOnce(device.input) {
    case .nothing: break
    case .bytes(let bytes): post(decoder.decode(bytes))
    case .closed:
      isOpen = false
      post(decoder.flush())
      loop.post { [weak self] in self?.onClose() }
    }
  }

  /// Gives events, and comes back to what may be the beginning of a sequence, or a key by itself.
  private func post(_ events: [InputEvent]) {
    for event in events {
      loop.post { [weak self] in self?.onEvent(event) }
    }
    flush?.cancel()
    flush = decoder.deadline.map { deadline in
      loop.timers.after(max(0, ContinuousClock.now.duration(to: deadline) / .seconds(1))) { [weak self] in
        self.map { $0.post($0.decoder.flush()) }
      }
    }
  }
}
