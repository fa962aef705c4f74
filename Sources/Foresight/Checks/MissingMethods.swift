import LuaScreens
import StateRestoration

/// A method that decodes or encodes the state of a node, and that a script has not defined.
struct MissingMethod: Hashable, Sendable {
  /// The owners of the method in a sentence: several classes can have the same function for the opposite.
  var owners: [String]
  let name: String
  /// The first words of its definition.
  let header: String
  /// The place of the method that does the opposite, or of the class.
  let place: Place?

  /// Whether both are missing beside the same function, or in the same class.
  func isSame(as other: MissingMethod) -> Bool {
    name == other.name && place == other.place && (place != nil || owners == other.owners)
  }
}

// Keys that nothing decodes, or encodes, because there is no method for it.
extension Evidence {
  static let decodeOfApplication = ApplicationCallbacks.didDecodeRestorableState.name

  /// Returns the method that should decode what a node encodes; nil if it is there.
  ///
  /// - Parameter encoder: the class whose method has encoded a key; nil if it is unknown.
  func missingDecode(of path: IdentifierPath, encodedBy encoder: String?, _ after: RunEvidence) -> MissingMethod? {
    guard !isMisnamed(RestorationName.decode, Self.decodeOfApplication, of: path), !hasOwnDecode(path, after) else {
      return nil
    }
    if path == RunRecorder.application {
      guard before.applicationMethods[Self.decodeOfApplication] == nil, after.recorder.decoded[path] == nil else {
        return nil
      }
      let names = [
        ApplicationCallbacks.willEncodeRestorableState.name, ApplicationCallbacks.shouldSaveApplicationState.name,
      ]
      return MissingMethod(
        owners: ["the application"], name: Self.decodeOfApplication,
        header: "app:\(Self.decodeOfApplication)(coder)",
        place: names.lazy.compactMap { before.applicationMethods[$0] }.first)
    }
    if before.objects[path] != nil, encoder == nil { return missingTableMethod(RestorationName.decode, of: path) }
    if let encoder {
      let keys = (before.recorder.encoded[path] ?? []).filter { $0.encoder?.name == encoder }.map(\.key)
      guard after.recorder.decodedKeys(of: path).isDisjoint(with: keys) else { return nil }
      return missingMethod(RestorationName.decode, of: [encoder], beside: RestorationName.encode)
    }
    guard !after.recorder.decodedNodes.contains(path), let node = before.tree.saved[path] else { return nil }
    return missingMethod(
      RestorationName.decode, of: scripts.lineage(of: node.className), beside: RestorationName.encode)
  }

  /// Returns the method that should encode what a node decodes; nil if it is there.
  func missingEncode(of path: IdentifierPath) -> MissingMethod? {
    // The application answers whether to save in a method that can encode.
    guard path != RunRecorder.application, !isMisnamed(RestorationName.encode, nil, of: path),
      before.recorder.encoded[path]?.isEmpty != false, !hasOwnEncode(path)
    else { return nil }
    if before.objects[path] != nil { return missingTableMethod(RestorationName.encode, of: path) }
    guard let node = before.tree.saved[path] else { return nil }
    return missingMethod(
      RestorationName.encode, of: scripts.lineage(of: node.className), beside: RestorationName.decode)
  }

  /// Whether a script has given a node an encode method that is not one of its class.
  func hasOwnEncode(_ path: IdentifierPath) -> Bool {
    before.tree.saved[path].map { isOwn(RestorationName.encode, before.place($0.encodesAt), of: $0.className) } ?? false
  }

  /// Whether a script has given a restored node a decode method that is not one of its class.
  func hasOwnDecode(_ path: IdentifierPath, _ after: RunEvidence) -> Bool {
    after.tree.saved[path].map { isOwn(RestorationName.decode, after.place($0.decodesAt), of: $0.className) } ?? false
  }

  private func isOwn(_ name: String, _ place: Place?, of className: String) -> Bool {
    place.map { place in !scripts.lineage(of: className).contains { scripts.definition(of: name, in: $0) == place } }
      ?? false
  }

  /// Whether a controller or view was restored without any method of a script that could decode its keys: neither its classes
  /// nor a restoration method gets a coder.
  func isNeverAskedToDecode(_ path: IdentifierPath, _ after: RunEvidence) -> Bool {
    guard let node = before.tree.saved[path], after.recorder.decoded[path] == nil,
      !after.recorder.decodedNodes.contains(path),
      !isMisnamed(RestorationName.decode, Self.decodeOfApplication, of: path)
    else { return false }
    let names = Set([node.className, node.restorationClass].compactMap { $0 }.flatMap(scripts.lineage))
    return scripts.definitions.allSatisfy { method, place in
      !names.contains(method.className)
        || method.name != RestorationName.decode
          && (method.name != RestorationName.make || !scripts.usesCoder(inRestorationMethodAt: place))
    } && before.applicationMethods[RestorationName.make].map { !scripts.usesCoder(inRestorationMethodAt: $0) } != false
  }

  /// Whether there is a method whose name resembles that of a callback of a node or of the application, and which is a finding
  /// of its own.
  private func isMisnamed(_ name: String, _ nameOfApplication: String?, of path: IdentifierPath) -> Bool {
    let className = before.tree.saved[path]?.className ?? ""
    return before.misnamedCallbacks.contains { misnamed in
      switch misnamed.receiver {
      case .application: path == RunRecorder.application && misnamed.intendedName == nameOfApplication
      case .class(let owner): misnamed.intendedName == name && scripts.lineage(of: className).contains(owner)
      case .object(let identifier): misnamed.intendedName == name && path.components.last == identifier
      }
    }
  }

  /// Returns a method that none of some classes has, the first of which should have it.
  private func missingMethod(_ name: String, of classNames: [String], beside other: String) -> MissingMethod? {
    guard classNames.allSatisfy({ scripts.definition(of: name, in: $0) == nil }),
      let owner = classNames.first(where: { scripts.definition(of: other, in: $0) != nil }) ?? classNames.first,
      scripts.classPlaces[owner] != nil
    else { return nil }
    let place = scripts.definition(of: other, in: owner)
    return MissingMethod(
      owners: [owner], name: name,
      header: "\(receiver(ofFunctionAt: place, named: other) ?? scripts.variable(ofClass: owner)):\(name)(coder)",
      place: place ?? scripts.classPlaces[owner])
  }

  /// Returns a method that a registered table neither has nor inherits.
  private func missingTableMethod(_ name: String, of path: IdentifierPath) -> MissingMethod? {
    guard let functions = before.tableFunctions[path], functions[name] == nil else { return nil }
    let other = name == RestorationName.decode ? RestorationName.encode : RestorationName.decode
    let place = before.place(functions[other])
    let receiver = receiver(ofFunctionAt: place, named: other)
    return MissingMethod(
      owners: [receiver ?? "the registered object \"\(path.components.last ?? "")\""], name: name,
      header: "\(receiver ?? "object"):\(name)(coder)", place: place)
  }

  /// Returns `a.b` of `function a.b:name`.
  private func receiver(ofFunctionAt place: Place?, named name: String) -> String? {
    let words = place.flatMap { scripts.function(at: $0, named: name)?.function.name.dropLast() } ?? []
    return words.isEmpty ? nil : words.joined(separator: ".")
  }

  /// Returns one finding for all keys that the same missing method should decode or encode.
  static func combiningMissingMethods(_ findings: [Finding]) -> [Finding] {
    var found: [Finding] = []
    for finding in findings {
      guard let method = finding.missingMethod,
        let first = found.firstIndex(where: { $0.missingMethod?.isSame(as: method) == true && $0.code == finding.code })
      else {
        found.append(finding)
        continue
      }
      found[first].otherPaths.formUnion(finding.paths)
      for owner in method.owners where found[first].missingMethod?.owners.contains(owner) == false {
        found[first].missingMethod?.owners.append(owner)
      }
      if let key = finding.key, found[first].key != key, !found[first].otherKeys.contains(key) {
        found[first].otherKeys.append(key)
      }
    }
    return found.map { finding in
      finding.otherKeys.isEmpty ? finding : finding.missingMethod.map { finding.combined(by: $0) } ?? finding
    }
  }
}

extension Finding {
  /// The finding about a missing method in place of one about the first of its keys.
  fileprivate func combined(by method: MissingMethod) -> Finding {
    let isDecode = code == .notDecoded
    let keys = ([key].compactMap { $0 } + otherKeys).map { "\"\($0)\"" }.joined(separator: ", ")
    let (done, missing) = isDecode ? ("encode", "decode") : ("decode", "encode")
    let isOne = method.owners.count == 1
    var finding = Finding(
      code: code, path: path, className: className, key: key, place: method.place ?? place,
      message: "\(method.owners.joined(separator: ", ")) \(done)\(isOne ? "s" : "") the keys \(keys), and "
        + "\(isOne ? "has" : "have") no \(method.name)",
      consequence: isDecode
        ? "Their values are saved, and lost at the next launch." : "Decoding them always returns nil.",
      remedy: "Define \(method.header), and \(missing) these keys in it, or remove them.")
    (finding.otherKeys, finding.otherPaths) = (otherKeys, otherPaths)
    finding.missingMethod = method
    return finding
  }
}
