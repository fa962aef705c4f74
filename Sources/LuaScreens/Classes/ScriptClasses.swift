import Interface
import Loop
import LuaRuntime
import StateRestoration

/// Every class of the module `luahost`, a line each; a superclass stands before what comes from it.
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

/// A class that is to be defined in the Lua state of each app.
@MainActor
struct ScriptClassDefinition {
  private let install: @MainActor (ScriptHost) throws -> Void

  /// A class of a Swift type.
  ///
  /// - Parameters:
  ///   - name: what scripts and archives call it.
  ///   - about: what it is, in a sentence.
  ///   - make: makes the object of a new instance.
  ///   - members: defines what scripts can do with it.
  init<Object: AnyObject>(
    _ name: String, _ type: Object.Type, _ about: String, make: @escaping @MainActor (ScriptHost) throws -> Object,
    members: @escaping @MainActor (ScriptClass<Object>, ScriptHost) throws -> Void = { _, _ in }
  ) {
    install = { host in
      let definition = try host.lua.define(name, type, about) { [unowned host] in try make(host) }
      try members(definition, host)
    }
  }

  /// A class of which scripts make no instances.
  init<Object: AnyObject>(
    _ name: String, _ type: Object.Type, _ about: String,
    members: @escaping @MainActor (ScriptClass<Object>, ScriptHost) throws -> Void = { _, _ in }
  ) {
    install = { host in try members(host.lua.define(name, type, about), host) }
  }

  /// Defines the class in the state of an app.
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
