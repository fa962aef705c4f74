/// A reason why a request has no response.
public enum HTTPError: Error, Equatable, CustomStringConvertible {
  /// The request cannot be sent.
  case badRequest(String)
  /// curl, which sends requests, is not installed.
  case noCurl
  /// There was no response, or it was incomplete.
  case noAnswer(url: String, reason: String)
  /// The time limit was exceeded.
  case timedOut(url: String, seconds: Double)
  /// There is not enough memory for the response.
  case tooLong(url: String)
  /// The file cannot be written.
  case file(String, reason: String)

  public var description: String {
    switch self {
    case .badRequest(let what): what
    case .noCurl:
      "curl, which sends requests, is not installed; install the package curl (apt-get install curl)"
    case .noAnswer(let url, let reason): "no response from \(url): \(reason)"
    case .timedOut(let url, let seconds):
      "no response from \(url) within \(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)") seconds"
    case .tooLong(let url):
      "the response from \(url) is too large to hold in memory (at most 64 MiB); set `file` to write it to disk"
    case .file(let path, let reason): "cannot write \"\(path)\": \(reason)"
    }
  }
}
