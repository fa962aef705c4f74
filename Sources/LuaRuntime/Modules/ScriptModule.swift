/// The definition of a module for scripts: functions, constants, and descriptions of its table types.
@MainActor
public final class ScriptModule {
  /// The name for `require`.
  public let name: String
  /// The prefix of its functions in messages.
  public let prefix: String
  /// The functions, in the order of their definition.
  public private(set) var functions: [Function] = []
  /// The constants, in the order of their definition.
  public private(set) var constants: [Constant] = []
  /// The table types, in the order of their definition.
  public private(set) var types: [ScriptType] = []

  /// A function of the module.
  public struct Function {
    /// The signature and description.
    public let form: CallForm
    /// The capabilities required to call it.
    public let needs: LuaCapabilities
    let body: @MainActor (LuaStack) throws -> Int32
  }

  /// A constant of the module.
  public struct Constant {
    /// The name.
    public let name: String
    /// A description in one sentence.
    public let about: String
    /// The type in LuaCATS annotations.
    public let type: String
    /// Pushes the value.
    let push: @MainActor (LuaStack) throws -> Void
  }

  /// Creates an empty module.
  ///
  /// - Parameter prefix: the prefix of its functions in messages: `"ui."`.
  public init(_ name: String, prefix: String = "") {
    self.name = name
    self.prefix = prefix
  }

  /// Defines a function that returns a value.
  ///
  /// - Parameters:
  ///   - signature: the name with the names of the arguments: `"after(seconds, action)"`.
  ///   - needs: the capabilities required to call it; without them, the call raises an error.
  public func function<each Argument: LuaConvertible, Result: LuaConvertible>(
    _ signature: Signature, _ about: String, needs: LuaCapabilities = [],
    _ body: @escaping @MainActor (repeat each Argument) throws -> Result
  ) {
    let form = CallForm(signature, about, repeat (each Argument).self, result: Result.self)
    functions.append(
      Function(form: form, needs: needs) { stack in
        var index: Int32 = 0
        try body(repeat try stack.next(&index, (each Argument).self, of: form, first: 1)).push(on: stack)
        return 1
      })
  }

  /// Defines a function that takes its arguments from the stack, pushes its results and returns their number.
  ///
  /// - Parameters:
  ///   - signature: the signature with the types of all arguments and results.
  ///   - needs: the capabilities required to call it; without them, the call raises an error.
  public func function(
    _ signature: Signature, _ about: String, needs: LuaCapabilities = [],
    onStack body: @escaping @MainActor (LuaStack) throws -> Int32
  ) {
    functions.append(Function(form: CallForm(signature, about), needs: needs, body: body))
  }

  /// Defines a function that waits. It can only be called in a task; anywhere else, the call raises an error.
  ///
  /// ```swift
  /// module.wait("sleep(seconds: number)", "Waits for some time.") { stack, wait in
  ///   let timer = timers.after(try stack.checkNumber(1, "seconds")) { wait.finish() }
  ///   wait.onCancel = { timer.cancel() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - signature: the signature with the types of all arguments and results.
  ///   - needs: the capabilities required to call it; without them, the call raises an error.
  ///   - start: takes the arguments from the stack, starts the operation, and keeps the wait to finish it later or at
  ///     once. Errors that it throws are raised in the task; it must then cancel the operation itself.
  public func wait(
    _ signature: Signature, _ about: String, needs: LuaCapabilities = [],
    _ start: @escaping @MainActor (LuaStack, Wait) throws -> Void
  ) {
    let name = prefix + signature.name
    function(signature, about, needs: needs) { stack in try stack.state.tasks.wait(name, on: stack, start) }
  }

  /// Defines a constant.
  public func constant<Value: LuaConvertible>(_ name: String, _ value: Value, _ about: String) {
    constant(name, type: Value.luaType, about) { value.push(on: $0) }
  }

  /// Defines a constant that is pushed when the module is required.
  ///
  /// - Parameters:
  ///   - type: the type in LuaCATS annotations.
  ///   - push: pushes one value.
  public func constant(
    _ name: String, type: String, _ about: String, push: @escaping @MainActor (LuaStack) throws -> Void
  ) {
    constants.append(Constant(name: name, about: about, type: type, push: push))
  }

  /// Describes a table type, or the type of objects that scripts create for the module to call.
  @discardableResult
  public func table(_ name: String, from parent: String? = nil, _ about: String) -> ScriptType {
    let type = ScriptType(name: name, about: about, kind: .table(parent: parent))
    types.append(type)
    return type
  }

  /// Defines a name for a union of types, whose text is made when it is read.
  public func alias(_ name: String, _ type: @autoclosure @escaping @Sendable () -> String, _ about: String) {
    types.append(ScriptType(name: name, about: about, kind: .alias(type)))
  }

  /// Checks that functions and constants have names of their own: one with the name of another member would replace it.
  ///
  /// - Parameter classNames: the names of the classes in the module's table.
  /// - Throws: ``LuaError/usage(_:)``.
  public func checkNames(besides classNames: [String]) throws {
    var names = Set(classNames)
    for name in constants.map(\.name) + functions.map(\.form.name) where !names.insert(name).inserted {
      throw LuaError.usage("\(prefix)\(name) is already defined")
    }
  }

  /// Sets the functions and constants in the table on top.
  ///
  /// - Throws: any error from pushing a constant.
  public func setMembers(on stack: LuaStack) throws {
    let prefix = prefix
    for constant in constants {
      try constant.push(stack)
      stack.rawSet(-2, constant.name)
    }
    for function in functions {
      let name = function.form.name
      if let missing = function.needs.missing(in: stack.state.options.capabilities) {
        stack.state.pushFunction(on: stack) { _ in
          throw LuaCapabilities.refusal(prefix + name, missing)
        }
      } else {
        stack.state.pushFunction(on: stack) { [body = function.body, needs = function.needs] stack in
          if stack.moduleName(1) != nil {
            throw LuaError.usage("call \(prefix)\(name) with a dot, not a colon: \(prefix)\(name)(…)")
          }
          if !needs.isEmpty { try stack.state.willUse?(needs, prefix + name) }
          return try body(stack)
        }
      }
      stack.rawSet(-2, name)
    }
  }
}

/// The description of a table type.
@MainActor
public final class ScriptType {
  /// The name in annotations.
  public let name: String
  /// A description in one sentence.
  public let about: String
  /// The structure of the type.
  public let kind: Kind
  /// The fields, in the order of their definition.
  public private(set) var fields: [Field] = []

  /// The structure of a type.
  public enum Kind: Sendable {
    /// A table with fields, and those of its parent.
    case table(parent: String?)
    /// Another type in LuaCATS annotations.
    case alias(@Sendable () -> String)
  }

  /// A field.
  public struct Field {
    /// The kind of a field.
    public enum Form {
      /// A value with its type in LuaCATS annotations.
      case value(type: String)
      /// A function that scripts call.
      case method(CallForm)
      /// A function that scripts may define for the host to call.
      case callback(CallForm)
    }

    /// The name.
    public let name: String
    /// The kind.
    public let form: Form
    /// A description in one sentence.
    public let about: String
    /// Whether the field may be omitted.
    public let isOptional: Bool
  }

  init(name: String, about: String, kind: Kind) {
    self.name = name
    self.about = about
    self.kind = kind
  }

  /// Describes a field; the name of an optional field ends with `?`.
  @discardableResult
  public func field(_ name: String, _ type: String, _ about: String) -> ScriptType {
    let isOptional = name.hasSuffix("?")
    fields.append(
      Field(
        name: isOptional ? String(name.dropLast()) : name, form: .value(type: type), about: about,
        isOptional: isOptional))
    return self
  }

  /// Describes a method that scripts call, with the types of all arguments and results; `self` is the receiver's type.
  @discardableResult
  public func method(_ signature: Signature, _ about: String) -> ScriptType {
    fields.append(
      Field(name: signature.name, form: .method(CallForm(signature, about)), about: about, isOptional: false))
    return self
  }

  /// Describes a method that the host calls if a script defines it, with the types of all arguments and results.
  @discardableResult
  public func callback(_ signature: Signature, _ about: String) -> ScriptType {
    fields.append(
      Field(name: signature.name, form: .callback(CallForm(signature, about)), about: about, isOptional: true))
    return self
  }
}
