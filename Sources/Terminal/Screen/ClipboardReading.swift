import Interface
import Loop

/// The requests for the text of the clipboard that the terminal has not answered.
@MainActor
final class ClipboardReading {
  private var receivers: [@MainActor (String?) -> Void] = []
  private var limit: TimerQueue.Timer?

  /// The time in which a terminal answers, in seconds. Some ask the user, who may take longer; then there is no answer.
  private static let patience = 0.25

  /// Adds a request. Returns whether the terminal must be asked, as there is no other request.
  func add(_ receive: @escaping @MainActor (String?) -> Void, on loop: any EventLoop) -> Bool {
    receivers.append(receive)
    guard receivers.count == 1 else { return false }
    limit = loop.timers.after(Self.patience) { [weak self] in self?.finish(nil) }
    return true
  }

  /// Takes a reply of the terminal. One that knows no clipboard only answers the last query.
  func receive(_ reply: TerminalReply) {
    switch reply {
    case .clipboard(let text): finish(text)
    case .deviceAttributes: finish(nil)
    default: break
    }
  }

  /// Answers all requests.
  func finish(_ text: String?) {
    limit?.cancel()
    limit = nil
    let answered = receivers
    receivers = []
    for receive in answered { receive(text) }
  }
}
