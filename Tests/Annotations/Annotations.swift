import AppSession
import LuaRuntime
import LuaScreens

/// The editor annotations (LuaCATS) of a module that scripts require, generated from its definitions.
///
/// A class and its instances are one type, so that `self` completes in the methods of a script's own class, and the
/// class is callable.
struct Annotations {
  private let reference: Reference
  private let names: Set<String>
  private var lines: [String] = []

  /// Creates the annotations of a module.
  init(_ reference: Reference) {
    self.reference = reference
    names = Set(reference.types.map(\.name))
    lines += [
      "---@meta \(reference.module)",
      "-- What editors have to know of `require \"\(reference.module)\"`, to complete and check scripts.",
      "-- Made from the definitions by scripts/annotations.",
    ]
    for type in reference.types { write(type) }
    writeModule()
  }

  /// The contents of the file.
  var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: Types

  private mutating func write(_ type: Reference.Entry) {
    switch type.kind {
    case .alias(let other):
      lines += ["", "--- \(type.about)", "---@alias \(qualified(type.name)) \(qualified(other))"]
    case .table: writeClass(type)
    case .class(let isMade, let item, let itemAbout):
      if isMade { writeProperties(of: type, item: item, itemAbout) }
      writeClass(type)
    }
  }

  private mutating func writeClass(_ type: Reference.Entry) {
    lines += [
      "", "--- \(type.about)", "---@class \(qualified(type.name))\(type.parent.map { " : \(qualified($0))" } ?? "")",
    ]
    for member in type.members { if let field = field(member, of: type) { lines.append(field) } }
    for operation in type.operations {
      switch operation {
      case "__concat": lines.append("---@operator concat(any): \(qualified(type.name))")
      case "__len": lines.append("---@operator len: integer")
      // Comparing and writing need no type.
      default: break
      }
    }
    if type.isMade {
      let name = qualified(type.name)
      lines += [
        "---@field super \(name) The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.",
        "---@overload fun(properties?: \(name).Properties): \(name)",
      ]
    }
    let functions = type.members.filter { isWrittenAsFunction($0, of: type) }
    guard type.isMade || !functions.isEmpty else { return }
    lines.append("local \(type.name) = {}")
    for function in functions { write(function, prefix: "\(type.name):") }
  }

  /// Whether a member is written as a function, which reads better, rather than as a field.
  private func isWrittenAsFunction(_ member: Reference.Member, of type: Reference.Entry) -> Bool {
    guard member.isFunction else { return false }
    if case .table = type.kind, case .callback = member.kind { return type.parent == "table" }
    return true
  }

  private func field(_ member: Reference.Member, of type: Reference.Entry) -> String? {
    guard member.isFunction else {
      return "---@field \(member.name)\(member.isOptional ? "?" : "") \(qualified(member.type ?? "any")) \(member.text)"
    }
    guard !isWrittenAsFunction(member, of: type) else { return nil }
    let parameters = member.parameters.map { ", \($0.name)\($0.isOptional ? "?" : ""): \($0.type ?? "any")" }
    let result = member.type.map { ": \($0)" } ?? ""
    return "---@field \(member.name)? \(qualified("fun(self\(parameters.joined()))\(result)")) \(member.text)"
  }

  /// Writes the properties that a class can be called with.
  private mutating func writeProperties(of type: Reference.Entry, item: String?, _ itemAbout: String) {
    let parent = reference.types.first { $0.name == type.parent && $0.isMade }
    lines += [
      "", "--- What `\(reference.variable).\(type.name) { … }` takes.",
      "---@class \(qualified(type.name)).Properties\(parent.map { " : \(qualified($0.name)).Properties" } ?? "")",
    ]
    var parentItem: String?
    if case .class(_, let item, _)? = parent?.kind { parentItem = item }
    if let item, item != parentItem { lines.append("---@field [integer] \(qualified(item)) \(itemAbout)") }
    for member in type.members where !member.isFunction && !member.isReadOnly {
      lines.append("---@field \(member.name)? \(qualified(member.type ?? "any")) \(member.text)")
    }
  }

  // MARK: Functions

  private mutating func write(_ function: Reference.Member, prefix: String) {
    lines += ["", "--- \(function.text)"]
    let types = function.parameters.map { $0.type ?? "any" }
    let isOfItself = (types + [function.type ?? ""]).contains { $0.contains(/\bself\b/) }
    if isOfItself { lines += ["---@generic T", "---@param self T"] }
    for (parameter, type) in zip(function.parameters, types) {
      let type = isOfItself ? type.replacing(/\bself\b/, with: "T") : type
      lines.append("---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(qualified(type))")
    }
    if let result = function.type {
      lines.append("---@return \(qualified(isOfItself ? result.replacing(/\bself\b/, with: "T") : result))")
    }
    lines.append("function \(prefix)\(function.name)(\(function.parameters.map(\.name).joined(separator: ", "))) end")
  }

  private mutating func writeModule() {
    lines += ["", "---@class \(reference.module)"]
    for member in reference.members where !member.isFunction {
      lines.append("---@field \(member.name) \(qualified(member.type ?? "any")) \(member.text)")
    }
    lines.append("local \(reference.variable) = {}")
    for member in reference.members where member.isFunction { write(member, prefix: "\(reference.variable).") }
    lines += ["", "return \(reference.variable)"]
  }

  /// Returns a type with the module's name before the names of its own types.
  private func qualified(_ type: String) -> String {
    type.replacing(/\b[A-Z]\w*/) { match in
      names.contains(String(match.0)) ? "\(reference.module).\(match.0)" : String(match.0)
    }
  }
}
