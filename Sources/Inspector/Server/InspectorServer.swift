import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The server of the page, on a port of the loopback interface that the system chooses. It has one thread.
final class InspectorServer: Sendable {
  /// The address of the page, with the token.
  let address: String
  let port: Int
  let token: AccessToken
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let relay: NIOLoopBound<Relay>

  /// The limits for connections.
  enum Limits {
    /// Connections that are no pages. A further one closes the oldest.
    static let maximumRequests = 16
    /// The time for a whole request and its response.
    static let requestTime = TimeAmount.seconds(5)
    /// The longest message of a page, in bytes: a paste of 16 MiB, in which each character may be escaped.
    static let maximumMessage = 33 << 20
    /// The waiting messages of pages, in bytes, above which further ones are dropped until there is room again. A paste must
    /// not be the reason why the keys after it are dropped.
    static let waitingMessages = (low: 1 << 20, high: maximumMessage + (1 << 20))
    /// The most frames of a message: browsers divide long ones into frames of up to 128 KiB.
    static let maximumFragments = 2048
    /// The time after which a silent page is asked for a sign of life, and after which it is disconnected.
    static let pingTime = TimeAmount.seconds(20)
    static let silenceTime = TimeAmount.seconds(60)
  }

  /// Starts a server.
  ///
  /// - Parameter onEvent: called on the server's thread.
  /// - Throws: an error if no port can be opened.
  init(onEvent: @escaping @Sendable (Relay.Event) -> Void) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let token = AccessToken()
    do {
      let relay = try loop.submit { NIOLoopBound(Relay(onEvent: onEvent), eventLoop: loop) }.wait()
      let waiting = try loop.submit { NIOLoopBound(WaitingConnections(), eventLoop: loop) }.wait()
      channel = try ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 16)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard let port = channel.localAddress?.port else { return channel.close(promise: nil) }
            try Self.prepare(channel, RequestGuard(port: port, token: token), relay, waiting)
          }
        }
        .bind(host: "127.0.0.1", port: 0).wait()
      guard let port = channel.localAddress?.port else { throw IOError(errnoCode: 0, reason: "no port") }
      self.port = port
      self.relay = relay
    } catch {
      group.shutdownGracefully { _ in }
      throw error
    }
    self.group = group
    self.token = token
    address = "http://127.0.0.1:\(port)/#\(token.text)"
  }

  private static func prepare(
    _ channel: any Channel, _ requestGuard: RequestGuard, _ relay: NIOLoopBound<Relay>,
    _ waiting: NIOLoopBound<WaitingConnections>
  ) throws {
    waiting.value.add(channel)
    channel.closeFuture.whenComplete { _ in waiting.value.remove(channel) }
    let deadline = channel.eventLoop.scheduleTask(in: Limits.requestTime) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: Limits.maximumMessage,
      shouldUpgrade: { channel, head in
        let isAllowed = requestGuard.acceptsSocket(head) && relay.value.hasRoom
        let headers = HTTPHeaders([("Sec-WebSocket-Protocol", RequestGuard.subprotocol)])
        return channel.eventLoop.makeSucceededFuture(isAllowed ? headers : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          deadline.cancel()
          waiting.value.remove(channel)
          try preparePage(channel, relay.value)
        }
      })
    let requests = PageRequests(requestGuard)
    let bound = NIOLoopBound(requests, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withPipeliningAssistance: false,
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in context.pipeline.syncOperations.removeHandler(bound.value, promise: nil) }
      ))
    try channel.pipeline.syncOperations.addHandler(requests)
  }

  private static func preparePage(_ channel: any Channel, _ relay: Relay) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(IdleStateHandler(readTimeout: Limits.silenceTime, writeTimeout: Limits.pingTime))
    try pipeline.addHandler(FrameGuard())
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: Limits.maximumFragments,
        maxAccumulatedFrameSize: Limits.maximumMessage))
    try pipeline.addHandler(PageSocket(relay, page: relay.nextPage()))
  }

  /// Serves the pages from the process at the other end of a socket, which the server closes.
  ///
  /// - Parameter number: the number of the process, for the event of its end.
  func connect(to socket: Int32, ofProcess number: UInt32) {
    let relay = relay
    NIOPipeBootstrap(group: group)
      .channelOption(
        .writeBufferWaterMark, value: .init(low: Limits.waitingMessages.low, high: Limits.waitingMessages.high)
      )
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(ProcessMessageDecoder()))
          try channel.pipeline.syncOperations.addHandler(ProcessSocket(relay.value, ofProcess: number))
        }
      }
      .takingOwnershipOfDescriptor(inputOutput: socket)
      .whenSuccess { channel in
        // The bootstrap completes on the channel's loop, the only one.
        relay.value.processDidConnect(channel)
      }
  }

  /// Sends pages a message about the process, also those that connect later.
  func report(state: [UInt8]) {
    let relay = relay
    channel.eventLoop.execute { relay.value.report(state: state) }
  }

  /// Closes all connections, and ends the thread.
  func close() { try? group.syncShutdownGracefully() }
}
