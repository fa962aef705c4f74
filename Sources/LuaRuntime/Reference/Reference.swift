/// The documentation of a module: its classes, tables, functions and constants, each with a sentence.
///
/// It is read from the definitions themselves. Annotations for editors and printed documentation are generated from it.
public struct Reference: Sendable {
  /// The name for `require`.
  public let module: String
  /// The conventional name of the module in scripts: `ui`.
  public let variable: String
  /// The classes and tables, superclasses first.
  public let types: [Entry]
  /// The functions and constants of the module itself.
  public let members: [Member]

  /// A class, a table type, or a name for a union of types.
  public struct Entry: Sendable {
    /// The kind of an entry.
    public enum Kind: Sendable {
      /// A class.
      ///
      /// - Parameters:
      ///   - isMade: whether scripts can create instances.
      ///   - item: the type of the items of `Class { item, … }`; nil if there are no items.
      ///   - itemAbout: a description of an item in one sentence.
      case `class`(isMade: Bool, item: String?, itemAbout: String)
      /// A table type, or the type of objects that scripts create for the module to call.
      case table
      /// Another type in LuaCATS annotations.
      case alias(String)
    }

    /// The name.
    public let name: String
    /// A description in one sentence.
    public let about: String
    /// The kind.
    public let kind: Kind
    /// The name of the superclass or parent table.
    public let parent: String?
    /// The members that are not inherited.
    public let members: [Member]
    /// The operators of its instances, by metamethod name.
    public let operations: [String]

    /// Whether scripts can create instances.
    public var isMade: Bool { if case .class(true, _, _) = kind { true } else { false } }
  }

  /// A property, method, function or constant.
  public struct Member: Sendable {
    /// The kind of a member.
    public enum Kind: Sendable {
      /// A value that can be read, and written unless `isReadOnly`.
      case property
      /// A function that scripts call.
      case method
      /// A function that scripts define for the host to call; `isOfClass` is true for a method of the class instead of
      /// its instances.
      case callback(isOfClass: Bool)
      /// A constant of the module.
      case constant
    }

    /// The name.
    public let name: String
    /// The kind.
    public let kind: Kind
    /// A description in one sentence.
    public let about: String
    /// The type of a value in LuaCATS annotations, or a function's result type; nil if there is no result.
    public let type: String?
    /// The parameters of a function, without the receiver.
    public let parameters: [Signature.Parameter]
    /// Whether the member may be omitted.
    public let isOptional: Bool
    /// Whether the member is read-only.
    public let isReadOnly: Bool
    /// The value in a new instance, if it is short.
    public let initial: String?

    /// Whether the member is a function.
    public var isFunction: Bool {
      switch kind {
      case .property, .constant: false
      case .method, .callback: true
      }
    }

    /// The description with further facts.
    public var text: String {
      about + (isReadOnly ? " Read-only." : initial.map { " Default: \($0)." } ?? "")
    }

    /// Creates a member with a value.
    init(
      value name: String, _ type: String, _ about: String, kind: Kind = .property, isOptional: Bool = false,
      isReadOnly: Bool = false, initial: String? = nil
    ) {
      self.name = name
      self.kind = kind
      self.about = about
      self.type = type
      parameters = []
      self.isOptional = isOptional
      self.isReadOnly = isReadOnly
      self.initial = initial
    }

    /// Creates a member that is a function.
    @MainActor
    init(_ form: CallForm, _ kind: Kind, isOptional: Bool = false) {
      name = form.name
      self.kind = kind
      about = form.about
      type = form.result
      parameters = form.parameters
      self.isOptional = isOptional
      isReadOnly = false
      initial = nil
    }
  }
}
