import Interface

/// A front end in memory that stores and counts frames, and sends given input.
@MainActor
public final class MemoryFrontEnd: FrontEnd {
  public let size: Size
  public private(set) var frames: [Grid] = []
  /// The texts that were copied to the clipboard.
  public private(set) var copied: [String] = []
  /// Called when the front end is opened.
  public var onOpen: () -> Void = {}
  private var events: [InputEvent]
  private weak var host: (any FrontEndHost)?

  public init(sending events: [InputEvent], size: Size = Size(width: 40, height: 5)) {
    self.events = events
    self.size = size
  }

  public convenience init(typing keys: [KeyPress], size: Size = Size(width: 40, height: 5)) {
    self.init(sending: keys.map(InputEvent.key), size: size)
  }

  public func open(showing picture: Grid?, for host: any FrontEndHost) {
    self.host = host
    if let picture { frames.append(picture) }
    onOpen()
  }

  public func copy(_ text: String) { copied.append(text) }

  public func present(_ frame: Frame) {
    frames.append(frame.grid())
    guard !events.isEmpty else { return }
    let event = events.removeFirst()
    host?.loop.post { [weak host] in host?.handle(event) }
  }
}
