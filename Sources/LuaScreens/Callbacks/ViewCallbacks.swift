import Interface

/// What views are called for, beside ``RestorationCallbacks``. An error in one of them is reported; a key or mouse event goes on to the next
/// responder then.
@MainActor
enum ViewCallbacks {
  static let keyPressed = Callback(
    "keyPressed(key): boolean|nil",
    "Called with each key while the view is focused: `\"ctrl+c\"`, `\"up\"`, `\"x\"`. Returns true if the key did something; else it goes on to the superview, the controller and the app.",
    .action)
  static let mouseEvent = Callback(
    "mouseEvent(event: \(MouseEvent.luaType)): boolean|nil",
    "Called with what the mouse does on the view, in cells from 0, 0; `rows` is how far the wheel turned, down positive. Returns true if it did something; else it goes on to the superview.",
    .action)
  static let draw = Callback(
    "draw(canvas)",
    "Called when the view is drawn, before its subviews, which are over it. Draws on the canvas, which is as large as the view inside of border and padding, and changes nothing.",
    .query)
}
