import NIOCore
import NIOWebSocket

/// The WebSocket of a page: passes its messages to the relay.
final class PageSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let relay: Relay
  private let page: UInt32
  /// Whether the close frame was sent, after which nothing is read.
  private var isClosed = false

  init(_ relay: Relay, page: UInt32) {
    self.relay = relay
    self.page = page
  }

  func handlerAdded(context: ChannelHandlerContext) { relay.pageDidConnect(page, context.channel) }

  func channelInactive(context: ChannelHandlerContext) {
    relay.pageDidDisconnect(page)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosed else { return }
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      guard Self.isText(frame.unmaskedData) else { return close(.dataInconsistentWithMessage, context) }
      relay.pageDidSend(page, frame.unmaskedData)
    case .binary: close(.unacceptableData, context)
    case .ping: send(.pong, frame.unmaskedData, context)
    case .pong: break
    case .connectionClose: close(Self.answer(toClose: frame.unmaskedData), context)
    default: close(.protocolError, context)
    }
  }

  private static func isText(_ data: ByteBuffer) -> Bool {
    String(validating: data.readableBytesView, as: UTF8.self) != nil
  }

  /// Returns the code that answers a close frame (RFC 6455, sections 5.5.1 and 7.4).
  private static func answer(toClose data: ByteBuffer) -> WebSocketErrorCode {
    var data = data
    guard data.readableBytes > 0 else { return .normalClosure }
    guard let code = data.readInteger(as: UInt16.self),
      (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    else { return .protocolError }
    return isText(data) ? .normalClosure : .dataInconsistentWithMessage
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event as? IdleStateHandler.IdleStateEvent {
    // A page that is asleep still answers pings.
    case .write: send(.ping, ByteBuffer(), context)
    case .read: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isTooLarge =
      error as? NIOWebSocketFrameAggregator.Error == .tooManyFragments
      || error as? NIOWebSocketFrameAggregator.Error == .accumulatedFrameSizeIsTooLarge
    close(isTooLarge ? .messageTooLarge : .protocolError, context)
  }

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    guard !isClosed else { return }
    isClosed = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    send(.connectionClose, data, context)
    context.close(promise: nil)
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }
}

/// Refuses frames without a mask, and those with reserved bits, as no extension is negotiated.
final class FrameGuard: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  struct InvalidFrame: Error {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      context.fireErrorCaught(InvalidFrame())
      return context.close(promise: nil)
    }
    context.fireChannelRead(data)
  }
}
