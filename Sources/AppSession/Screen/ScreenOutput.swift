import Glibc
import Interface

/// The text written to standard output and error while the app uses the screen.
@MainActor
public final class ScreenOutput {
  /// Receives messages that the user must read after the screen is closed.
  public var onComplaint: (String) -> Void = { _ in }
  /// Receives the captured text.
  public var onText: (ConsoleText) -> Void = { _ in }
  /// Shows the captured text.
  let view = ConsoleView()
  private let frontEnd: any FrontEnd
  /// The number of captured bytes still to come that were written to standard error. Both streams arrive in order
  /// through one pipe.
  private var comingErrorCount = 0
  /// Whether an overlay already shows the text being captured.
  private var isShown = false

  init(_ frontEnd: any FrontEnd) { self.frontEnd = frontEnd }

  /// The last lines written.
  public var printed: [ConsoleText] { view.text }

  /// Captures the text written so far, so that it precedes text written later.
  public func takeWritten() {
    fflush(nil)
    frontEnd.takeOutput()
  }

  /// Prepares for bytes that are about to be written. A front end that shows output without capturing it gets them here.
  ///
  /// - Parameter isCaptured: whether a front end with a terminal captures them.
  func willWrite(_ bytes: [UInt8], isError: Bool, isCaptured: Bool) {
    if showsUncaptured { return show(bytes, isError: isError) }
    if isError, isCaptured { willCapture(error: bytes.count) }
  }

  /// Whether output is shown that is not captured, as it is not written to the terminal of the screen.
  private var showsUncaptured: Bool { frontEnd.showsOutput && !frontEnd.hasTerminal }

  private func show(_ bytes: [UInt8], isError: Bool) {
    comingErrorCount = isError ? bytes.count : 0
    didCapture(bytes)
  }

  /// Shows captured bytes.
  func didCapture(_ bytes: [UInt8]) {
    let texts = take(bytes)
    if !isShown { texts.forEach(onText) }
  }

  /// Splits captured bytes into output and errors.
  func take(_ bytes: [UInt8]) -> [ConsoleText] {
    let parts = [(bytes.prefix(comingErrorCount), true), (bytes.dropFirst(comingErrorCount), false)]
    comingErrorCount = 0
    let texts = parts.filter { !$0.0.isEmpty }.map { ConsoleText(String(decoding: $0.0, as: UTF8.self), isError: $0.1) }
    for text in texts { view.append(text.text, isError: text.isError) }
    return texts
  }

  /// Marks the next captured bytes as errors.
  ///
  /// - Parameter count: the number of bytes.
  func willCapture(error count: Int) {
    takeWritten()
    comingErrorCount = count
  }

  /// Writes a message that the user can read later.
  ///
  /// - Parameter isShown: whether an overlay already shows the message, so that the output omits it.
  func complain(_ message: String, isError: Bool = true, isShown: Bool = false) {
    willCapture(error: isError ? .max : 0)
    self.isShown = isShown
    onComplaint(message)
    if showsUncaptured { show(Array("\(message)\n".utf8), isError: isError) }
    willCapture(error: 0)
    self.isShown = false
  }
}
