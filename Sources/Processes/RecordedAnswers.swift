import Glibc
import Loop

/// The answers of processes, requests and watched files in one run of an app, to replay in other runs of the same steps.
///
/// A run records its answers by ``step``. A run that was created from a recording gets the same answers without starting a
/// process: for the same request the one of the same step, otherwise the last one before it, otherwise the first one. Requests
/// that are not in the recording are performed, and recorded.
@MainActor
public final class RecordedAnswers {
  /// A request for an answer.
  enum Request: Hashable {
    case process(Command, inputs: [[UInt8]])
    case watch([UInt8], isRecursive: Bool)
  }

  /// An event of a process or a watch.
  enum Event {
    case output([UInt8], descriptor: Int)
    case exit(ProcessEnd)
    case change([UInt8])
  }

  /// All events of one request.
  @MainActor
  final class Answer {
    /// The step in which the request was made.
    let step: Int
    /// The process identifier; 0 for a watch.
    let identifier: pid_t
    private(set) var events: [(step: Int, event: Event)] = []

    fileprivate init(step: Int, identifier: pid_t) {
      self.step = step
      self.identifier = identifier
    }

    fileprivate func add(_ event: Event, in step: Int) { events.append((step, event)) }
  }

  private let source: RecordedAnswers?
  private var answers: [Request: [Answer]] = [:]
  /// The number of answers taken in the current step, by request.
  private var taken: [Request: Int] = [:]
  /// Closures that report due events; they return false after the last one.
  private var replays: [() -> Bool] = []

  /// The number of the step that the run makes. A twin reports the events of a step when it begins the step.
  public var step = 0 {
    didSet {
      taken = [:]
      replays.removeAll { !$0() }
    }
  }

  /// Creates an empty recording.
  ///
  /// - Parameter source: the recording whose answers this run gets; nil for none.
  public init(of source: RecordedAnswers? = nil) {
    self.source = source
  }

  /// Returns the recorded answer to a request; nil if there is none.
  func take(_ request: Request) -> Answer? {
    guard let all = source?.answers[request] else { return nil }
    let count = taken[request, default: 0]
    taken[request] = count + 1
    let here = all.filter { $0.step == step }
    return here.dropFirst(count).first ?? all.last { $0.step <= step } ?? all.first
  }

  /// Records a request, and returns a closure that records its events.
  func record(_ request: Request, identifier: pid_t = 0) -> (Event) -> Void {
    let answer = Answer(step: step, identifier: identifier)
    answers[request, default: []].append(answer)
    return { [weak self] event in
      if let self { answer.add(event, in: step) }
    }
  }

  /// Reports the events of an answer in order, each in its step, until the closure returns false.
  func replay(_ answer: Answer, _ report: @escaping (Event) -> Bool) {
    var next = 0
    // A request that the recorded run made only later is answered at once.
    let lead = max(0, answer.step - step)
    let proceed = { [weak self] in
      while let self, next < answer.events.count, answer.events[next].step - lead <= step {
        let event = answer.events[next].event
        next += 1
        guard report(event) else { return false }
      }
      return next < answer.events.count
    }
    if proceed() { replays.append(proceed) }
  }
}
