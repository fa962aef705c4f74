/// What scripts can write of a module, with a sentence for each: its classes, tables, functions and constants.
///
/// It is read from the definitions themselves. Annotations for editors and the documentation that the tool prints are
/// written from it.
public struct Reference: Sendable {
  /// What scripts require.
  public let module: String
  /// What scripts call the module, by custom: `ui`.
  public let variable: String
  /// Its classes and tables, a superclass before what comes from it.
  public let types: [Entry]
  /// The functions and constants of the module itself.
  public let members: [Member]

  /// A class, a kind of tables, or a name for several types.
  public struct Entry: Sendable {
    /// What an entry is.
    public enum Kind: Sendable {
      /// A class.
      ///
      /// - Parameters:
      ///   - isMade: whether scripts make instances of it.
      ///   - item: the type of the items of `Class { item, … }`; nil if it takes none.
      ///   - itemAbout: what an item is, in a sentence.
      case `class`(isMade: Bool, item: String?, itemAbout: String)
      /// A kind of tables, or of objects that scripts make for the module to ask.
      case table
      /// Another type, in words of annotations (LuaCATS).
      case alias(String)
    }

    /// The name.
    public let name: String
    /// What it is, in a sentence.
    public let about: String
    /// What it is made of.
    public let kind: Kind
    /// The entry that it comes from.
    public let parent: String?
    /// What it has that its parent has not.
    public let members: [Member]
    /// The operators that its instances have, by the names of their metamethods.
    public let operations: [String]

    /// Whether scripts make instances of it.
    public var isMade: Bool { if case .class(true, _, _) = kind { true } else { false } }
  }

  /// Something that is written with a name: a property, a method, a function.
  public struct Member: Sendable {
    /// What a member is.
    public enum Kind: Sendable {
      /// A value that is read, and written unless `isReadOnly`.
      case property
      /// A function that scripts call.
      case method
      /// A function that scripts define, and that is called for them; `isOfClass`: on the class, not on its objects.
      case callback(isOfClass: Bool)
      /// A value of the module.
      case constant
    }

    /// The name.
    public let name: String
    /// What it is.
    public let kind: Kind
    /// What it is for, in a sentence.
    public let about: String
    /// The type of a value in words of annotations (LuaCATS); of a function, that of what it returns; nil: nothing.
    public let type: String?
    /// The parameters of a function, after the object of a method.
    public let parameters: [Signature.Parameter]
    /// Whether it may be left out.
    public let isOptional: Bool
    /// Whether scripts can only read it.
    public let isReadOnly: Bool
    /// What it is in a fresh instance, where a word or two say it.
    public let initial: String?

    /// Whether it is called, by scripts or for them.
    public var isFunction: Bool {
      switch kind {
      case .property, .constant: false
      case .method, .callback: true
      }
    }

    /// What it is for, and what else is known of it.
    public var text: String {
      about + (isReadOnly ? " Read-only." : initial.map { " Default: \($0)." } ?? "")
    }

    /// A member that is a value.
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

    /// A member that is called.
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
