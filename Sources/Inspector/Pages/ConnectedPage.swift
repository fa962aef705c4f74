import StateRestoration

/// A page in the app's process.
///
/// Each kind of report has one slot: a newer report replaces one that was not sent yet. At most two messages are
/// unacknowledged, so a page that does not read costs no memory.
@MainActor
final class ConnectedPage {
  /// The kinds of reports, the most urgent first.
  enum Report: String, CaseIterable {
    case hello, frame, copy, tree, node, spans, findings, history, archive, difference, picture, problem, failure
  }

  /// The screen as the page shows it.
  let screen = PageScreen()
  /// The number of the selected node; nil for none.
  var selectedNode: Int?
  /// The names of the values of the selected node that the page shows as a whole.
  var wholeValues: Set<String> = []
  /// The text that the page looks for in the tree.
  var query = ""
  /// The saves that the page knows, with their times.
  var knownSaves: [SaveNumber: Double] = [:]
  /// The tabs that are visible.
  var tab = ""
  /// The sequence number of the next span to send.
  var nextSpan = 0
  /// The last report of each kind that repeats.
  var lastReports: [Report: [UInt8]] = [:]

  private static let maximumUnacknowledged = 2
  private var waiting: [Report: () -> [UInt8]?] = [:]
  private var unacknowledged = 0
  private let send: ([UInt8]) -> Void

  /// - Parameter send: sends the page a message.
  init(send: @escaping ([UInt8]) -> Void) { self.send = send }

  /// Sends a report as soon as the page is ready for it.
  ///
  /// - Parameter body: returns the report at that time; nil if there is nothing to send.
  func post(_ report: Report, _ body: @escaping () -> [UInt8]?) {
    waiting[report] = body
    sendWaiting()
  }

  /// Like ``post(_:_:)``, unless the report equals the last one of its kind.
  func postChange(_ report: Report, _ body: @escaping () -> [UInt8]?) {
    post(report) { [weak self] in
      guard let self, let bytes = body(), lastReports[report] != bytes else { return nil }
      lastReports[report] = bytes
      return bytes
    }
  }

  /// The page has handled a message.
  func acknowledge() {
    unacknowledged = max(0, unacknowledged - 1)
    sendWaiting()
  }

  private func sendWaiting() {
    for report in Report.allCases {
      guard unacknowledged < Self.maximumUnacknowledged else { return }
      guard let body = waiting.removeValue(forKey: report), let bytes = body() else { continue }
      unacknowledged += 1
      send(bytes)
    }
  }
}
