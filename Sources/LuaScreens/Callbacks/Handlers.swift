/// Functions that scripts assign to properties, whose descriptions state when they are called, or pass to functions of
/// the module `luahost`.
///
/// An error is reported each time if the user or an object of the app caused the call; if an external event did, an
/// identical error is reported only once.
package enum Handlers {
  static let action = Callback(named: "action", .action)
  static let onChange = Callback(named: "onChange", .action)
  static let onSubmit = Callback(named: "onSubmit", .action)
  /// `TextView.onLine`.
  static let onCurrentLine = Callback(named: "onLine", .action)
  package static let validate = Callback(named: "validate", .query)
  static let inputFilter = Callback(named: "inputFilter")
  package static let accessibilityElements = Callback(named: "accessibilityElements", .query)
  /// A function of `ui.after`. Its error is always reported, as it is called once.
  static let timer = Callback(named: "timer", .outside, isErrorReportedOnce: false)
  /// A function of `ui.every`.
  static let repeatingTimer = Callback(named: "timer", .outside)
  static let watch = Callback(named: "watch", .outside)
  static let onOutput = Callback(named: "onOutput", .outside)
  static let onLine = Callback(named: "onLine", .outside)
  static let onErrorLine = Callback(named: "onErrorLine", .outside)
  static let onMessage = Callback(named: "onMessage", .outside, isErrorReportedOnce: false)
  static let onExit = Callback(named: "onExit", .outside)
  static let onProgress = Callback(named: "onProgress", .outside)
  /// The function that creates the view of a storyboard's scene.
  static let sceneView = Callback(named: "scene view")
  /// Called on a new instance of a script's class.
  package static let initialize = Callback(named: "init")
}
