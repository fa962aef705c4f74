import Interface
import LuaScreens
import StateRestoration

/// A call of a coder that did not run, as a condition around it did not hold, while the field that belongs to its key was lost.
///
/// This alone is no mistake: an app may encode only what has changed. It is the cause of a loss that nothing else explains.
struct SkippedCall: Equatable, Sendable {
  /// The node whose method has the call.
  let path: String
  let key: String
  let place: Place
  let isEncode: Bool
  /// The text of the lost field.
  let value: String

  /// Whether a text shows the lost value.
  func isShown(in text: String) -> Bool { text.contains(value.filter { $0 != "\"" }) }

  var remedy: String {
    isEncode
      ? "coder:encode(\"\(key)\", …) does not run, so its value is not saved; encode it whenever it matters."
      : "coder:decode(\"\(key)\") does not run, so its value is not restored; decode it whenever it is there."
  }
}

extension AppScripts {
  /// Returns the calls that did not run in either of two runs, the second of which has restored the state of the first, although
  /// fields that they belong to differ.
  func skippedCalls(_ before: RunEvidence, _ after: RunEvidence) -> [SkippedCall] {
    before.fields.sorted { "\($0.key)" < "\($1.key)" }.flatMap { path, fields -> [SkippedCall] in
      guard let node = before.tree.saved[path], let others = after.fields[path],
        after.recorder.decodedNodes.contains(path)
      else { return [] }
      let lost = fields.filter { others[$0.key] != $0.value }
      guard !lost.isEmpty else { return [] }
      let encoded = Set((before.recorder.encoded[path] ?? []).map(\.key))
      let uses = after.recorder.decoded[path] ?? []
      let decoded = Set(uses.map(\.key))
      let names = Set([node.className, node.restorationClass].compactMap { $0 }.flatMap(lineage))
      @MainActor func skipped(_ methods: Set<String>, isEncode: Bool, where isSkipped: (String) -> Bool)
        -> [SkippedCall]
      {
        keyCalls(in: methods, of: names).filter { isSkipped($0.key) }.compactMap { call in
          guard let field = call.fields.union([call.key]).sorted().first(where: { lost[$0] != nil }) else { return nil }
          return SkippedCall(
            path: node.shownPath, key: call.key, place: call.place, isEncode: isEncode, value: lost[field] ?? "")
        }
      }
      return skipped(["encode"], isEncode: true) { !encoded.contains($0) }
        + skipped(Self.decodingMethods, isEncode: false) { key in
          encoded.contains(key) && !decoded.contains(key) && !uses.contains { $0.kind == .list }
        }
    }
  }
}

extension Evidence {
  /// The skipped calls of the run that was saved, and of the one that has restored its state.
  var skippedCalls: [SkippedCall] { after.map { scripts.skippedCalls(before, $0) } ?? [] }
}

extension Diagnosis {
  /// Returns the skipped call that a loss follows from, in the node itself or the nearest one that contains it; nil if there is
  /// none.
  func skippedCall(for loss: some LostPart, showing text: String) -> SkippedCall? {
    guard loss.property != nil else { return nil }
    let near = skippedCalls.filter { loss.path == $0.path || loss.path.hasPrefix($0.path + "/") }
    let nearest = near.filter { call in !near.contains { $0.path.utf8.count > call.path.utf8.count } }
    return nearest.first { $0.isShown(in: text) } ?? nearest.first
  }
}
