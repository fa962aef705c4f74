import Foundation
import LuaRuntime
import LuaScreens

/// What editors have to know of `require "luahost"` (LuaCATS annotations), as the definitions of its classes and functions
/// say it.
@MainActor
struct Annotations {
  private let host: ScriptHost
  private let names: Set<String>
  private var lines: [String] = []

  /// The annotations of what an app gets.
  init() throws {
    var configuration = ScriptHost.Configuration(script: "annotations.lua")
    configuration.source = "return require('luahost').Application { identifier = 'annotations' }"
    host = try ScriptHost(configuration)
    names = Set(host.module.types.map(\.name) + host.lua.hostClasses.map(\.name) + ["ViewControllerClass"])
    write()
  }

  /// The whole file.
  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func write() {
    lines += [
      "---@meta luahost",
      "-- What lua-language-server has to know of `require \"luahost\"`, to complete and check screens in any editor.",
      "-- Made from the definitions in Sources/LuaScreens by scripts/annotations.",
    ]
    for type in host.module.types { write(type) }
    for hostClass in host.lua.hostClasses where !hostClass.isScript { write(hostClass) }
    writeModule()
  }

  // MARK: Types and classes

  private mutating func write(_ type: ScriptType) {
    switch type.kind {
    case .alias(let other):
      lines += ["", "---@alias luahost.\(type.name) \(qualified(other)) \(type.about)"]
    case .table(let parent):
      lines += ["", "---@class luahost.\(type.name)\(parent.map { " : luahost.\($0)" } ?? "") \(type.about)"]
      for field in type.fields {
        lines.append("---@field \(field.name)\(field.isOptional ? "?" : "") \(qualified(field.type)) \(field.about)")
      }
    }
  }

  private mutating func write(_ hostClass: HostClass) {
    let superclass = hostClass.superclass
    lines += ["", "---@class luahost.\(hostClass.name) : luahost.\(superclass?.name ?? "Object") \(hostClass.about)"]
    let defaults = defaults(of: hostClass)
    let inherited = superclass?.properties ?? []
    for property in hostClass.properties where !inherited.contains(where: { $0 === property }) {
      // Every object has it.
      if property.name == "class" { continue }
      let remark =
        property.isReadOnly ? " Read-only." : defaults[property.name].map { " Default: \($0)." } ?? ""
      lines.append("---@field \(property.name) \(qualified(property.type)) \(property.about)\(remark)")
    }
    let callbacks = own(hostClass.callbacks, superclass?.callbacks)
    for callback in callbacks where !hostClass.methods.contains(where: { $0 === callback }) && !callback.isOfClass {
      lines.append(field(callback))
    }
    lines.append("local \(hostClass.name) = {}")
    for method in own(hostClass.methods, superclass?.methods) { write(method.form, of: "\(hostClass.name):") }
    let ofClass = callbacks.filter(\.isOfClass)
    guard !ofClass.isEmpty else { return }
    lines += ["", "---@class luahost.\(hostClass.name)Class : luahost.Class A class of \(hostClass.name)."]
    lines += ofClass.map(field)
  }

  private func own(_ methods: [HostMethod], _ inherited: [HostMethod]?) -> [HostMethod] {
    methods.filter { method in !(inherited ?? []).contains { $0 === method } }
  }

  /// A method that scripts may define, as a field that may be left out.
  private func field(_ callback: HostMethod) -> String {
    let parameters = callback.form.parameters.map { ", \($0.name)\($0.isOptional ? "?" : ""): \($0.type ?? "any")" }
    let result = callback.form.result.map { ": \($0)" } ?? ""
    return "---@field \(callback.name)? \(qualified("fun(self\(parameters.joined()))\(result)")) \(callback.form.about)"
  }

  private mutating func write(_ form: CallForm, of prefix: String) {
    lines += ["", "--- \(form.about)"]
    for parameter in form.parameters {
      lines.append(
        "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(qualified(parameter.type ?? "any"))")
    }
    if let result = form.result { lines.append("---@return \(qualified(result))") }
    lines.append("function \(prefix)\(form.name)(\(form.parameters.map(\.name).joined(separator: ", "))) end")
  }

  // MARK: The module

  private mutating func writeModule() {
    lines += ["", "---@class luahost"]
    for constant in host.module.constants {
      lines.append("---@field \(constant.name) \(constant.type) \(constant.about)")
    }
    for hostClass in host.lua.hostClasses where hostClass.factory != nil {
      let type = hostClass.callbacks.contains(where: \.isOfClass) ? "ViewControllerClass" : "Class"
      lines.append(
        "---@field \(hostClass.name) luahost.\(type)|fun(properties?: table): luahost.\(hostClass.name) \(hostClass.about)"
      )
    }
    lines.append("local ui = {}")
    for function in host.module.functions { write(function.form, of: "ui.") }
    lines += ["", "return ui"]
  }

  // MARK: Words

  /// A type with the module before the names of its own.
  private func qualified(_ type: String) -> String {
    type.replacing(/\b[A-Z]\w*/) { match in names.contains(String(match.0)) ? "luahost.\(match.0)" : String(match.0) }
  }

  /// What the properties of a fresh instance are, where that can be written in a word or two.
  private func defaults(of hostClass: HostClass) -> [String: String] {
    guard let stack = try? host.lua.stack, let factory = hostClass.factory else { return [:] }
    defer { stack.top = 0 }
    stack.push(object: (try? factory()) ?? host.application)
    var defaults: [String: String] = [:]
    for property in hostClass.properties {
      defer { stack.pop() }
      guard (try? stack.getField(1, property.name)) != nil else {
        stack.pushNil()
        continue
      }
      switch stack.kind(-1) {
      case .boolean, .number: defaults[property.name] = stack.describe(-1)
      case .string where stack.rawLength(-1) > 0: defaults[property.name] = "\"\(stack.describe(-1))\""
      default: break
      }
    }
    return defaults
  }
}
