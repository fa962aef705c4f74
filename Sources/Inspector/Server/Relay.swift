import NIOCore
import NIOWebSocket

/// Passes messages between the pages and the app's process. Used on the server's thread only.
///
/// It keeps no messages: the process sends a page at most two messages that the page has not acknowledged, and a page's
/// input is dropped while the process does not read. Acknowledgements are always passed on, without which the process would send
/// the page nothing more.
final class Relay {
  /// Something that the server's owner must handle.
  enum Event: Sendable, Equatable {
    /// The app's process can serve pages.
    case processIsReady
    /// The process with this number has closed its socket, as at its exit.
    case processDidClose(UInt32)
    /// A page requests that the process is killed.
    case kill
    /// A page requests that the process is asked to exit.
    case quit
    /// A page requests a new process; a running one is killed before.
    case launch
  }

  /// The maximum number of pages at a time.
  static let maximumPages = 8
  /// The message by which a page acknowledges one of the process.
  private static let acknowledgement = #"{"k":"ack"}"#

  private struct Page {
    let channel: any Channel
    /// The number of messages that it has not acknowledged.
    var unacknowledged = 0
  }

  private var pages: [UInt32: Page] = [:]
  private var lastPage: UInt32 = 0
  private var process: (any Channel)?
  /// The message about the process that pages need to know.
  private var state: [UInt8] = []
  private let onEvent: @Sendable (Event) -> Void

  init(onEvent: @escaping @Sendable (Event) -> Void) { self.onEvent = onEvent }

  // MARK: Pages

  /// Whether another page can connect.
  var hasRoom: Bool { pages.count < Self.maximumPages }

  /// Returns the number of a new page.
  func nextPage() -> UInt32 {
    lastPage += 1
    return lastPage
  }

  func pageDidConnect(_ page: UInt32, _ channel: any Channel) {
    pages[page] = Page(channel: channel)
    sendState(to: channel)
    sendToProcess(ProcessMessage(kind: .connected, page: page, contents: ByteBuffer()))
  }

  func pageDidDisconnect(_ page: UInt32) {
    guard pages.removeValue(forKey: page) != nil else { return }
    sendToProcess(ProcessMessage(kind: .disconnected, page: page, contents: ByteBuffer()))
  }

  func pageDidSend(_ page: UInt32, _ contents: ByteBuffer) {
    switch String(
      buffer: contents.getSlice(at: contents.readerIndex, length: min(8, contents.readableBytes)) ?? contents)
    {
    case "!kill": onEvent(.kill)
    case "!quit": onEvent(.quit)
    case "!launch": onEvent(.launch)
    default:
      // An app that hangs must not fill the memory with input.
      guard acknowledges(page, contents) || process?.isWritable == true else { return }
      sendToProcess(ProcessMessage(kind: .message, page: page, contents: contents))
    }
  }

  /// Whether a message acknowledges one that was sent to the page.
  private func acknowledges(_ page: UInt32, _ contents: ByteBuffer) -> Bool {
    guard let count = pages[page]?.unacknowledged, count > 0, String(buffer: contents) == Self.acknowledgement else {
      return false
    }
    pages[page]?.unacknowledged -= 1
    return true
  }

  // MARK: The process

  /// Serves the pages from a new process.
  func processDidConnect(_ channel: any Channel) {
    process = channel
    for page in pages.keys { sendToProcess(ProcessMessage(kind: .connected, page: page, contents: ByteBuffer())) }
  }

  func processDidSend(_ message: ProcessMessage, over channel: any Channel) {
    guard channel === process else { return }
    switch message.kind {
    case .ready: onEvent(.processIsReady)
    case .message:
      guard let page = pages[message.page]?.channel else { return }
      pages[message.page]?.unacknowledged += 1
      page.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: message.contents), promise: nil)
    case .connected, .disconnected: break
    }
  }

  func processDidClose(_ channel: any Channel, _ number: UInt32) {
    if channel === process { process = nil }
    onEvent(.processDidClose(number))
  }

  /// Sends pages a message about the process, also those that connect later.
  func report(state: [UInt8]) {
    self.state = state
    for page in pages.values { sendState(to: page.channel) }
  }

  private func sendState(to page: any Channel) {
    page.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: state)), promise: nil)
  }

  private func sendToProcess(_ message: ProcessMessage) {
    guard let process else { return }
    var buffer = process.allocator.buffer(capacity: message.contents.readableBytes + 9)
    message.write(to: &buffer)
    process.writeAndFlush(buffer, promise: nil)
  }
}
