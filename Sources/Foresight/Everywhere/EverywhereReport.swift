import AppSession

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
  }

  private var entries: [Entry] = []
  private var notes: [String] = []

  /// Whether no loss with this node and property was reported.
  func isNew(_ loss: Loss) -> Bool {
    !entries.contains { ($0.loss.path, $0.loss.property) == (loss.path, loss.property) }
  }

  /// Adds the losses of an event after a step.
  mutating func add(_ losses: [Loss], of event: NeutralEvent, after step: String, laterThan laterStep: String?) {
    for loss in losses {
      let known = entries.firstIndex {
        $0.loss.causeKey == loss.causeKey || ($0.loss.path, $0.loss.property) == (loss.path, loss.property)
      }
      if let known {
        entries[known].points[event, default: []].insert(step)
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
    where !moments.contains(where: { $0.all.contains { AppMoment.isForgotten($0.path, among: [name]) } }) {
      add(note: "forgets: nothing has the identifier or path \"\(name)\"")
    }
  }

  var result: CaseRepetition.Result {
    CaseRepetition.Result(
      failure: entries.isEmpty ? nil : entries.map(Self.text).joined(separator: "\n"), notes: notes)
  }

  private static func text(_ entry: Entry) -> String {
    let all = entry.points.values.reduce(0) { $0 + $1.count }
    let events = NeutralEvent.allCases.filter { entry.points[$0] != nil && $0 != entry.event }.map(\.rawValue)
    var lines = ["\(entry.loss)", "  after \(entry.event.phrase), after \(entry.step)"]
    if let later = entry.laterStep { lines.append("  shown by \(later)") }
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
