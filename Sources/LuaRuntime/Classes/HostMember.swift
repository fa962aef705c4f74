import CLua

/// A property of a class known to scripts.
@MainActor
public final class HostProperty {
  public typealias Getter = @MainActor (AnyObject, LuaStack) throws -> Void
  public typealias Setter = @MainActor (AnyObject, LuaStack, Int32) throws -> Void

  /// Its name.
  public let name: String
  /// A description in one sentence.
  public let about: String
  /// The number of bytes that the property holds per byte of its text; 0 if the value stays on the Lua side.
  public var bytesPerByte = 1
  /// Whether the initial value is worth documenting.
  public var hasDefault = true
  /// Returns whether reading the property has no side effects now, which is checked before listing an object's
  /// properties; nil if it never has any.
  public var isListable: (@MainActor (AnyObject) -> Bool)?
  /// The alternative to setting a read-only property, for the error message.
  public var alternativeToSetting: String?
  private let words: String?
  private let valueType: (any LuaConvertible.Type)?
  let getter: Getter
  let setter: Setter?

  /// Creates a property that reads and writes on the stack: the getter pushes one value, the setter takes it from an
  /// index.
  ///
  /// - Parameters:
  ///   - type: the type in LuaCATS annotations, if it differs from Swift's.
  ///   - setter: nil for a read-only property.
  @usableFromInline
  init(
    name: String, about: String, type: String?, valueType: (any LuaConvertible.Type)?, getter: @escaping Getter,
    setter: Setter?
  ) {
    self.name = name
    self.about = about
    words = type
    self.valueType = valueType
    self.getter = getter
    self.setter = setter
  }

  /// The type of the values in LuaCATS annotations.
  public var type: String { words ?? valueType?.luaType ?? "any" }

  /// Whether reading a list, or a table with fields such as a point, returns a copy, which can be changed and assigned.
  private(set) lazy var givesListCopies = setter != nil && (isList || type.contains("{"))

  /// Whether the values are lists.
  var isList: Bool { type.contains("[]") }

  /// Whether the property is read-only.
  public var isReadOnly: Bool { setter == nil }

  @inline(__always)
  func set(_ object: AnyObject, toValueAt index: Int32, on stack: LuaStack) throws {
    guard let setter else {
      throw LuaError.usage("the property '\(name)' is read-only" + (alternativeToSetting.map { "; \($0)" } ?? ""))
    }
    let kind = stack.kind(index)
    // Short texts and other small values are set without a check of memory.
    if kind == .table || kind == .string && lua_rawlen(stack.L, index) >= LuaState.smallest {
      try makeRoom(forValueAt: index, in: object, on: stack)
    }
    try setter(object, stack, index)
    if kind == .table { stack.state.listCopies?.wasAssigned(index, on: stack) }
  }

  @inline(never)
  private func makeRoom(forValueAt index: Int32, in object: AnyObject, on stack: LuaStack) throws {
    guard bytesPerByte > 0 else { return }
    try stack.state.makeRoom(for: stack.size(index) * bytesPerByte, on: stack) {
      let base = stack.top
      defer { stack.top = base }
      try getter(object, stack)
      return try stack.size(-1) * bytesPerByte
    }
  }
}

/// A method of a class known to scripts, or one that scripts may define.
@MainActor
public final class HostMethod {
  @usableFromInline typealias Body = @MainActor (AnyObject, LuaStack) throws -> Int32

  /// The signature, and a description of the effect, or of when the host calls the method.
  public let form: CallForm
  /// Whether the host calls the method, which scripts define for their objects and classes.
  public let isCallback: Bool
  /// Whether the method belongs to the class rather than to its instances.
  public let isOfClass: Bool
  /// The class that defines and owns the method.
  unowned let hostClass: HostClass
  /// The implementation; nil for a method that only scripts define.
  let body: Body?
  /// Whether the method encodes a value, which C does in most cases, see ``LuaState/beginEncoding(into:takingTables:)``.
  public var encodesValues = false
  private var function: LuaReference?

  @usableFromInline
  init(
    _ form: CallForm, of hostClass: HostClass, isCallback: Bool = false, isOfClass: Bool = false, body: Body?
  ) {
    self.form = form
    self.hostClass = hostClass
    self.isCallback = isCallback
    self.isOfClass = isOfClass
    self.body = body
  }

  /// Its name.
  public var name: String { form.name }

  /// Pushes the method as a function that accepts only instances of its class.
  func push(on stack: LuaStack) {
    if let function { return stack.push(function) }
    stack.state.push(method: self, on: stack)
    function = LuaReference(stack, -1)
  }
}
