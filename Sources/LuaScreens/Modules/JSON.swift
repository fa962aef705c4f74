import LuaRuntime

/// The values of `ui.json` that are no plain tables, so that a coder keeps them.
@MainActor
struct JSONValues {
  /// A value that a table cannot have as such, by the name of its metatable in `json.lua`.
  enum Kind: String {
    case null = "ui.json.null"
    case array = "ui.json.array"
  }

  private let null: LuaReference
  private let array: LuaReference

  /// Takes the values from the module on top of the stack.
  init(_ stack: LuaStack) {
    stack.rawGet(-1, "null")
    null = LuaReference(stack, -1)
    stack.rawGet(-2, "array")
    array = LuaReference(stack, -1)
    stack.pop(2)
  }

  /// Pushes null.
  func pushNull(on stack: LuaStack) { stack.push(null) }

  /// Marks the table on top of the stack as an array.
  func markArray(on stack: LuaStack) throws {
    stack.push(array)
    stack.pushValue(-2)
    try stack.call(arguments: 1, results: 0)
  }
}

extension ScriptHost {
  /// The texts of the module `ui.json`, which workers have, too.
  static var jsonTexts: LuaWorkers.JSONTexts {
    LuaWorkers.JSONTexts(module: PackageResources.json_lua, codec: PackageResources.json_codec_lua)
  }

  /// Defines `ui.json`.
  func defineJSON() {
    module.table("JSON", "Reading and writing JSON (RFC 8259).")
      .field(
        "decode", "fun(text: string): any",
        "Decodes a value from JSON text. `null` becomes `ui.json.null`; integers of up to 64 bits remain integers. Invalid JSON raises an error with line and column."
      )
      .field(
        "encode", "fun(value: any): string",
        "Encodes a value as JSON text, with sorted keys. A table with the keys 1 to n becomes an array, one with string keys an object; `{}` is an object, `ui.json.array {}` is `[]`. Other keys, unsupported values, NaN, infinities and more than 200 levels raise an error."
      )
      .field(
        "array", "fun(items: table): table",
        "Marks a list as an array, so that it is encoded as one even if it is empty, and returns it. Decoded arrays are marked."
      )
      .field("null", "table", "JSON's `null`, which a table cannot store as nil. A coder keeps it, and empty arrays.")
    module.constant("json", type: "JSON", "JSON: `ui.json.decode(text)` and `ui.json.encode(value)`.") {
      [unowned self] stack in
      try stack.state.load(PackageResources.json_lua, name: "luahost json", on: stack)
      stack.state.pushFunction(on: stack) { stack in
        try stack.state.load(PackageResources.json_codec_lua, name: "luahost json", on: stack)
        return 1
      }
      try stack.call(arguments: 1, results: 1)
      json = JSONValues(stack)
      try stack.state.makeStrictModule("ui.json", prefix: "ui.json.", on: stack)
    }
  }
}
