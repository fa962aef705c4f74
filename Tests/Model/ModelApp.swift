import Interface
import StateRestoration

/// The app under test: containers and pages that save a number, their views, and references to each other.
final class ModelApp: Application {
  var applicationValue = 0
  var refusesSaves = false
  /// Whether it extends its restoration.
  let extendsRestoration: Bool
  var problems: [String] = []

  /// The numbers of the controllers that fail to decode their state.
  let unreadable: Set<Int>

  init(extendsRestoration: Bool = false, unreadable: Set<Int> = []) {
    self.extendsRestoration = extendsRestoration
    self.unreadable = unreadable
    super.init(identifier: "model")
    context.onProblem = { [weak self] in self?.problems.append($0.description) }
  }

  override func willFinishLaunching(options: LaunchOptions) throws {
    window = Window(size: screenSize)
  }

  override func didFinishLaunching(options: LaunchOptions) throws {
    if let window, window.rootViewController == nil {
      window.rootViewController = try build(Sketch.firstLaunch().root)
    }
    window?.makeKeyAndVisible()
  }

  override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { !refusesSaves }
  override func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool {
    if extendsRestoration { extendStateRestoration() }
    return true
  }
  override func willEncodeRestorableState(_ coder: StateCoder) throws {
    coder.encode(applicationValue, forKey: "value")
  }
  override func didDecodeRestorableState(_ coder: StateCoder) throws {
    applicationValue = coder.decodeInteger(forKey: "value") ?? 0
  }

  // Half of the controllers have a restoration class, the others are created here.
  override var makesViewControllers: Bool { true }
  override func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  {
    guard coder.decodeInteger(forKey: "value") != SketchNode.refusedValue,
      path.components.dropLast().last != SketchNode.growerName
    else { return nil }
    return coder.decodeString(forKey: "kind").flatMap(SketchNode.Kind.init(rawValue:)).map { $0.make() }
  }

  private var classes: [String: PageClass] = [:]
  override func restorationClass(named name: String) -> (any RestorationClass)? { pageClass(named: name) }

  func pageClass(named name: String) -> PageClass? {
    if let known = classes[name] { return known }
    guard name == ModelObject.name || SketchNode.Kind(rawValue: name) != nil else { return nil }
    let made = PageClass(name)
    classes[name] = made
    return made
  }

  /// Creates a controller with its subtree.
  func build(_ node: SketchNode) throws -> ViewController {
    let controller = node.kind.make()
    controller.restorationIdentifier = node.identifier
    if node.hasClass { controller.restorationClass = pageClass(named: node.kind.rawValue) }
    controller.keeper?.value = node.value
    controller.keeper?.serial = node.serial
    for child in node.children { try controller.addChild(try build(child)) }
    return controller
  }
}

/// Re-creates controllers and objects of one class, unless their saved state refuses it.
final class PageClass: RestorationClass {
  let name: String
  init(_ name: String) { self.name = name }

  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  {
    guard coder.decodeInteger(forKey: "value") != SketchNode.refusedValue else { return nil }
    return SketchNode.Kind(rawValue: name)?.make()
  }

  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)? {
    let object = ModelObject(path.components.last ?? "")
    object.objectRestorationClass = self
    return object
  }
}

/// The state that every controller of the model saves.
@MainActor
final class Keeper {
  unowned let controller: ViewController
  /// The number that identifies it in saves.
  var serial: Int?
  var value = 0 { didSet { controller.invalidateRestorableState() } }
  var isFailing = false { didSet { controller.invalidateRestorableState() } }
  var references: [String: AnyObject] = [:] { didSet { controller.invalidateRestorableState() } }
  var adopted: [ViewController] = [] { didSet { controller.invalidateRestorableState() } }
  /// Runs once, the next time that the controller is encoded.
  var sideEffect: (() -> Void)? { didSet { controller.invalidateRestorableState() } }

  init(_ controller: ViewController) {
    self.controller = controller
  }

  var dials: [Dial] { controller.viewIfLoaded?.subviews.compactMap { $0 as? Dial } ?? [] }

  func encode(_ coder: StateCoder) throws {
    let effect = sideEffect
    if effect != nil { sideEffect = nil }
    effect?()
    if isFailing { throw ModelError.refused }
    if let serial { coder.encode(serial, forKey: "serial") }
    if value != 0 { coder.encode(value, forKey: "value") }
    coder.encode(controller.className, forKey: "kind")
    coder.encode(.list(dials.map { .string($0.restorationIdentifier ?? "") }), forKey: "dials")
    for (key, object) in references { coder.encode(reference: object, forKey: key) }
    coder.encode(adopted.count, forKey: "adopted")
    for (index, child) in adopted.enumerated() { coder.encode(reference: child, forKey: "adopted\(index)") }
  }

  func decode(_ coder: StateCoder) throws {
    let serial = coder.decodeInteger(forKey: "serial")
    if let serial, (controller.applicationContext?.application as? ModelApp)?.unreadable.contains(serial) == true {
      throw ModelError.refused
    }
    self.serial = serial
    value = coder.decodeInteger(forKey: "value") ?? 0
    if case .list(let names)? = coder.decodeValue(forKey: "dials") {
      for case .string(let name) in names {
        let dial = Dial()
        dial.restorationIdentifier = name.isEmpty ? nil : name
        controller.view.addSubview(dial)
      }
    }
    for key in ["one", "two"] {
      if let object = coder.decodeObject(forKey: key) { references[key] = object }
    }
    for index in 0..<(coder.decodeInteger(forKey: "adopted") ?? 0) {
      if let child = coder.decodeObject(forKey: "adopted\(index)") as? ViewController { adopted.append(child) }
    }
  }
}

enum ModelError: Error { case refused }

/// A view with a number.
final class Dial: Stepper {
  var number: Int {
    get { Int(value) }
    set { value = Double(newValue) }
  }
}

/// A registered object that saves a number and a reference to a controller.
final class ModelObject: RestorableObject {
  static let name = "ModelObject"
  let restorationIdentifier: String?
  var className: String { Self.name }
  var objectRestorationClass: (any RestorationClass)?
  var parent: ViewController?
  var objectRestorationParent: (any StateRestoring)? {
    get { parent }
    set { parent = newValue as? ViewController }
  }
  var value = 0
  weak var target: AnyObject?

  init(_ identifier: String) { restorationIdentifier = identifier }

  func encodeRestorableState(with coder: StateCoder) throws {
    coder.encode(value, forKey: "value")
    coder.encode(reference: target, forKey: "target")
    coder.encode(reference: parent, forKey: "parent")
  }
  func decodeRestorableState(with coder: StateCoder) throws {
    value = coder.decodeInteger(forKey: "value") ?? 0
    target = coder.decodeObject(forKey: "target")
    parent = coder.decodeObject(forKey: "parent") as? ViewController
  }
  func finishRestoring() throws {}
}

extension ViewController {
  /// The state of a controller of the model; nil for any other.
  var keeper: Keeper? { (self as? any Keeping)?.kept }
}

@MainActor
protocol Keeping: AnyObject {
  var kept: Keeper { get }
}

final class PlainPage: ViewController, Keeping {
  lazy var kept = Keeper(self)
  override func encodeRestorableState(with coder: StateCoder) throws { try kept.encode(coder) }
  override func decodeRestorableState(with coder: StateCoder) throws { try kept.decode(coder) }
}

final class StackPage: NavigationController, Keeping {
  lazy var kept = Keeper(self)
  override func encodeRestorableState(with coder: StateCoder) throws { try kept.encode(coder) }
  override func decodeRestorableState(with coder: StateCoder) throws { try kept.decode(coder) }
}

final class TabsPage: TabBarController, Keeping {
  lazy var kept = Keeper(self)
  override func encodeRestorableState(with coder: StateCoder) throws { try kept.encode(coder) }
  override func decodeRestorableState(with coder: StateCoder) throws { try kept.decode(coder) }
}

final class BookPage: PageViewController, Keeping {
  lazy var kept = Keeper(self)
  override func encodeRestorableState(with coder: StateCoder) throws { try kept.encode(coder) }
  override func decodeRestorableState(with coder: StateCoder) throws { try kept.decode(coder) }
}

final class SplitPage: SplitViewController, Keeping {
  lazy var kept = Keeper(self)
  override func encodeRestorableState(with coder: StateCoder) throws { try kept.encode(coder) }
  override func decodeRestorableState(with coder: StateCoder) throws { try kept.decode(coder) }
}

/// A controller that creates its children when it decodes its state.
final class GrowPage: ViewController, Keeping {
  lazy var kept = Keeper(self)
  override func encodeRestorableState(with coder: StateCoder) throws {
    try kept.encode(coder)
    coder.encode(.list(children.map { .string($0.restorationIdentifier ?? "") }), forKey: "grown")
  }
  override func decodeRestorableState(with coder: StateCoder) throws {
    try kept.decode(coder)
    guard case .list(let names)? = coder.decodeValue(forKey: "grown") else { return }
    for case .string(let name) in names {
      let page = PlainPage()
      page.restorationIdentifier = name.isEmpty ? nil : name
      try addChild(page)
    }
  }
}

extension SketchNode.Kind {
  @MainActor
  func make() -> ViewController {
    switch self {
    case .plain: PlainPage()
    case .navigation: StackPage()
    case .tabs: TabsPage()
    case .pages: BookPage()
    case .split: SplitPage()
    case .grower: GrowPage()
    }
  }
}
