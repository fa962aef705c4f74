import Glibc
import Interface

/// What is written to standard output and error while the screen is the app's.
extension AppScreen {
  /// What the app, and whatever it uses, has written to standard output and error, as far as it is kept.
  public var printed: [ConsoleText] { console.lastLines }

  /// Shows what was written until now, so that what is shown next comes after it.
  public func takeOutput() {
    fflush(nil)
    frontEnd.takeOutput()
  }

  public func didCapture(_ output: [UInt8]) {
    let texts = console.take(output)
    if !isCaptureShown { texts.forEach(onOutput) }
  }

  /// Sees to it that this many of the bytes that are written next look like errors.
  func willCapture(error count: Int) {
    takeOutput()
    console.comingErrorCount = count
  }

  /// Writes a message to where the user reads it later.
  ///
  /// - Parameter isShown: whether an overlay has told it: it is not to stand there twice.
  func complain(_ message: String, isError: Bool = true, isShown: Bool = false) {
    willCapture(error: isError ? .max : 0)
    isCaptureShown = isShown
    onComplaint(message)
    willCapture(error: 0)
    isCaptureShown = false
  }
}
