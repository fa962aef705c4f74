import LuaRuntime
import LuaScreens
import StateRestoration

// Keys that are encoded and not decoded, decoded and not encoded, or written twice, and values that are not saved.
extension Evidence {
  /// Findings about encoded values, which require no restoration.
  var savedValueFindings: [Finding] {
    before.recorder.encoded.flatMap { path, uses in
      refused(uses, of: path) + unreachable(uses, of: path) + writtenTwice(uses, of: path)
    }
      + largeStates
  }

  /// Findings about the values that the application encodes, also if it declines to save because of them.
  var applicationFindings: [Finding] {
    let path = RunRecorder.application
    return before.recorder.encoded[path].map { refused($0, of: path) } ?? []
  }

  // MARK: The calls of one key

  /// Returns the place of the call that encodes a key of a node, if the call computes it.
  func callComputing(_ key: String, of path: String) -> Place? {
    let place = Self.place(of: key, at: path, among: before.recorder.encoded).flatMap(before.place)
    return place.flatMap { scripts.line(at: $0, contains: .string(Array(key.utf8))) ? nil : $0 }
  }

  /// Returns the place of the call that decodes a key of a node, or else encodes it.
  func callUsing(_ key: String, of path: String) -> Place? {
    let decode = after.flatMap { after in
      Self.place(of: key, at: path, among: after.recorder.decoded).flatMap(after.place)
    }
    return decode ?? Self.place(of: key, at: path, among: before.recorder.encoded).flatMap(before.place)
  }

  private static func place(of key: String, at path: String, among uses: [IdentifierPath: [CoderUse]]) -> String? {
    uses.first { $0.key.description == path }?.value.last { $0.key == key && $0.place != nil }?.place
  }

  // MARK: Never decoded, never encoded

  /// Keys of nodes that were restored, encoded without being decoded or the other way round.
  var keyFindings: [Finding] {
    guard let after else { return [] }
    let paths = Set(before.recorder.encoded.keys).union(after.recorder.decoded.keys)
    let failed = pathsOfFailedCoding(after)
    let lost = after.recorder.omittedPaths
    let values = archive.map(Self.values) ?? [:]
    let notCalling = superFindings.filter { $0.key == RestorationName.decode }
    let found = paths.sorted { $0.description < $1.description }.flatMap { path -> [Finding] in
      guard !failed.contains(path), !isOfOtherClass(path, after),
        !lost.contains(where: { path.components.starts(with: $0.components) })
      else { return [] }
      let types = otherTypes(path, after)
      if scripts.isCodedInSwift(before.tree.saved[path]) { return types }
      return notDecoded(path, after, values[path] ?? [], besides: notCalling) + notEncoded(path, after)
        + listedInVain(path, after) + types
    }
    let others = keysForMethodsOnly.filter { finding in
      !found.contains { $0.path == finding.path && $0.key == finding.key }
    }
    return joiningNames(withoutRepetition(Self.combiningMissingMethods(found + others)))
  }

  /// Joins the findings about a key that is encoded under one name and decoded under another, which differs by one edit. The call
  /// with the name that is rarer in the scripts has the mistake.
  private func joiningNames(_ findings: [Finding]) -> [Finding] {
    func count(_ finding: Finding) -> Int { finding.key.flatMap { scripts.nameCounts[$0] } ?? 0 }
    return findings.compactMap { finding in
      let other = findings.first { finding.isOtherName(of: $0) && $0.isOtherName(of: finding) }
      guard let other, let key = other.key else { return finding }
      let isDecoded = other.code == .notEncoded
      guard isDecoded ? count(finding) <= count(other) : count(finding) < count(other) else { return nil }
      var finding = finding
      finding.nearPlace = other.place
      finding.otherKeys = [key]
      let (use, opposite) = isDecoded ? ("decoded", "encoded") : ("encoded", "decoded")
      finding.message += ", and \"\(key)\" is \(use)\(other.place.map { " (\($0))" } ?? "") and never \(opposite)"
      return finding
    }
  }

  /// Whether a node was restored with a class whose methods are not those of the saved one.
  private func isOfOtherClass(_ path: IdentifierPath, _ after: RunEvidence) -> Bool {
    guard let node = before.tree.saved[path], let other = after.tree.saved[path], node.className != other.className
    else { return false }
    return scripts.superclasses[other.className]?.contains(node.className) != true
  }

  /// The nodes whose keys say nothing, as a method that encodes or decodes them has failed, or, in one of the runs only, the
  /// loading of their view.
  private func pathsOfFailedCoding(_ after: RunEvidence) -> Set<IdentifierPath> {
    let (first, second) = (before.recorder.failures, after.recorder.failures)
    let isKnown = { (failure: RunRecorder.Failure) in
      [first, second].allSatisfy { $0.contains { $0.call == failure.call && $0.path == failure.path } }
    }
    return Set(
      (first + second).filter {
        RestorationName.coding.contains($0.call) || RunRecorder.loading.contains($0.call) && !isKnown($0)
      }.compactMap(\.path))
  }

  /// Whether only another save can tell if keys that restoration methods decode are lost.
  var needsSaveOfRestored: Bool { !usesForMethodsOnly.isEmpty }

  /// Encoded keys that only the restoration method of their node decodes, and not its `decodeRestorableState`, with their paths.
  private var usesForMethodsOnly: [(path: IdentifierPath, use: CoderUse)] {
    guard let after else { return [] }
    return before.recorder.encoded.flatMap { path, uses -> [(IdentifierPath, CoderUse)] in
      let decoded = after.recorder.decoded[path] ?? []
      guard !decoded.contains(where: { $0.method == .keys }) else { return [] }
      let keys = Set(decoded.map(\.key)).subtracting(after.recorder.decodedKeys(of: path))
      let names = classes(of: path)
      let outside = AppScripts.Code.outside([RestorationName.make, RestorationName.makeObject])
      return uses.filter { use in
        use.error == nil && keys.contains(use.key)
          && !scripts.uses(use.key, in: AppScripts.decodingMethods, of: names, within: outside)
      }.map { (path, $0) }
    }
  }

  /// Keys that only a restoration method decodes, and that are nil in the restored node.
  private var keysForMethodsOnly: [Finding] {
    guard let restored, let archive else { return [] }
    let (values, others) = (Self.values(of: archive), Self.values(of: restored))
    func value(_ key: String, of path: IdentifierPath, _ values: [IdentifierPath: [(key: String, value: StateValue)]])
      -> StateValue?
    {
      values[path]?.first { $0.key == key }?.value
    }
    return usesForMethodsOnly.compactMap { path, use in
      guard others[path] != nil, let old = value(use.key, of: path, values), old != .null,
        value(use.key, of: path, others) ?? .null == .null
      else { return nil }
      return Finding(
        code: .notDecoded, path: path.description, className: before.tree.saved[path]?.className, key: use.key,
        place: before.place(use.place),
        message:
          "the key \"\(use.key)\" is encoded, but only \(RestorationName.make) decodes it, and it is nil in the restored object",
        consequence: "Its value is lost at the next launch.",
        remedy: "Call coder:decode(\"\(use.key)\") in \(RestorationName.decode), too.")
    }
  }

  /// Returns the reason why the restoration method of a node reads nil, if a key is the reason; else nil.
  func missingKey(of path: IdentifierPath, _ after: RunEvidence) -> Finding? {
    notEncoded(path, after).first ?? otherTypes(path, after).first
  }

  /// Values that are read by a method for another type.
  private func otherTypes(_ path: IdentifierPath, _ after: RunEvidence) -> [Finding] {
    after.recorder.droppingReads(at: path).map { use in
      Finding(
        code: .notDecoded, path: path.description, className: before.tree.saved[path]?.className, key: use.key,
        readsNil: true, place: after.place(use.place),
        message: "the value of \"\(use.key)\" has another type than \(use.method) returns, so it is read as nil",
        consequence: "Its value is saved, and lost at the next launch.",
        remedy:
          "Use coder:decode(\"\(use.key)\"), or the method for the type of the encoded value; or encode the value that belongs to the key."
      )
    }
  }

  /// The classes whose code runs for a node: its own with their superclasses, and the one that creates it again.
  private func classes(of path: IdentifierPath) -> Set<String> {
    // A registered object can be of any class, and so can the one that gives a node methods of its own.
    if before.objects[path] != nil || hasOwnEncode(path) || after.map({ hasOwnDecode(path, $0) }) == true {
      return Set(scripts.classNames)
    }
    guard let node = before.tree.saved[path] else { return [] }
    return Set([node.className, node.restorationClass].compactMap { $0 }.flatMap(scripts.lineage))
  }

  /// Returns whether a restoration could decode the values that a node has encoded.
  private func isRestored(_ path: IdentifierPath, _ after: RunEvidence) -> Bool {
    if path == RunRecorder.application || before.objects[path] != nil { return true }
    return after.tree.saved[path] != nil
  }

  /// - Parameter notCalling: the findings about a `decodeRestorableState` that does not call that of its superclass.
  private func notDecoded(
    _ path: IdentifierPath, _ after: RunEvidence, _ values: [(key: String, value: StateValue)],
    besides notCalling: [Finding]
  ) -> [Finding] {
    guard isRestored(path, after) else { return [] }
    let uses = after.recorder.decoded[path] ?? []
    if uses.contains(where: { $0.method == .keys }) { return [] }
    let (decoded, decodedBytes) = (Set(uses.map(\.key)), Set(uses.map(\.keyBytes)))
    let names = classes(of: path)
    let isNeverAsked = isNeverAskedToDecode(path, after)
    // Code that has decoded other keys of this state would have decoded this one, if it has a value.
    let places = Set(uses.compactMap { after.place($0.place) })
    let saved = Set(values.lazy.filter { $0.value != .null }.map(\.key))
    let shownPath = before.tree.saved[path]?.shownPath ?? ""
    let notCalled = notCalling.filter { $0.nodePaths.contains(shownPath) }
      .reduce(into: Set<String>()) { $0.formUnion($1.className.flatMap { scripts.superclasses[$0] } ?? []) }
    let encoded = Set((before.recorder.encoded[path] ?? []).map(\.key))
    return (before.recorder.encoded[path] ?? []).compactMap { use -> Finding? in
      guard use.error == nil, !decodedBytes.contains(use.keyBytes),
        use.encoder.map({ notCalled.contains($0.name) }) != true,
        isNeverAsked
          || !scripts.uses(use.key, in: AppScripts.decodingMethods, of: names)
            && !scripts.mayUse(
              use.key, in: AppScripts.decodingMethods, of: names, besides: saved.contains(use.key) ? places : [])
      else { return nil }
      let nearKey = Self.nearKey(
        use.key, among: decoded.subtracting(encoded), besides: encoded.subtracting(decoded))
      let missing = nearKey == nil ? missingDecode(of: path, encodedBy: use.encoder?.name, after) : nil
      return Finding(
        code: .notDecoded, path: path.description, className: before.tree.saved[path]?.className, key: use.key,
        nearKey: nearKey, missingMethod: missing,
        place: before.place(use.place), message: "the key \"\(use.key)\" is encoded and never decoded",
        consequence: "Its value is saved, and lost at the next launch.",
        remedy: Self.advice(
          nearKey, path == RunRecorder.application ? Self.decodeOfApplication : RestorationName.decode,
          "coder:decode(\"\(use.key)\")", missing))
    }
  }

  func notEncoded(_ path: IdentifierPath, _ after: RunEvidence) -> [Finding] {
    let uses = after.recorder.decoded[path] ?? []
    guard !uses.isEmpty else { return [] }
    let encoded = before.recorder.encoded[path] ?? []
    let (encodedKeys, decodedKeys) = (Set(encoded.map(\.key)), Set(uses.map(\.key)))
    let encodedBytes = Set(encoded.map(\.keyBytes))
    let names = classes(of: path)
    let missingMethod = missingEncode(of: path)
    var seen: Set<[UInt8]> = []
    return uses.compactMap { use -> Finding? in
      guard use.method.isDecoding, !encodedBytes.contains(use.keyBytes), seen.insert(use.keyBytes).inserted else {
        return nil
      }
      guard
        missingMethod != nil
          || !scripts.uses(use.key, in: ["encode"], of: names) && !scripts.mayUse(use.key, in: ["encode"], of: names),
        !isForOtherNodes(use, of: path, after)
      else { return nil }
      let nearKey = Self.nearKey(
        use.key, among: encodedKeys.subtracting(decodedKeys), besides: decodedKeys.subtracting(encodedKeys))
      let missing = nearKey == nil ? missingMethod : nil
      return Finding(
        code: .notEncoded, path: path.description, className: before.tree.saved[path]?.className, key: use.key,
        nearKey: nearKey, missingMethod: missing,
        place: after.place(use.place), message: "the key \"\(use.key)\" is decoded and never encoded",
        consequence: "Decoding it always returns nil.",
        remedy: Self.advice(
          nearKey,
          path == RunRecorder.application
            ? ApplicationCallbacks.shouldSaveApplicationState.name : RestorationName.encode,
          "coder:encode(\"\(use.key)\", …)", missing))
    }
  }

  /// Returns a finding if a node lists its keys to decode them, and no class with this method encodes any.
  private func listedInVain(_ path: IdentifierPath, _ after: RunEvidence) -> [Finding] {
    guard after.recorder.decoded[path]?.contains(where: { $0.method == .keys }) == true,
      let missing = missingEncode(of: path), let node = before.tree.saved[path],
      let owner = scripts.lineage(of: node.className).first(where: {
        scripts.definition(of: RestorationName.decode, in: $0) != nil
      }),
      !scripts.classNames.contains(where: { name in
        let lineage = scripts.lineage(of: name)
        return lineage.contains(owner)
          && lineage.contains { scripts.definition(of: RestorationName.encode, in: $0) != nil }
      })
    else { return [] }
    return [
      Finding(
        code: .notEncoded, path: path.description, className: node.className, missingMethod: missing,
        place: missing.place,
        message: "\(owner) decodes the keys that its coder has, and has no \(missing.name)",
        consequence: "There are no keys, so nothing is restored.",
        remedy: "Define \(missing.header), and encode in it what \(RestorationName.decode) decodes.")
    ]
  }

  /// Whether only a restoration method decodes a key, which also creates nodes that encode it: those of other classes that
  /// have the same method, or others that it has created in this run.
  private func isForOtherNodes(_ use: CoderUse, of path: IdentifierPath, _ after: RunEvidence) -> Bool {
    guard !after.recorder.decodedKeys(of: path).contains(use.key) else { return false }
    let isDecodedForOther = after.recorder.decoded.contains { other, uses in
      other != path && uses.contains { $0.key == use.key && $0.place == use.place }
        && before.recorder.encoded[other]?.contains { $0.key == use.key } == true
    }
    if isDecodedForOther { return true }
    guard let method = after.recorder.methods.last(where: { $0.method.path == path })?.method,
      method.className != nil, let place = after.place(method.place)
    else { return false }
    let sharing = scripts.classNames.filter { name in
      scripts.lineage(of: name).lazy.compactMap { scripts.definition(of: method.name, in: $0) }.first == place
    }
    return scripts.uses(use.key, in: ["encode"], of: Set(sharing.flatMap(scripts.lineage)))
  }

  /// Returns one finding for all keys of a line that computes them.
  private func withoutRepetition(_ findings: [Finding]) -> [Finding] {
    var found: [Finding] = []
    for finding in findings {
      guard let key = finding.key, let place = finding.place, finding.missingMethod == nil || finding.otherKeys.isEmpty,
        !scripts.line(at: place, contains: .string(Array(key.utf8))),
        let first = found.firstIndex(where: { $0.place == place && $0.code == finding.code })
      else {
        found.append(finding)
        continue
      }
      found[first].otherPaths.formUnion(finding.paths)
      guard found[first].key != key, !found[first].otherKeys.contains(key) else { continue }
      found[first].message += found[first].otherKeys.isEmpty ? ", and so is \"\(key)\"" : ", \"\(key)\""
      found[first].otherKeys.append(key)
    }
    return found
  }

  private static func advice(_ nearKey: String?, _ method: String, _ call: String, _ missing: MissingMethod?)
    -> String
  {
    if let nearKey { return "Did you mean \"\(nearKey)\"? Use one name for both." }
    if let missing { return "Define \(missing.header), and call \(call) in it, or remove this key." }
    return "Call \(call) in \(method), or remove this key."
  }

  // MARK: Encoded values

  private func refused(_ uses: [CoderUse], of path: IdentifierPath) -> [Finding] {
    uses.compactMap { use in
      guard let error = use.error else { return nil }
      let hasFailed = before.recorder.refusedEncodes.contains(path)
      return Finding(
        code: .cannotBeSaved, path: path.description, className: before.tree.saved[path]?.className, key: use.key,
        place: before.place(use.place),
        message: "the value of \"\(use.key)\" cannot be saved: \(Self.message(of: error))",
        consequence: hasFailed ? "Nothing that this method encodes is saved." : "Its value is not saved.",
        remedy: "Encode plain values: booleans, numbers, strings, tables of these, data, dates, or references to nodes."
      )
    }
  }

  /// References to views and controllers that have no identifier.
  private func unreachable(_ uses: [CoderUse], of path: IdentifierPath) -> [Finding] {
    uses.compactMap { use in
      guard use.error == nil, let className = before.unnamedReferences[use.key, default: [:]][use.place ?? ""],
        // Its missing identifier is a finding of its own.
        !before.tree.roots.flatMap(gaps).contains(where: { $0.className == className })
      else { return nil }
      return Finding(
        code: .cannotBeSaved, path: path.description, className: before.tree.saved[path]?.className, key: use.key,
        place: before.place(use.place),
        message: "the reference \"\(use.key)\" cannot be saved: this \(className) has no restorationIdentifier",
        consequence: "Decoding it returns nil at the next launch.",
        remedy: "Give the \(className) a restorationIdentifier.")
    }
  }

  private func writtenTwice(_ uses: [CoderUse], of path: IdentifierPath) -> [Finding] {
    var first: [String: CoderUse] = [:]
    return uses.compactMap { use in
      guard let encoder = use.encoder else { return nil }
      guard let other = first[use.key], let otherEncoder = other.encoder else {
        first[use.key] = use
        return nil
      }
      guard encoder !== otherEncoder else { return nil }
      let place = before.place(other.place).map { " (\($0))" } ?? ""
      return Finding(
        code: .keyWrittenTwice, path: path.description, className: encoder.name, key: use.key,
        place: before.place(use.place),
        message: "the key \"\(use.key)\" is already written by \(otherEncoder.name)\(place)",
        consequence: "A class and its superclass share their keys: this value replaces the other one.",
        remedy: "Use another key in one of the two classes.")
    }
  }

  /// The size of a node's state that is worth a finding, in bytes.
  private static let largeState = 1 << 20

  private var largeStates: [Finding] {
    guard let archive else { return [] }
    let nodes = archive.pathNodes.map { ($0.path, $0.node.className, $0.node.completeState.count) }
    let application = (RunRecorder.application, nil as String?, archive.applicationState.count)
    return ([application] + nodes).compactMap { path, className, size in
      guard size > Self.largeState else { return nil }
      let most = before.recorder.encoded[path]?.max { $0.byteCount < $1.byteCount }
      return Finding(
        code: .largeState, path: path.description, className: className, key: most?.key,
        place: before.place(most?.place) ?? before.tree.saved[path].flatMap(place(of:)),
        message: "the state of \(path.displayName) has \(size) bytes"
          + (most.map { ", most of them under \"\($0.key)\"" } ?? ""),
        consequence: "Each save and each launch takes longer.",
        remedy: "Keep the data in a file of the app (app.filesDirectory), and only save what identifies it.")
    }
  }
}
