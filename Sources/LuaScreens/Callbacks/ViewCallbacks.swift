import Interface

/// The callbacks of views, besides ``RestorationCallbacks``. An error is reported; a key, a mouse event or pasted text
/// then counts as handled.
@MainActor
enum ViewCallbacks {
  static let keyPressed = Callback(
    "keyPressed(key): boolean|nil",
    "Called with each key while the view is focused: `\"ctrl+c\"`, `\"up\"`, `\"x\"`. Returns true if the key was handled; otherwise it is passed to the superview, the controller and the app.",
    .action)
  static let mouseEvent = Callback(
    "mouseEvent(event: \(MouseEvent.luaType)): boolean|nil",
    "Called with mouse events on the view, in cells from 0, 0; `rows` is the distance of the wheel, down is positive. Returns true if the event was handled; otherwise it is passed to the superview.",
    .action)
  static let pasted = Callback(
    "pasted(text: string): boolean|nil",
    "Called with the text that the user has pasted while the view is focused, which may have several lines. Returns true if the text was handled.",
    .action)
  static let draw = Callback(
    "draw(canvas)",
    "Called when the view is drawn, before its subviews, which are drawn over it. Draws on the canvas, which has the size of the view inside border and padding, and must not change anything else.",
    .query)
}
