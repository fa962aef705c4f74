import Interface
import LuaRuntime
import StateRestoration

/// A copy of a Lua value for another Lua state or for tools: booleans, numbers, strings and tables unchanged, dates in ISO
/// 8601, data as its bytes, attributed strings without their attributes, and other values as the text of `tostring`.
@MainActor
public struct PlainValue: LuaPushable {
  private let encoded: [UInt8]

  /// Copies the value at an index.
  ///
  /// - Throws: an error that names the part that cannot be copied: tables nested too deeply.
  public init(_ stack: LuaStack, _ index: Int32) throws {
    var writer = CBORWriter()
    var values = LuaValueWriter()
    values.describesUnsavable = true
    try values.write(stack, index, to: &writer, name: { "the value" })
    encoded = writer.bytes
  }

  /// Creates the copy with these ``bytes``.
  package init(encoded: [UInt8]) {
    self.encoded = encoded
  }

  /// Creates a copy of a value from a saved state.
  public init(_ value: StateValue) {
    encoded = value.encoded()
  }

  /// The value as CBOR, the format accepted by ``ScriptHost/launch(store:isRestoring:options:)``.
  public var bytes: [UInt8] { encoded }

  /// Pushes a copy of the value.
  public func push(on stack: LuaStack) {
    var reader = CBORReader(encoded)
    var values = LuaValueReader()
    values.push = { reference, stack in stack.push(reference.description) }
    values.pushObject = { object, stack in
      switch object {
      case let date as ScriptDate: stack.push(date.iso8601)
      case let data as ScriptData: stack.push(bytes: data.bytes)
      case let text as Interface.AttributedString: stack.push(text.string)
      default: stack.pushNil()
      }
    }
    values.read(&reader, on: stack)
  }
}

extension ScriptHost {
  /// Runs a text in the app's state, as at a prompt: an expression, or statements. Its globals are the app's and
  /// ``promptNames()``.
  ///
  /// - Parameters:
  ///   - name: the name of the text in messages.
  ///   - push: pushes the values of `...` and returns their count.
  ///   - take: receives the count of the results, which are on top of the stack.
  /// - Throws: ``LuaError``; a syntax error is that of the text as statements.
  public func evaluate<Result>(
    _ source: String, name: String, push: (LuaStack) throws -> Int32 = { _ in 0 },
    take: (LuaStack, Int32) throws -> Result
  ) throws -> Result {
    try lua.withStack { stack in
      let base = stack.top
      try loadLine(source, name: name, on: stack)
      try promptNames().become(environmentOf: stack.top, on: stack)
      let arguments = try push(stack)
      try lua.calling(LuaCallback(name)) {
        try stack.call(arguments: arguments, results: LuaStack.allResults)
      }
      let count = stack.top - base
      try keepLastValue(ofResults: count, on: stack)
      return try take(stack, count)
    }
  }
}
