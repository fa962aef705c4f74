import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// The plain values that scripts keep in view controllers, views and registered objects.
@MainActor
enum ScriptFields {
  /// A field that two runs have with different values.
  struct Difference {
    let path: String
    let className: String
    let field: String
    let before: String
    let after: String
    /// Whether it counts only if a step shows it: it is a table, such as a list of former values, or belongs to a view or registered
    /// object.
    let mustBeShown: Bool
    let place: Place?
  }

  /// Returns the properties of an object that have other values, or none, in another run; without names, the fields of scripts.
  /// Omitted are frames, which the layout decides, and whether a view is loaded: a restoration loads views that a fresh launch
  /// loads when they are first shown.
  static func differences(
    of object: AnyObject, in host: ScriptHost, and other: AnyObject, in twin: ScriptHost, properties names: [String]?
  ) -> [(name: String, value: String?, other: String?)] {
    let own = values(of: object, properties: names, in: host)
    let others = values(of: other, properties: names, in: twin)
    return Set(own.keys).union(others.keys).sorted().compactMap { name in
      guard own[name] != others[name], name != "isViewLoaded", !name.hasPrefix("frame.") else { return nil }
      return (name, own[name], others[name])
    }
  }

  /// Returns the fields that differ between two runs, of controllers with a path, views and registered objects. A controller
  /// whose view only one of them has loaded is not compared: the other has not called its `viewDidLoad` yet.
  static func differences(_ base: ExploredRun, _ twin: ExploredRun) -> [Difference] {
    guard let host = base.host, let other = twin.host else { return [] }
    let pairs = pairs(host, other)
    let own = values(of: pairs.map { ($0.own.object, nil) }, partsOfTables: comparedParts, in: host)
    let otherOwn = values(of: pairs.map { ($0.other, nil) }, partsOfTables: comparedParts, in: other)
    return zip(pairs, zip(own, otherOwn)).flatMap { pair, fields -> [Difference] in
      guard fields.0 != fields.1 else { return [] }
      let (owner, same) = pair
      let names = Set(fields.0.keys).union(fields.1.keys).filter { fields.0[$0] != fields.1[$0] }.sorted()
      // A field that only one of them has may be inherited by the other.
      let values = values(of: owner.object, properties: names, in: host).merging(fields.0) { $1 }
      let otherValues = Self.values(of: same, properties: names, in: other).merging(fields.1) { $1 }
      return names.compactMap { field in
        let (value, other) = (values[field] ?? "nil", otherValues[field] ?? "nil")
        // What was nil is not lost, and views and controllers are compared themselves.
        guard value != "nil", !areSame(value, other),
          ![value, other].contains(where: { $0.hasPrefix(reference(to: "")) })
        else { return nil }
        return Difference(
          path: owner.path, className: owner.className, field: field, before: value, after: other,
          mustBeShown: value.hasPrefix("{") || !(owner.object is ViewController),
          place: AppScripts(of: host).assignment(of: field, in: owner.className))
      }
    }
  }

  /// The largest number of parts that are compared of a table, and of those that are read where a value is looked for.
  private static let (comparedParts, allParts) = (100, 2000)

  /// Returns the fields with plain values or tables that differ in the controllers of a path, from the innermost on.
  static func differences(around path: String, _ base: ExploredRun, _ twin: ExploredRun) -> [Difference] {
    guard let host = base.host, let other = twin.host else { return [] }
    let near = pairs(host, other).filter { path == $0.own.path || path.hasPrefix($0.own.path + "/") }.reversed()
    let own = values(of: near.map { ($0.own.object, nil) }, partsOfTables: allParts, in: host)
    let otherOwn = values(of: near.map { ($0.other, nil) }, partsOfTables: allParts, in: other)
    return zip(near, zip(own, otherOwn)).flatMap { pair, fields in
      fields.0.sorted { $0.key < $1.key }.filter { fields.1[$0.key] != $0.value }.map { field, value in
        Difference(
          path: pair.own.path, className: pair.own.className, field: field, before: value,
          after: fields.1[field] ?? "nil", mustBeShown: !(pair.own.object is ViewController),
          place: AppScripts(of: host).assignment(of: field, in: pair.own.className))
      }
    }
  }

  /// Returns the variables with plain values outside of methods of controllers and views that differ between two runs.
  static func differencesOfVariables(_ base: ExploredRun, _ twin: ExploredRun, _ scripts: AppScripts) -> [Difference] {
    guard let host = base.host, let other = twin.host else { return [] }
    let pairs = pairs(host, other)
    let methods = pairs.map { owner, _ in
      let classes = Set(scripts.lineage(of: owner.className))
      return scripts.definitions.keys.filter { classes.contains($0.className) }.map(\.name).sorted()
    }
    func variables(of objects: [AnyObject], in host: ScriptHost) -> [[String: String]] {
      let pushing = objects.map { object in { (stack: LuaStack) in push(object, on: stack) } }
      let all = values(pushing: pushing, partsOfTables: 0, withVariablesOf: methods, in: host)
      return zip(all, values(of: objects.map { ($0, nil) }, in: host)).map { all, fields in
        all.filter { fields[$0.key] == nil }
      }
    }
    let own = variables(of: pairs.map(\.own.object), in: host)
    let others = variables(of: pairs.map(\.other), in: other)
    return zip(pairs, zip(own, others)).flatMap { pair, values in
      values.0.sorted { $0.key < $1.key }.filter { !areSame($0.value, values.1[$0.key]) }.map { name, value in
        Difference(
          path: pair.own.path, className: pair.own.className, field: name, before: value,
          after: values.1[name] ?? "nil", mustBeShown: true, place: scripts.assignment(of: name, in: pair.own.className)
        )
      }
    }
  }

  /// Whether two values are equal for scripts, which hardly distinguish nil from the values that they decode in its place.
  static func areSame(_ value: String, _ other: String?) -> Bool {
    value == other ?? "nil" || Set([value, other ?? "nil"]).isSubset(of: ["nil", "false", "0", "0.0", "\"\"", "{}"])
  }

  /// A controller with a path, an identified view of a script's class, or a registered object.
  struct Owner: Hashable {
    let path: String
    let className: String
    let object: AnyObject

    static func == (left: Owner, right: Owner) -> Bool {
      (left.path, left.className) == (right.path, right.className)
    }

    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// Returns the owners of fields that both apps have: controllers, parents before children, views and registered objects.
  static func pairs(_ host: ScriptHost, _ other: ScriptHost) -> [(own: Owner, other: AnyObject)] {
    let forgotten = host.application.forgets
    let others = Dictionary(owners(in: other).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return owners(in: host).compactMap { owner in
      guard let same = others[owner.path], same.className == owner.className,
        !AppMoment.isForgotten(owner.path, among: forgotten)
      else { return nil }
      if let controller = owner.object as? ViewController,
        controller.isViewLoaded != (same.object as? ViewController)?.isViewLoaded
      {
        return nil
      }
      return (owner, same.object)
    }
  }

  private static func owners(in host: ScriptHost) -> [Owner] {
    let controllers = identifiedControllers(of: host)
    return controllers.map { Owner(path: $0.0.description, className: $0.1.className, object: $0.1) }
      + views(of: controllers).compactMap { path, view in
        guard view.scriptClassName != nil else { return nil }
        return Owner(path: path.description, className: view.className, object: view)
      }
      + objects(of: host).map { path, object in
        Owner(path: path.description, className: object.className, object: object)
      }
  }

  /// A number that is equal for two moments of apps if the fields of their controllers are equal.
  static func fingerprint(of run: ExploredRun) -> Int {
    guard let host = run.host else { return 0 }
    let owners = owners(in: host)
    var hasher = Hasher()
    hasher.combine(owners.map(\.path))
    hasher.combine(values(of: owners.map { ($0.object, nil) }, in: host))
    return hasher.finalize()
  }

  /// Returns the fields of the application, of all controllers with a path and their identified views, and of registered
  /// objects, as Lua literals, with tables, with views and controllers as ``reference(to:)``, and with the variables outside of
  /// their methods for saving and restoring that these use, also in other functions of a node.
  ///
  /// - Parameter places: the lines that have encoded or decoded keys.
  static func allFields(in host: ScriptHost, codingAt places: Set<String> = []) -> [IdentifierPath: [String: String]] {
    let controllers = identifiedControllers(of: host)
    let all =
      [(RunRecorder.application, host.application as AnyObject)] + controllers.map { ($0.0, $0.1 as AnyObject) }
      + views(of: controllers).map { ($0.0, $0.1 as AnyObject) } + objects(of: host).map { ($0.0, $0.1 as AnyObject) }
    let values = values(
      of: all.map { ($0.1, nil) }, partsOfTables: allParts, withVariablesOf: RestorationName.coding.sorted(),
      at: places, in: host)
    return Dictionary(zip(all.map(\.0), values), uniquingKeysWith: { first, _ in first })
  }

  /// The value of a field that has the view or controller at a path.
  static func reference(to path: String) -> String { "-> \(path)" }

  /// Returns the fields of registered objects with plain values, as Lua literals, by path.
  static func fieldsOfObjects(in host: ScriptHost) -> [String: [String: String]] {
    let objects = objects(of: host)
    return Dictionary(
      zip(objects.map(\.0.description), values(of: objects.map { ($0.1, nil) }, in: host)),
      uniquingKeysWith: { first, _ in first })
  }

  /// Values of keys as Lua literals, by the paths of nodes.
  typealias SavedValues = [IdentifierPath: [String: String]]

  /// Returns the values that scripts have saved.
  static func savedValues(in archive: Archive, _ host: ScriptHost) -> SavedValues {
    Evidence.values(of: archive).mapValues { pairs in
      let table = PlainValue(.map(pairs.map { StateValue.Pair(key: .string($0.key), value: $0.value) }))
      return values(pushing: [{ table.push(on: $0) }], partsOfTables: allParts, hasAnyNames: true, in: host).first
        ?? [:]
    }
  }

  private static func controllers(of host: ScriptHost) -> [(String, ViewController)] {
    identifiedControllers(of: host).map { ($0.0.description, $0.1) }
  }

  private static func identifiedControllers(of host: ScriptHost) -> [(IdentifierPath, ViewController)] {
    Automation(host.application).allControllers.compactMap { controller in
      controller.restorationIdentifierPath.map { ($0, controller) }
    }
  }

  /// Returns the identified views of controllers, with their paths.
  private static func views(of controllers: [(IdentifierPath, ViewController)]) -> [(IdentifierPath, View)] {
    controllers.flatMap { path, controller in
      controller.identifiedViews.compactMap { node in
        guard let view = node as? View, let identifier = view.restorationIdentifier else { return nil }
        return (path.appending(identifier), view)
      }
    }
  }

  private static func objects(of host: ScriptHost) -> [(IdentifierPath, any RestorableObject)] {
    host.application.registeredObjects.compactMap { object in object.restorationPath.map { ($0, object) } }
  }

  /// Returns the fields of objects, and the variables of their methods, whose tables other objects have, too, by their names: each
  /// with the path and field of the other one. The data source of a list has the list's path, and no class.
  static func sharedTables(in host: ScriptHost, _ scripts: AppScripts) -> [Owner: [String: String]] {
    let owners = owners(in: host).reversed() + [Owner(path: "", className: "Application", object: host.application)]
    let lists = views(of: identifiedControllers(of: host)).filter { $0.1 is RowList }.map {
      Owner(path: $0.0.description, className: "", object: $0.1)
    }
    let found = try? host.withUntracedStack { stack -> [String: [String: String]] in
      try host.lua.load(PackageResources.shared_tables_lua, name: "luahost explore", on: stack)
      stack.createTable(array: owners.count + lists.count)
      let list = stack.top
      var count: Int64 = 0
      for (index, owner) in (owners + lists).enumerated() {
        let isSource = index >= owners.count
        stack.createTable(hash: 3)
        let entry = stack.top
        if isSource {
          guard host.lua.pushHandler("dataSource", of: owner.object, on: stack) else {
            stack.pop()
            continue
          }
        } else {
          push(owner.object, on: stack)
        }
        stack.rawSet(entry, "object")
        stack.push(owner.path + (isSource ? sourceMark : ""))
        stack.rawSet(entry, "name")
        if !isSource {
          let classes = Set(scripts.lineage(of: owner.className))
          stack.push(scripts.definitions.keys.filter { classes.contains($0.className) }.map(\.name).sorted())
          stack.rawSet(entry, "methods")
        }
        count += 1
        stack.rawSet(list, count)
      }
      stack.push(RestorationName.coding.sorted())
      try stack.call(arguments: 2, results: 1)
      var found: [String: [String: String]] = [:]
      try stack.forEachPair(stack.top) {
        guard let owner = stack.string(-2) else { return }
        try stack.forEachPair(stack.top) {
          if let name = stack.string(-2), let holder = stack.string(-1) { found[owner, default: [:]][name] = holder }
        }
      }
      stack.pop()
      return found
    }
    return Dictionary(
      owners.map { ($0, found?[$0.path] ?? [:]) } + lists.map { ($0, found?[$0.path + sourceMark] ?? [:]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The end of the name of a list's data source, which follows that of the list.
  private static let sourceMark = " source"

  static func push(_ object: AnyObject, on stack: LuaStack) {
    if let object = object as? ScriptObject { object.push(on: stack) } else { stack.push(object: object) }
  }

  /// Returns an object's own fields with plain values, as Lua literals by name; with names, these properties.
  static func values(of object: AnyObject, properties: [String]?, in host: ScriptHost) -> [String: String] {
    values(of: [(object, properties)], in: host).first ?? [:]
  }

  /// Returns the own fields of objects, or the named properties.
  ///
  /// - Parameters:
  ///   - methods: the methods whose variables count as fields.
  ///   - places: the lines in functions whose variables do so, too.
  private static func values(
    of objects: [(AnyObject, [String]?)], partsOfTables parts: Int = 0, withVariablesOf methods: [String] = [],
    at places: Set<String> = [], in host: ScriptHost
  ) -> [[String: String]] {
    let tables = objects.map { object, _ in { (stack: LuaStack) in push(object, on: stack) } }
    // A built-in view has no such methods, and would look for similar names.
    let methods = objects.map { object, _ in
      object is View && host.lua.hostClass(of: object)?.isScript != true ? [] : methods
    }
    return values(
      pushing: tables, properties: objects.map(\.1), partsOfTables: parts, withVariablesOf: methods, at: places,
      in: host)
  }

  /// - Parameters:
  ///   - tables: push an object or table each.
  ///   - hasAnyNames: whether fields count whose names are no words, as keys of coders.
  private static func values(
    pushing tables: [(LuaStack) -> Void], properties: [[String]?]? = nil, partsOfTables parts: Int,
    withVariablesOf methods: [[String]]? = nil, at places: Set<String> = [], hasAnyNames: Bool = false,
    in host: ScriptHost
  ) -> [[String: String]] {
    let places = places.sorted()
    let automation = Automation(host.application)
    let found = try? host.withUntracedStack { stack -> [[String: String]] in
      try host.lua.load(PackageResources.read_values_lua, name: "luahost explore", on: stack)
      let function = stack.top
      return try tables.indices.map { index in
        stack.pushValue(function)
        tables[index](stack)
        if let properties = properties?[index] { stack.push(properties) } else { stack.pushNil() }
        stack.push(parts)
        stack.push(methods?[index] ?? [])
        stack.push(methods?[index].isEmpty == false ? places : [])
        if hasAnyNames { stack.push(true) } else { stack.pushNil() }
        try stack.call(arguments: 6, results: 1)
        var found: [String: String] = [:]
        try stack.forEachPair(stack.top) {
          guard let name = stack.string(-2) else { return }
          if let value = stack.lossyString(-1) {
            found[name] = value
          } else if let responder = stack.object(-1) as? Responder {
            found[name] = reference(to: automation.path(to: responder).description)
          }
        }
        stack.pop()
        return found
      }
    }
    return found ?? tables.map { _ in [:] }
  }

  /// Returns the line to which a bar owes another title: the call in its controller's `decodeRestorableState` that leads to
  /// the assignment, or the assignment itself, or the line that has created the controller again. Nil if no title of the row differs
  /// between two runs.
  ///
  /// - Parameter row: the row of the screen, in the undisturbed run.
  static func place(ofTitleIn row: String, _ base: ExploredRun, _ twin: ExploredRun) -> Place? {
    guard let host = base.host, let other = twin.host else { return nil }
    let others = Dictionary(controllers(of: other), uniquingKeysWith: { first, _ in first })
    let owner = controllers(of: host).first { path, controller in
      guard let same = others[path], let title = controller.title, !title.isEmpty else { return false }
      return same.title != title && row.contains(title)
    }
    return owner.flatMap { path, controller in
      let creation = others[path]?.createdAt ?? controller.createdAt
      return AppScripts(of: host).place(ofTitleIn: controller.className, createdAt: creation.flatMap(Place.init))
    }
  }
}
