/// Remembers reported problems of the tree, so that they are not reported at every save.
@MainActor
final class ProblemReports {
  private unowned let application: any RestorableApplication
  private struct Call: Hashable {
    var receiver: ObjectIdentifier
    var callback: String
  }

  /// The callbacks whose last call has failed.
  private var failing: Set<Call> = []
  private var unreachable: Set<ObjectIdentifier> = []
  private var deep: Set<ObjectIdentifier> = []
  private var twins: [IdentifierPath: Int] = [:]

  init(_ application: any RestorableApplication) {
    self.application = application
  }

  /// Reports that a callback of a save has failed, once until it succeeds.
  func failed(_ event: LifeCycleEvent, of receiver: AnyObject, _ error: any Error, consequence: String) {
    guard failing.insert(Call(receiver: ObjectIdentifier(receiver), callback: event.callback)).inserted else { return }
    application.report(.callbackFailed(event, error: error, consequence: consequence))
  }

  /// Notes that a callback of a save has succeeded, so that its next failure is reported.
  func succeeded(_ callback: String, of receiver: AnyObject) {
    if !failing.isEmpty { failing.remove(Call(receiver: ObjectIdentifier(receiver), callback: callback)) }
  }

  /// Reports that an encoded object has no path.
  func cannotReach(_ object: any StateRestoring) {
    guard unreachable.insert(ObjectIdentifier(object)).inserted else { return }
    application.report(.unreachableReference(key: nil, className: object.className))
  }

  /// Notes that an encoded object has a path.
  func canReach(_ identity: ObjectIdentifier) {
    unreachable.remove(identity)
  }

  /// Reports a node whose children are not saved.
  func tooDeep(_ record: PreservationRecord) {
    guard deep.insert(record.identity).inserted else { return }
    application.report(.tooDeep(below: record.path, levels: Archive.maximumDepth))
  }

  /// Reports siblings with the same identifier.
  func checkTwins(_ siblings: [PreservationRecord]) {
    struct Name: Hashable {
      var kind: ArchivedNode.Kind
      var identifier: String
    }
    let groups = Dictionary(grouping: siblings) {
      Name(kind: $0.archived.kind, identifier: $0.archived.identifier)
    }
    for group in groups.values where group.count > 1 {
      let path = group[0].path
      guard group.count > twins[path, default: 1] else { continue }
      twins[path] = group.count
      application.report(
        .duplicateIdentifier(path: path, classNames: group.map(\.archived.className), last: group.last?.node))
    }
  }
}
