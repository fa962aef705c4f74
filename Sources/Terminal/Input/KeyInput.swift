import Glibc
import Interface
import Loop

/// Reads keys, pastes, mouse events and size changes of a terminal in raw mode, as events of a loop.
@MainActor
public final class KeyInput {
  private let device: TerminalDevice
  private let loop: any EventLoop
  private let decoder: InputDecoder
  private let urgent: UrgentKeys?
  private let onEvent: (InputEvent) -> Void
  /// Receives the terminal's answers and reports, in order with the events.
  var onReply: (TerminalReply) -> Void = { _ in }
  /// Called in order with the events, in place of a paste that is longer than ``InputDecoder/pasteLimit``.
  public var onDiscardedPaste: () -> Void = {}
  /// Returns which answers are expected now, if any: to queries, and about the cursor's position.
  var expectedAnswers: () -> (any: Bool, cursor: Bool) = { (false, false) }
  private let onClose: () -> Void
  private var isOpen = true
  /// Whether reading is paused, leaving input to the terminal.
  public var isPaused = false { didSet { if isPaused { watch?.pause() } else { watch?.resume() } } }
  private var watch: DescriptorWatch?
  /// Fires when an unfinished sequence has timed out.
  private var limit: TimerQueue.Timer?
  private var sources: [EventSource] = []

  /// The message about a discarded paste.
  public static let discardedPaste =
    "The pasted text is longer than \(InputDecoder.pasteLimit >> 20) MiB. It was ignored."

  /// Starts reading, until ``close()`` or until the terminal is closed.
  ///
  /// - Parameters:
  ///   - urgent: supplies bytes that another thread has read meanwhile; nil if there is none.
  ///   - onEvent: called for each event, at the loop's time of the event.
  ///   - onClose: called when the terminal is closed.
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
    decoder.onReply = { [weak self, loop] reply in loop.post { self?.onReply(reply) } }
    decoder.onDiscardedPaste = { [weak self, loop] in loop.post { self?.onDiscardedPaste() } }
    watch = loop.watch(device.input, for: .input) { [weak self] in self?.read() }
    sources = [
      loop.beforeWait { [weak self] in self?.takeAhead() },
      loop.watch(.windowSize) { [weak self] in self.map { $0.onEvent(.resize($0.device.size)) } },
    ]
  }

  /// Stops reading.
  public func close() {
    watch?.cancel()
    sources.forEach { $0.cancel() }
    limit?.cancel()
  }

  private func takeAhead() { take(urgent?.takeAhead() ?? []) }

  /// Reads once. Returns whether there were any bytes.
  @discardableResult
  private func read() -> Bool {
    switch readOnce(device.input) {
    case .nothing: return false
    case .bytes(let bytes): take(bytes)
    case .closed:
      isOpen = false
      watch?.cancel()
      limit?.cancel()
      post(decoder.finish())
      loop.post { [weak self] in self?.onClose() }
    }
    return true
  }

  /// Posts the events of bytes, and starts the timeout of an unfinished sequence.
  private func take(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    (decoder.expectsAnswers, decoder.expectsCursor) = expectedAnswers()
    post(decoder.decode(bytes))
    limit?.cancel()
    limit = decoder.limit.map { duration in
      loop.timers.after(duration / .seconds(1)) { [weak self] in self?.limitPassed() }
    }
  }

  /// Flushes an unfinished sequence, unless more bytes are available because the loop was busy.
  private func limitPassed() {
    urgent?.mainThreadWillWait()
    defer { urgent?.mainThreadDidWait() }
    let ahead = urgent?.takeAhead() ?? []
    if !ahead.isEmpty { return take(ahead) }
    if isOpen, !isPaused, isReadable(device.input), read() { return }
    post(decoder.flush())
  }

  private func post(_ events: [InputEvent]) {
    for event in events {
      loop.post { [weak self] in self?.onEvent(event) }
    }
  }
}
