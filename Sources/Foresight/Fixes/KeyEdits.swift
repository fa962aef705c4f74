import LuaRuntime

// Changes of keys.
extension FindingEdits {
  /// Replaces the key of a decode by the encoded one, also in the other calls of the class for that key, such as `contains`.
  func renameKey(_ finding: Finding) -> [SourceEdit]? {
    guard let key = finding.key, let nearKey = finding.nearKey else { return nil }
    let isDecode = finding.code == .notEncoded
    let (encoded, decoded) = isDecode ? (nearKey, key) : (key, nearKey)
    guard let place = isDecode ? finding.place : finding.nearPlace else { return nil }
    let classNames = Set(finding.className.map(scripts.lineage) ?? [])
    let calls = scripts.keyCalls(in: AppScripts.decodingMethods, of: classNames).filter { $0.key == decoded }
    guard calls.contains(where: { $0.place.file == place.file && $0.place.line >= place.line }) else {
      // The argument of a function that decodes it.
      let tokens = scripts.files[place.file]?.tokens.filter { $0.line >= place.line && $0.text == decoded } ?? []
      return tokens.count == 1
        ? [SourceEdit(file: place.file, range: tokens[0].range, text: encoded.asLua)] : nil
    }
    let edits = calls.compactMap { call -> SourceEdit? in
      guard let tokens = scripts.files[call.place.file]?.tokens else { return nil }
      // `coder:decode "key"`, `coder:decode("key")`, `coder.decode(coder, "key")`
      let argument = tokens[call.index...].prefix(5).first { $0.text == decoded }
      return argument.map { SourceEdit(file: call.place.file, range: $0.range, text: encoded.asLua) }
    }
    return edits.count == calls.count ? edits : nil
  }

  /// Whether it is certain that a finding about a value of another type is not one about the encoded value.
  func isWrongRead(_ finding: Finding) -> Bool {
    guard let key = finding.key, let place = finding.place else { return false }
    let classNames = finding.className.map(scripts.lineage) ?? scripts.classNames
    return scripts.isWrong(readOf: key, at: place, by: Set(classNames))
  }

  /// Replaces a method of the coder that returns nil for the saved value.
  func readAnyType(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    let reads = file.tokens.filter { token in
      guard token.line == finding.place?.line, case .name(let name) = token.kind else { return false }
      return AppScripts.typedReadNames.contains(name)
    }
    return reads.count == 1 ? [SourceEdit(file: file.name, range: reads[0].range, text: "decode")] : nil
  }
}
