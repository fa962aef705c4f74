import Glibc
import Loop
import Processes

/// The pages that show this process, connected through the server that has started it.
@MainActor
public final class PageServer {
  /// The connected pages by number.
  private(set) var pages: [UInt32: ConnectedPage] = [:]
  /// Called with a new page.
  var onConnect: (ConnectedPage) -> Void = { _ in }
  /// Called with a message of a page.
  var onMessage: (PageMessage, ConnectedPage) -> Void = { _, _ in }
  /// Called after a page has disconnected.
  var onDisconnect: () -> Void = {}
  /// Called when the server has exited.
  var onClose: () -> Void = {}

  private let link: ServerLink

  /// Creates the connection to the server; nil if no server has started this process.
  public init?() {
    let socket = ConnectedProcess.childSocket
    var status = stat()
    guard fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    // Programs that the app starts do not inherit it.
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    link = ServerLink(socket)
  }

  /// Serves pages from now on.
  func open(on loop: any EventLoop) {
    link.onMessage = { [weak self] kind, page, contents in self?.handle(kind, page, contents) }
    link.onClose = { [weak self] in self?.onClose() }
    link.open(on: loop)
  }

  func close() { link.close() }

  private func handle(_ kind: ProcessMessage.Kind, _ number: UInt32, _ contents: ArraySlice<UInt8>) {
    switch kind {
    case .connected:
      let page = ConnectedPage { [link] in link.send(.message, page: number, $0) }
      pages[number] = page
      onConnect(page)
    case .disconnected:
      pages[number] = nil
      onDisconnect()
    case .message:
      guard let page = pages[number], let message = PageMessage(contents) else { return }
      if message.kind == "ack" { page.acknowledge() } else { onMessage(message, page) }
    case .ready: break
    }
  }
}
