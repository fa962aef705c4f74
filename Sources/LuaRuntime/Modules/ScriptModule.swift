/// A module that scripts get by `require`, as it is defined: its functions and values, and the words for what its tables
/// hold.
@MainActor
public final class ScriptModule {
  /// What scripts require.
  public let name: String
  /// What stands before the names of its functions in messages.
  public let prefix: String
  /// Its functions, in the order they were defined.
  public private(set) var functions: [Function] = []
  /// Its constants, in the order they were defined.
  public private(set) var constants: [Constant] = []
  /// What its tables hold, in the order they were described.
  public private(set) var types: [ScriptType] = []

  /// A function of the module.
  public struct Function {
    /// How it is called, and what it does.
    public let form: CallForm
    /// What scripts need to call it.
    public let needs: LuaCapabilities
    let body: @MainActor (LuaStack) throws -> Int32
  }

  /// A value of the module.
  public struct Constant {
    /// The name.
    public let name: String
    /// What it is for, in a sentence.
    public let about: String
    /// The type in words of annotations (LuaCATS).
    public let type: String
    /// Pushes it.
    let push: @MainActor (LuaStack) throws -> Void
  }

  /// A module without anything in it.
  ///
  /// - Parameter prefix: what stands before the names of its functions in messages: `"ui."`.
  public init(_ name: String, prefix: String = "") {
    self.name = name
    self.prefix = prefix
  }

  /// Defines a function that returns a value.
  ///
  /// - Parameters:
  ///   - signature: its name and the names of its arguments: `"after(seconds, action)"`.
  ///   - needs: what scripts need to call it; without, it is an error that says so.
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

  /// Defines a function that takes its arguments from the stack, pushes its results and returns their count.
  ///
  /// - Parameters:
  ///   - signature: with the types of all that it takes and returns.
  ///   - needs: what scripts need to call it; without, it is an error that says so.
  public func function(
    _ signature: Signature, _ about: String, needs: LuaCapabilities = [],
    onStack body: @escaping @MainActor (LuaStack) throws -> Int32
  ) {
    functions.append(Function(form: CallForm(signature, about), needs: needs, body: body))
  }

  /// Defines a function that waits: it can be called in a task only, and anywhere else it is an error that says so.
  ///
  /// ```swift
  /// module.wait("sleep(seconds: number)", "Waits for some time.") { stack, wait in
  ///   let timer = timers.after(try stack.checkNumber(1, "seconds")) { wait.finish() }
  ///   wait.onCancel = { timer.cancel() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - signature: with the types of all that it takes and returns.
  ///   - needs: what scripts need to call it; without, it is an error that says so.
  ///   - start: takes the arguments from the stack, begins what is waited for, keeps the wait and says later, or at once, how
  ///     it came out. What it throws is raised in the task; what it began it ends by itself then.
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
  ///   - type: its type in words of annotations (LuaCATS).
  ///   - push: pushes one value.
  public func constant(
    _ name: String, type: String, _ about: String, push: @escaping @MainActor (LuaStack) throws -> Void
  ) {
    constants.append(Constant(name: name, about: about, type: type, push: push))
  }

  /// Describes a kind of tables, or of objects that scripts make for the module to ask.
  @discardableResult
  public func table(_ name: String, from parent: String? = nil, _ about: String) -> ScriptType {
    let type = ScriptType(name: name, about: about, kind: .table(parent: parent))
    types.append(type)
    return type
  }

  /// Gives several types one name.
  public func alias(_ name: String, _ type: String, _ about: String) {
    types.append(ScriptType(name: name, about: about, kind: .alias(type)))
  }

  /// Sets its functions and constants in the table on top.
  ///
  /// - Throws: what pushing a constant throws.
  public func setMembers(on stack: LuaStack) throws {
    let prefix = prefix
    for constant in constants {
      try constant.push(stack)
      stack.rawSet(-2, constant.name)
    }
    for function in functions {
      let name = function.form.name
      if let missing = function.needs.missing(in: stack.state.options.capabilities) {
        stack.state.push(function: prefix + name, on: stack) { _ in
          throw LuaCapabilities.refusal(prefix + name, missing)
        }
      } else {
        stack.state.push(function: prefix + name, on: stack) { [body = function.body] stack in
          if stack.moduleName(1) != nil {
            throw LuaError.usage("\(prefix)\(name) is called with a dot, not with a colon: \(prefix)\(name)(…)")
          }
          return try body(stack)
        }
      }
      stack.rawSet(-2, name)
    }
  }
}

/// What a kind of tables holds, for those who write them.
@MainActor
public final class ScriptType {
  /// The name in annotations.
  public let name: String
  /// What it is, in a sentence.
  public let about: String
  /// What it is made of.
  public let kind: Kind
  /// Its fields, in the order they were described.
  public private(set) var fields: [Field] = []

  /// What a type is made of.
  public enum Kind: Sendable {
    /// Fields, and those of another one.
    case table(parent: String?)
    /// Another type, in words of annotations.
    case alias(String)
  }

  /// A field.
  public struct Field {
    /// What a field holds.
    public enum Form {
      /// A value, whose type is in words of annotations.
      case value(type: String)
      /// A function that scripts call.
      case method(CallForm)
      /// A function that scripts may define, for the host to call.
      case callback(CallForm)
    }

    /// The name.
    public let name: String
    /// What it holds.
    public let form: Form
    /// What it is for, in a sentence.
    public let about: String
    /// Whether it may be left out.
    public let isOptional: Bool
  }

  init(name: String, about: String, kind: Kind) {
    self.name = name
    self.about = about
    self.kind = kind
  }

  /// Describes a field; the name of one that may be left out ends with `?`.
  @discardableResult
  public func field(_ name: String, _ type: String, _ about: String) -> ScriptType {
    let isOptional = name.hasSuffix("?")
    fields.append(
      Field(
        name: isOptional ? String(name.dropLast()) : name, form: .value(type: type), about: about,
        isOptional: isOptional))
    return self
  }

  /// Describes a method that scripts call, with the types of all that it takes and returns; `self` is the type of what it is
  /// called on.
  @discardableResult
  public func method(_ signature: Signature, _ about: String) -> ScriptType {
    fields.append(
      Field(name: signature.name, form: .method(CallForm(signature, about)), about: about, isOptional: false))
    return self
  }

  /// Describes a method that the host calls where a script defines it, with the types of all that it takes and returns.
  @discardableResult
  public func callback(_ signature: Signature, _ about: String) -> ScriptType {
    fields.append(
      Field(name: signature.name, form: .callback(CallForm(signature, about)), about: about, isOptional: true))
    return self
  }
}
