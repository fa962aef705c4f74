/// Remembers reported problems of the tree, so that they are not reported at every save.
@MainActor
final class ProblemReports {
  private unowned let application: any RestorableApplication
  private var failing: Set<ObjectIdentifier> = []
  private var unreachable: Set<ObjectIdentifier> = []
  private var deep: Set<ObjectIdentifier> = []
  private var twins: [IdentifierPath: Int] = [:]

  init(_ application: any RestorableApplication) {
    self.application = application
  }

  /// Reports that a node could not encode its state.
  func encodingFailed(_ node: any StateRestoring, _ event: LifeCycleEvent, _ error: any Error) {
    guard failing.insert(ObjectIdentifier(node)).inserted else { return }
    application.report(
      .callbackFailed(
        event, error: error, consequence: "Its last encoded state is kept; everything else is saved."))
  }

  /// Notes that a node has encoded its state, so that the next failure is reported.
  func encodingSucceeded(_ node: any StateRestoring) {
    if !failing.isEmpty { failing.remove(ObjectIdentifier(node)) }
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
