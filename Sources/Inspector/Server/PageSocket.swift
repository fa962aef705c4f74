import NIOCore
import NIOWebSocket

/// The WebSocket of a page: passes its messages to the relay.
final class PageSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let relay: Relay
  private let page: UInt32

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
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: relay.pageDidSend(page, frame.unmaskedData)
    case .ping: send(.pong, frame.unmaskedData, context)
    case .pong: break
    case .connectionClose: close(.normalClosure, context)
    default: close(.unacceptableData, context)
    }
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
    close(.protocolError, context)
  }

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    send(.connectionClose, data, context)
    context.close(promise: nil)
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }
}

/// Refuses frames without a mask, which no browser sends.
final class MaskGuard: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  struct UnmaskedFrame: Error {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.maskKey != nil else {
      context.fireErrorCaught(UnmaskedFrame())
      return context.close(promise: nil)
    }
    context.fireChannelRead(data)
  }
}
