import LuaRuntime

/// The documentation entries of a Lua module.
@MainActor
struct ReferenceEntries {
  private let reference: Reference
  private let isTests: Bool

  init(_ reference: Reference, isTests: Bool = false) {
    self.reference = reference
    self.isTests = isTests
  }

  /// Conventional variable names that are not the class name in lower case.
  private static let customs = ["app": "Application", "controller": "ViewController"]

  private typealias Found = (owner: String, member: Reference.Member)

  // MARK: Names

  /// The listed entries: classes, tables and the module's own members.
  var listed: [Documentation.Entry] {
    let functions = reference.members.filter { !isConstructor($0) }.map { entry(reference.variable, $0) }
    return reference.types.map(entry) + functions
  }

  /// All entries: the listed ones, and the members of all types.
  var all: [Documentation.Entry] {
    listed + reference.types.flatMap { type in type.members.map { entry(type.name, $0) } }
  }

  /// All documented names.
  var names: [String] {
    reference.types.flatMap { type in
      [type.name] + type.members.flatMap { [$0.name, "\(type.name)\(separator($0))\($0.name)"] }
    } + reference.members.flatMap { [$0.name, "\(reference.variable).\($0.name)"] }
  }

  /// Whether a member is a class's constructor, which has no separate entry.
  private func isConstructor(_ member: Reference.Member) -> Bool {
    reference.types.contains { $0.name == member.name && $0.isMade }
  }

  // MARK: Lookup

  /// Returns the entries of a name: `Label`, `ui.Label`, `Label.text`, `text`, `ui.run.timeout`, `app:tap`,
  /// `TableView.didSelectRow`.
  func entries(named name: String, ignoringCase: Bool) -> [Documentation.Entry] {
    let parts = name.split(whereSeparator: { $0 == "." || $0 == ":" }).map(String.init)
    guard let last = parts.last, !name.contains(" ") else { return [] }
    let isSame = { (left: String, right: String) in
      left == right || ignoringCase && left.lowercased() == right.lowercased()
    }
    let owners = parts.dropLast()
    if owners.isEmpty || owners.elementsEqual([reference.variable]) || owners.elementsEqual([reference.module]) {
      let types = reference.types.filter { isSame($0.name, last) || owners.isEmpty && $0.name == Self.customs[last] }
        .map(entry)
      let functions = reference.members.filter { isSame($0.name, last) && !isConstructor($0) }
        .map { entry(reference.variable, $0) }
      guard owners.isEmpty else { return types + functions }
      let members = reference.types.flatMap { type in
        type.members.filter { isSame($0.name, last) }.map { entry(type.name, $0) }
      }
      return types + functions + members
    }
    guard let owner = owners.last else { return [] }
    return self.owners(called: owner, isSame).flatMap { type in
      members(of: type).filter { isSame($0.member.name, last) }.map { entry($0.owner, $0.member) }
    }
  }

  /// Returns the types that a name before a dot or colon may refer to: those with this name or variable name, otherwise
  /// the table types of a function's arguments.
  private func owners(called name: String, _ isSame: (String, String) -> Bool) -> [Reference.Entry] {
    let types = reference.types.filter {
      isSame($0.name, name) || $0.name.lowercased() == name.lowercased() || $0.name == Self.customs[name]
    }
    if !types.isEmpty { return types + types.flatMap(companions) }
    let functions = (reference.members + reference.types.flatMap(\.members)).filter { isSame($0.name, name) }
    let taken = functions.flatMap { $0.parameters.compactMap(\.type) }
    return reference.types.filter { type in
      taken.contains { $0 == type.name || $0 == "\(type.name)|nil" }
    }
  }

  /// The ends of the names of tables with members that are documented as those of a class: the callbacks of its data
  /// source and delegate, and the functions of the global variable with its name.
  private static let companionSuffixes = ["DataSource", "Functions"]

  private func companions(of type: Reference.Entry) -> [Reference.Entry] {
    Self.companionSuffixes.flatMap { suffix in reference.types.filter { $0.name == type.name + suffix } }
  }

  /// Returns the members of a type, followed by inherited ones.
  private func members(of type: Reference.Entry) -> [Found] {
    let parent = type.parent.flatMap { name in reference.types.first { $0.name == name } }
    return type.members.map { (type.name, $0) } + (parent.map(members) ?? [])
  }

  // MARK: Texts

  private func entry(_ type: Reference.Entry) -> Documentation.Entry {
    let group: Documentation.Group
    if isTests { group = .tests } else if case .class = type.kind { group = .classes } else { group = .tables }
    return .init(name: type.name, group: group, about: type.about) { width in
      DocumentationText.lines(of: type, inherited: inherited(by: type), in: reference, width: width)
        .joined(separator: "\n")
    }
  }

  /// Returns the names of inherited members, grouped by superclass.
  private func inherited(by type: Reference.Entry) -> [(from: String, names: [String])] {
    var result: [(String, [String])] = []
    var next = type.parent
    while let name = next, let parent = reference.types.first(where: { $0.name == name }) {
      if !parent.members.isEmpty { result.append((name, parent.members.map(\.name))) }
      next = parent.parent
    }
    return result
  }

  private func separator(_ member: Reference.Member) -> String { member.isFunction ? ":" : "." }

  private func entry(_ owner: String, _ member: Reference.Member) -> Documentation.Entry {
    let isOfModule = owner == reference.variable
    let name = owner + (isOfModule ? "." : separator(member)) + member.name
    let group: Documentation.Group = !isOfModule ? .members : isTests ? .tests : .functions
    return .init(name: name, group: group, about: member.about) { width in
      ([DocumentationText.declaration(of: member, as: name)]
        + DocumentationText.wrapped(member.text, indent: 2, width: width)).joined(separator: "\n")
    }
  }
}
