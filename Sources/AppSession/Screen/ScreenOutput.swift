import Glibc
import Interface

/// The text written to standard output and error while the screen is the app's.
@MainActor
public final class ScreenOutput {
  /// Receives messages that the user must read after the screen is closed.
  public var onComplaint: (String) -> Void = { _ in }
  /// Receives the captured text.
  public var onText: (ConsoleText) -> Void = { _ in }
  /// Shows the captured text.
  let view = ConsoleView()
  private let frontEnd: any FrontEnd
  /// The number of the next captured bytes that were written to standard error: both streams come in order, by one pipe.
  private var comingErrorCount = 0
  /// Whether an overlay has shown already what is captured now.
  private var isShown = false

  package init(_ frontEnd: any FrontEnd) { self.frontEnd = frontEnd }

  /// The last lines that were written.
  public var printed: [ConsoleText] { view.text }

  /// Captures what was written until now, so that it precedes what is shown next.
  public func takeWritten() {
    fflush(nil)
    frontEnd.takeOutput()
  }

  /// Shows captured bytes.
  func didCapture(_ bytes: [UInt8]) {
    let texts = take(bytes)
    if !isShown { texts.forEach(onText) }
  }

  /// Splits captured bytes into output and errors.
  package func take(_ bytes: [UInt8]) -> [ConsoleText] {
    let parts = [(bytes.prefix(comingErrorCount), true), (bytes.dropFirst(comingErrorCount), false)]
    comingErrorCount = 0
    let texts = parts.filter { !$0.0.isEmpty }.map { ConsoleText(String(decoding: $0.0, as: UTF8.self), isError: $0.1) }
    for text in texts { view.append(text.text, isError: text.isError) }
    return texts
  }

  /// Marks the next captured bytes as errors.
  ///
  /// - Parameter count: their number.
  package func willCapture(error count: Int) {
    takeWritten()
    comingErrorCount = count
  }

  /// Writes a message that the user can read later.
  ///
  /// - Parameter isShown: whether an overlay has shown it, so that the output of overlays omits it.
  func complain(_ message: String, isError: Bool = true, isShown: Bool = false) {
    willCapture(error: isError ? .max : 0)
    self.isShown = isShown
    onComplaint(message)
    willCapture(error: 0)
    self.isShown = false
  }
}
