extension Reference {
  /// Creates the reference of a module from its definitions.
  ///
  /// - Parameters:
  ///   - variable: the conventional name of the module in scripts.
  ///   - state: the state in which its classes are defined; classes created by scripts are excluded.
  ///   - instance: returns an object of an abstract class, to read its initial property values.
  ///   - given: the names of properties whose values in these instances are set by the caller and are not defaults.
  @MainActor
  public init(
    _ module: ScriptModule, variable: String, classesOf state: LuaState,
    instance: (HostClass) -> AnyObject? = { _ in nil }, given: Set<String> = []
  ) {
    self.module = module.name
    self.variable = variable
    let classes = state.hostClasses.filter { !$0.isScript }
    classes.forEach { $0.prepare() }
    let constructors = classes.filter { $0.factory != nil }.map {
      Member(value: $0.name, $0.name, $0.about, kind: .constant)
    }
    let root = module.types.first { $0.name == "Object" }?.name
    members =
      module.constants.map { Member(value: $0.name, $0.type, $0.about, kind: .constant) } + constructors
      + module.functions.map { Member($0.form, .method) }
    types =
      module.types.map { Entry($0) }
      + classes.map { hostClass in
        Entry(
          hostClass, root: root,
          initial: state.initialValues(of: hostClass, instance: { instance(hostClass) })
            .filter { !given.contains($0.key) })
      }
  }
}

extension Reference.Entry {
  @MainActor
  fileprivate init(_ type: ScriptType) {
    name = type.name
    about = type.about
    switch type.kind {
    case .alias(let other): (kind, parent) = (.alias(other()), nil)
    case .table(let other): (kind, parent) = (.table, other)
    }
    operations = []
    members = type.fields.map { field in
      switch field.form {
      case .value(let type): .init(value: field.name, type, field.about, isOptional: field.isOptional)
      case .method(let form): .init(form, .method)
      case .callback(let form): .init(form, .callback(isOfClass: false), isOptional: true)
      }
    }
  }

  @MainActor
  fileprivate init(_ hostClass: HostClass, root: String?, initial: [String: String]) {
    name = hostClass.name
    about = hostClass.about
    let superclass = hostClass.superclass
    operations = hostClass.operations.keys.filter { superclass?.operations[$0] == nil }.sorted()
    parent = superclass?.name ?? root
    kind = .class(isMade: hostClass.factory != nil, item: hostClass.itemType, itemAbout: hostClass.itemAbout)
    let properties = hostClass.properties.filter { property in
      // Every object has a class.
      property.name != "class" && !(superclass?.properties ?? []).contains { $0 === property }
    }
    let functions = hostClass.methods + hostClass.callbacks.filter { $0.body == nil }
    let inherited = (superclass?.methods ?? []) + (superclass?.callbacks ?? [])
    members =
      properties.map {
        .init(value: $0.name, $0.type, $0.about, isReadOnly: $0.isReadOnly, initial: initial[$0.name])
      }
      + functions.filter { method in !inherited.contains { $0 === method } }
      .map { .init($0.form, $0.isCallback ? .callback(isOfClass: $0.isOfClass) : .method) }
  }
}

extension LuaState {
  /// Returns the properties' values in a new instance, if they are short.
  fileprivate func initialValues(of hostClass: HostClass, instance: () -> AnyObject?) -> [String: String] {
    guard let factory = hostClass.factory, let stack = try? stack,
      let object = (try? factory()) ?? instance()
    else { return [:] }
    let base = stack.top
    defer { stack.top = base }
    guard (try? stack.reserve(8)) != nil else { return [:] }
    stack.push(object: object)
    let index = stack.top
    var values: [String: String] = [:]
    for property in hostClass.properties where property.hasDefault {
      defer { stack.top = index }
      guard (try? stack.getField(index, property.name)) != nil else { continue }
      switch stack.kind(-1) {
      case .boolean, .number: values[property.name] = stack.describe(-1)
      case .string where stack.rawLength(-1) > 0: values[property.name] = "\"\(stack.describe(-1))\""
      default: break
      }
    }
    return values
  }
}
