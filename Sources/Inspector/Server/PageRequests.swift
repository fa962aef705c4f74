import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers requests for the files of the page, and refuses all others. Each connection serves one request.
final class PageRequests: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let requestGuard: RequestGuard
  private var isAnswered = false

  init(_ requestGuard: RequestGuard) { self.requestGuard = requestGuard }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
    isAnswered = true
    let (status, asset) = answer(to: head)
    let contents = asset?.contents ?? Array("\(status.reasonPhrase)\n".utf8)
    var headers = HTTPHeaders(PageAssets.headers)
    headers.add(name: "Content-Type", value: asset?.type ?? "text/plain; charset=utf-8")
    headers.add(name: "Content-Length", value: "\(contents.count)")
    if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD") }
    let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    if head.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: contents)))), promise: nil)
    }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }

  private func answer(to head: HTTPRequestHead) -> (HTTPResponseStatus, PageAssets.Asset?) {
    guard requestGuard.accepts(head) else { return (.forbidden, nil) }
    guard head.method == .GET || head.method == .HEAD else { return (.methodNotAllowed, nil) }
    if head.uri == PageAssets.socketPath { return (.forbidden, nil) }
    guard let asset = PageAssets.asset(at: head.uri) else { return (.notFound, nil) }
    return (.ok, asset)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A refused WebSocket is answered as a request.
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }
}
