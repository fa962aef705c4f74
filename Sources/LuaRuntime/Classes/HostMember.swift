import CLua

/// A property of a class that scripts know.
@MainActor
public final class HostProperty {
  public typealias Getter = @MainActor (AnyObject, LuaStack) throws -> Void
  public typealias Setter = @MainActor (AnyObject, LuaStack, Int32) throws -> Void

  /// Its name.
  public let name: String
  /// What it is for, in a sentence.
  public let about: String
  /// How many bytes it holds for each byte of the text that it gets; none of what stays on the Lua side.
  public var bytesPerByte = 1
  /// Whether what it is before anybody sets it is worth telling.
  public var hasDefault = true
  /// Whether reading it now makes nothing: what lists an object's properties asks first; nil for one that never does.
  public var isThere: (@MainActor (AnyObject) -> Bool)?
  /// What is done instead of setting it, for the message about who sets what can only be read.
  public var insteadOfSetting: String?
  private let words: String?
  private let valueType: (any LuaConvertible.Type)?
  let getter: Getter
  let setter: Setter?

  /// A property that reads from and writes to the stack: the getter pushes one value, the setter takes it from an index.
  ///
  /// - Parameters:
  ///   - type: the type in words of annotations (LuaCATS), where Swift's does not say it.
  ///   - setter: nil for one that can only be read.
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

  /// The type of its values in words of annotations.
  public var type: String { words ?? valueType?.luaType ?? "any" }

  /// Whether a list that is read from it is a copy, which can be changed and assigned.
  private(set) lazy var givesListCopies = setter != nil && type.contains("[]")

  /// Whether scripts can only read it.
  public var isReadOnly: Bool { setter == nil }

  @inline(__always)
  func set(_ object: AnyObject, toValueAt index: Int32, on stack: LuaStack) throws {
    guard let setter else {
      throw LuaError.usage("the property '\(name)' can only be read" + (insteadOfSetting.map { "; \($0)" } ?? ""))
    }
    let kind = stack.kind(index)
    // Short texts, and what is no text, are written at once.
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

/// A method of a class that scripts know, or one that they may give it.
@MainActor
public final class HostMethod {
  @usableFromInline typealias Body = @MainActor (AnyObject, LuaStack) throws -> Int32

  /// How it is called, and what it does, or when the host calls it.
  public let form: CallForm
  /// Whether the host calls it, so that scripts give it to their objects and classes.
  public let isCallback: Bool
  /// Whether it is called on a class, not on its objects.
  public let isOfClass: Bool
  /// The class that it is defined for, which holds it.
  unowned let hostClass: HostClass
  /// What it does; nil for what only scripts define.
  let body: Body?
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

  /// Pushes it as a function, which runs only on objects of its class.
  func push(on stack: LuaStack) {
    if let function { return stack.push(function) }
    stack.state.push(method: self, on: stack)
    function = LuaReference(stack, -1)
  }
}
