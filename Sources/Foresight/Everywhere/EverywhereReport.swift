import AppSession
import LuaScreens

/// The losses of one case, one for each cause.
struct EverywhereReport {
  private struct Entry {
    let loss: Loss
    let event: NeutralEvent
    let step: String
    /// A later step that shows the loss; nil if the event shows it.
    let laterStep: String?
    /// The points at which it was seen, by event.
    var points: [NeutralEvent: Set<String>]
    /// Losses of other nodes and properties with the same cause.
    var others: [Loss] = []

    /// Whether another loss by an event needs the same fix.
    func includes(_ other: Loss, by event: NeutralEvent) -> Bool {
      guard self.event.hasOwnCause == event.hasOwnCause, !event.hasOwnCause || self.event == event else { return false }
      return loss.causeKey == other.causeKey || isSame(other) || loss.isError(in: other) || other.isError(in: loss)
        || loss.cause == nil && other.cause == nil && loss.isInLine(of: other)
        || loss.cause?.code == .valueLost && loss.isInLine(of: other)
    }

    func isSame(_ other: Loss) -> Bool { (loss.path, loss.property) == (other.path, other.property) }
  }

  private var entries: [Entry] = []
  private var notes: [String] = []

  /// Whether no loss with this node and property was reported for such an event.
  func isNew(_ loss: Loss, by event: NeutralEvent) -> Bool {
    !entries.contains { $0.isSame(loss) && $0.includes(loss, by: event) }
  }

  /// Adds the losses of an event after a step.
  mutating func add(_ losses: [Loss], of event: NeutralEvent, after step: String, laterThan laterStep: String?) {
    for loss in losses {
      if let known = entries.firstIndex(where: { $0.includes(loss, by: event) }) {
        entries[known].points[event, default: []].insert(step)
        let others = [entries[known].loss] + entries[known].others
        if loss.property != nil, !others.contains(where: { $0.subject == loss.subject }) {
          entries[known].others.append(loss)
        }
      } else {
        entries.append(Entry(loss: loss, event: event, step: step, laterStep: laterStep, points: [event: [step]]))
      }
    }
  }

  /// Adds a note, once.
  mutating func add(note: String) { if !notes.contains(note) { notes.append(note) } }

  /// Notes that restarts were not tried.
  mutating func noteUnsaved() {
    add(note: "the app does not save its state, so it was not restarted")
  }

  /// Notes the names in `forgets` that match no node of any moment.
  @MainActor
  mutating func note(unusedNamesIn moments: [AppMoment]) {
    for name in Set(moments.flatMap(\.forgets)).sorted()
    where !moments.contains(where: { $0.all.contains { $0.isForgotten(among: [name]) } }) {
      add(note: "forgets: nothing has the identifier or path \"\(name)\"")
    }
  }

  var result: CaseRepetition.Result {
    CaseRepetition.Result(
      failure: entries.isEmpty ? nil : entries.map(Self.text).joined(separator: "\n"), notes: notes)
  }

  /// The number of other losses with the same cause that are listed.
  private static let mostOthers = 3

  private static func text(_ entry: Entry) -> String {
    let all = entry.points.values.reduce(0) { $0 + $1.count }
    let events = NeutralEvent.allCases.filter { entry.points[$0] != nil && $0 != entry.event }.map(\.rawValue)
    var lines = ["\(entry.loss)", "  after \(entry.event.phrase), after \(entry.step)"]
    if let later = entry.laterStep { lines.append("  shown by \(later)") }
    for other in entry.others.prefix(mostOthers) { lines.append("  also: \(other.what)") }
    if entry.others.count > mostOthers { lines.append("  and \(entry.others.count - mostOthers) more") }
    if all > 1 {
      let others = events.isEmpty ? "" : ", also with \(events.joined(separator: ", "))"
      lines.append("  seen at \(all) points\(others)")
    }
    if let cause = entry.loss.cause {
      lines += ["  \(cause.code.rawValue): \(cause.message)", "  \(cause.remedy)"]
    }
    return lines.joined(separator: "\n")
  }
}

extension NeutralEvent {
  /// Whether callbacks of its own can cause a loss, so that a loss by a restart has another cause.
  var hasOwnCause: Bool { [.background, .theme].contains(self) }
}

extension Loss {
  /// Whether it is the error that a line raises, and the other one what is lost by that line.
  fileprivate func isError(in other: Loss) -> Bool {
    guard property == nil, path.isEmpty, let place = other.place ?? other.cause?.place else { return false }
    return after.contains("\(place.file.lastPathComponent):\(place.line): ")
  }

  /// Whether both lose the same property of views or controllers of one class that one line has created.
  fileprivate func isInLine(of other: Loss) -> Bool {
    place != nil && property != nil && (place, className, property) == (other.place, other.className, other.property)
  }
}
