/// Functions that scripts give to properties, which say when they are called, or to functions of the module `luahost`.
///
/// An error in one that the user or an object of the app leads to is reported each time; in one that something outside leads to,
/// the same one once.
enum Handlers {
  static let action = Callback(named: "action", .action)
  static let onChange = Callback(named: "onChange", .action)
  static let onSubmit = Callback(named: "onSubmit", .action)
  static let validate = Callback(named: "validate", .query)
  static let inputFilter = Callback(named: "inputFilter")
  static let accessibilityElements = Callback(named: "accessibilityElements", .query)
  /// A function of `ui.after`, whose error is reported each time: it is called once.
  static let timer = Callback(named: "timer", .outside, isErrorReportedOnce: false)
  /// A function of `ui.every`.
  static let repeatingTimer = Callback(named: "timer", .outside)
  static let watch = Callback(named: "watch", .outside)
  static let onOutput = Callback(named: "onOutput", .outside)
  static let onLine = Callback(named: "onLine", .outside)
  static let onErrorLine = Callback(named: "onErrorLine", .outside)
  static let onExit = Callback(named: "onExit", .outside)
  static let onProgress = Callback(named: "onProgress", .outside)
  /// The function that makes the view of a storyboard's scene.
  static let sceneView = Callback(named: "scene view")
  /// Called on a new instance of a script's class.
  static let initialize = Callback(named: "init")
}
