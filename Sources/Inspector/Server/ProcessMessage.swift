import NIOCore

/// A message between the server and the app's process: the length of the rest in four bytes, the page in four, the kind
/// in one, and the contents.
struct ProcessMessage {
  /// The kinds of messages.
  enum Kind: UInt8, Sendable {
    /// The process can serve pages.
    case ready = 0
    /// A page has connected.
    case connected = 1
    /// A page has disconnected.
    case disconnected = 2
    /// A message of a page, or for a page.
    case message = 3
  }

  var kind: Kind
  var page: UInt32
  var contents: ByteBuffer

  /// The bytes of the page and the kind.
  static let headLength = 5
  /// The longest message of the app's process, in bytes.
  static let maximumLength = 64 << 20

  /// Writes the message.
  func write(to buffer: inout ByteBuffer) {
    buffer.writeInteger(UInt32(clamping: Self.headLength + contents.readableBytes))
    buffer.writeInteger(page)
    buffer.writeInteger(kind.rawValue)
    buffer.writeImmutableBuffer(contents)
  }
}

/// Reads the messages of the app's process.
struct ProcessMessageDecoder: ByteToMessageDecoder {
  typealias InboundOut = ProcessMessage

  struct Damaged: Error {}

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    let start = buffer.readerIndex
    guard let length = buffer.getInteger(at: start, as: UInt32.self) else { return .needMoreData }
    guard (ProcessMessage.headLength...ProcessMessage.maximumLength).contains(Int(length)) else { throw Damaged() }
    guard var body = buffer.getSlice(at: start + 4, length: Int(length)) else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 4 + Int(length))
    guard let page = body.readInteger(as: UInt32.self),
      let kind = body.readInteger(as: UInt8.self).flatMap(ProcessMessage.Kind.init)
    else { throw Damaged() }
    context.fireChannelRead(wrapInboundOut(ProcessMessage(kind: kind, page: page, contents: body)))
    return .continue
  }
}

/// The server's end of the socket to the app's process.
final class ProcessSocket: ChannelInboundHandler {
  typealias InboundIn = ProcessMessage

  private let relay: Relay
  private let number: UInt32

  init(_ relay: Relay, ofProcess number: UInt32) { (self.relay, self.number) = (relay, number) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    relay.processDidSend(unwrapInboundIn(data), over: context.channel)
  }

  func channelInactive(context: ChannelHandlerContext) {
    relay.processDidClose(context.channel, number)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
