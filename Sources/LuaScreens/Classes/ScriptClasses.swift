import Interface
import Loop
import LuaRuntime
import StateRestoration

/// All classes of the module `luahost`, one per line; a superclass precedes its subclasses.
@MainActor
enum ScriptClasses {
  static let all: [ScriptClassDefinition] = [
    responder,
    coder,
    data,
    date,
    style,
    attributedString,
    image,
    pasteboard,
    timer,
    task,
    process,
    fileWatch,
    worker,
    canvas,
    storyboard,
    view,
    vStack,
    hStack,
    grid,
    spacer,
    divider,
    scrollView,
    label,
    textField,
    searchBar,
    textView,
    button,
    barButtonItem,
    toolbar,
    navigationItem,
    switchControl,
    checkbox,
    slider,
    stepper,
    segmentedControl,
    popUpButton,
    radioGroup,
    toggleGroup,
    pickerView,
    datePicker,
    imageView,
    progressView,
    activityIndicator,
    gauge,
    sparkline,
    barChart,
    tableView,
    outlineView,
    viewController,
    navigationController,
    tabBarController,
    splitViewController,
    pageViewController,
    alertController,
    window,
    application,
  ]
}

/// A class to be defined in the Lua state of each app.
@MainActor
struct ScriptClassDefinition {
  private let install: @MainActor (ScriptHost) throws -> Void

  /// Creates a class for a Swift type.
  ///
  /// - Parameters:
  ///   - name: the name in scripts and archives.
  ///   - about: a description in one sentence.
  ///   - make: creates the object of a new instance; nil for a class that scripts cannot instantiate.
  ///   - members: defines the members that scripts can use, when they first use the class.
  ///   - functions: defines the functions of the module that create instances. In `members`, they would be missing until a
  ///     script uses the class.
  init<Object: AnyObject>(
    _ name: String, _ type: Object.Type, _ about: String,
    make: (@MainActor (ScriptHost) throws -> Object)? = nil,
    members: @escaping @MainActor (ScriptClass<Object>, ScriptHost) -> Void,
    functions: @escaping @MainActor (ScriptHost) -> Void = { _ in }
  ) {
    install = { host in
      var factory: (@MainActor () throws -> Object)?
      if let make { factory = { [unowned host] in try make(host) } }
      try host.lua.define(name, type, about, make: factory) { [weak host] in
        if let host { members($0, host) }
      }
      functions(host)
    }
  }

  /// Defines the class in the Lua state of an app.
  func define(in host: ScriptHost) throws { try install(host) }
}

extension Responder: LuaObject {}
extension NavigationItem: LuaObject {}
extension Pasteboard: LuaObject {}
extension Storyboard: LuaObject {}
extension Canvas: LuaObject {}
extension Image: LuaObject {}
extension TimerQueue.Timer: LuaObject {}
extension StateCoder: LuaObject {
  static public var luaName: String { "Coder" }
}
