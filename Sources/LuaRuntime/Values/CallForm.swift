import CLua
import LuaBoundary

/// The signature and description of a function.
@MainActor
public final class CallForm {
  /// A description in one sentence of the effect, or of when the function is called and what it returns.
  public let about: String
  private let signature: Signature
  private let arguments: [any LuaConvertible.Type]
  private let resultType: (any LuaConvertible.Type)?

  /// Creates the form of a function that reads its arguments from the stack, or that a script defines. The signature
  /// contains all types.
  public init(_ signature: Signature, _ about: String) {
    self.signature = signature
    self.about = about
    arguments = []
    resultType = nil
  }

  /// Creates the form of a function with these types.
  public init<each Argument: LuaConvertible>(
    _ signature: Signature, _ about: String, _ types: repeat (each Argument).Type, result: (any LuaConvertible.Type)?
  ) {
    self.signature = signature
    self.about = about
    var arguments: [any LuaConvertible.Type] = []
    repeat arguments.append(each types)
    self.arguments = arguments
    resultType = result
  }

  /// The name.
  public var name: String { signature.name }

  /// The parameters in order, without a method's receiver. Those that accept nil are optional.
  public var parameters: [Signature.Parameter] {
    signature.parameters.enumerated().map { index, parameter in
      guard parameter.type == nil, arguments.indices.contains(index) else { return parameter }
      var type = arguments[index].luaType
      let takesNil = type.hasSuffix("|nil")
      if takesNil { type.removeLast(4) }
      return .init(name: parameter.name, type: type, isOptional: parameter.isOptional || takesNil)
    }
  }

  /// The result type in LuaCATS annotations; nil for no result.
  public var result: String? { signature.result ?? resultType?.luaType }
}

extension LuaStack {
  /// Takes the next argument of a function from the stack.
  ///
  /// - Parameters:
  ///   - index: the index of the previous argument.
  ///   - first: the index of the first argument.
  @inlinable @inline(__always)
  func next<Value: LuaConvertible>(_ index: inout Int32, _: Value.Type, of form: CallForm, first: Int32) throws -> Value
  {
    index += 1
    if let value = Value.read(self, index) { return value }
    return try form.takeAgain(self, index, first: first)
  }
}

extension CallForm {
  /// Takes an argument of the wrong type again, for the error message.
  @usableFromInline @inline(never)
  func takeAgain<Value: LuaConvertible>(_ stack: LuaStack, _ index: Int32, first: Int32) throws -> Value {
    let parameters = signature.parameters
    let place = Int(index - first)
    let name = parameters.indices.contains(place) ? parameters[place].name : "argument \(place + 1)"
    do {
      return try Value.take(stack, index, name)
    } catch LuaError.wrongType(let what, let expected, "nothing")
      where first == 2 && lh_is_called_with_dot(stack.L) != 0
    {
      // The first argument was taken for the receiver.
      throw LuaError.wrongType(
        what: what, expected: expected, actual: "nothing; call a method with a colon: object:\(self.name)(…)")
    }
  }
}
