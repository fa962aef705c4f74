import Interface

/// A front end in memory that stores and counts frames, and types given input.
@MainActor
public final class MemoryFrontEnd: FrontEnd {
  public let size: Size
  public private(set) var frames: [Grid] = []
  private var keys: [KeyPress]
  private weak var host: (any FrontEndHost)?

  public init(typing keys: [KeyPress], size: Size = Size(width: 40, height: 5)) {
    self.keys = keys
    self.size = size
  }

  public func open(showing picture: Grid?, for host: any FrontEndHost) {
    self.host = host
    if let picture { frames.append(picture) }
  }

  public func present(_ frame: Frame) {
    frames.append(frame.grid())
    guard !keys.isEmpty else { return }
    let key = keys.removeFirst()
    host?.loop.post { [weak host] in host?.handle(.key(key)) }
  }
}
