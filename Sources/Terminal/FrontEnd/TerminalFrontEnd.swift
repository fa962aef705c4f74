import Glibc
import Interface
import Loop

/// Shows an app full screen in a terminal, with keyboard and mouse input.
@MainActor
public final class TerminalFrontEnd: FrontEnd {
  public let requiredTheme: Theme?
  private let device: TerminalDevice
  private let capturesMouse: Bool
  private let keys: UrgentKeys
  private var screen: TerminalScreen?
  private var input: KeyInput?

  /// - Parameters:
  ///   - theme: the theme requested by the user; nil leaves it to the app.
  ///   - capturesMouse: whether the app receives the mouse initially.
  public init(_ device: TerminalDevice, theme: Theme? = nil, capturesMouse: Bool = true) {
    self.device = device
    requiredTheme = theme
    self.capturesMouse = capturesMouse
    keys = UrgentKeys(device, endKeys: HostCommand.quit.keys, interruptKeys: HostCommand.interrupt.keys)
  }

  public var size: Size { screen?.size ?? device.size }
  public var colorDepth: ColorDepth { device.colors }
  public var urgentInput: (any UrgentInput)? { keys }

  public var commands: [KeyCommand] {
    [
      KeyCommand(HostCommand.mouse) { [weak self] in
        self?.screen?.isMouseCaptured.toggle()
      }
    ]
  }

  public func open(showing picture: Grid?, for host: any FrontEndHost) throws {
    // A snapshot of another size would be misleading.
    let screen = try TerminalScreen(
      device, showing: picture.flatMap { $0.size == device.size ? $0 : nil }, on: host.loop)
    self.screen = screen
    screen.isMouseCaptured = capturesMouse
    screen.onOutput = { [weak host] in host?.didCapture($0) }
    input = KeyInput(
      device, on: host.loop, urgent: keys,
      onEvent: { [weak screen, weak host] event in
        // Cells outside of a smaller size are lost, also if this is the same size again.
        if case .resize = event { screen?.invalidate() }
        host?.handle(event)
      },
      onClose: { [weak host] in host?.end() })
  }

  public func present(_ frame: Frame) { screen?.present(frame.grid()) }
  public func redraw() { screen?.invalidate() }
  public func copy(_ text: String) { screen?.copyToClipboard(text) }
  public var hasTerminal: Bool { true }
  public func lendTerminal(while body: () -> Void) {
    if let screen { screen.lend(while: body) } else { body() }
  }
  public func takeOutput() { screen?.drainOutput() }
  public func suspend() { screen?.suspend() }
  public func resume() { screen?.reclaim() }

  public func close() {
    input?.close()
    screen?.close()
  }
}
