import StateRestoration

/// A method that the host calls and a subclass may override.
public enum Message {
  case loadView
  case viewDidLoad
  case viewWillAppear(animated: Bool)
  case viewDidAppear(animated: Bool)
  case viewWillDisappear(animated: Bool)
  case viewDidDisappear(animated: Bool)
  case encodeRestorableState(StateCoder)
  case decodeRestorableState(StateCoder)
  case applicationFinishedRestoringState
  /// Draws a view.
  case draw(Canvas)
  /// Asks a view for its accessibility elements.
  case accessibilityElements(GivenElements)
  /// Handles a key; the script's method returns whether it did.
  case keyPressed(KeyPress)
  /// Handles a mouse event in the view's coordinates; the script's method returns whether it did.
  case mouseEvent(MouseEvent)
  /// Handles pasted text; the script's method returns whether it did.
  case pasted(String)
  /// The user changed a control's value: `onChange`, or a button's `action`.
  case valueChanged
  /// Validates the text of a field.
  case validate(Validation)
  /// The user answered an alert that the receiver presented with this result method, or dismissed a controller, which has no
  /// result.
  case result(AlertResult?, method: String)
  /// The user activated a link in the text of a view.
  case linkActivated(View)

  /// The name of the method, as scripts define it and as the trace and messages contain it.
  public var name: String {
    switch self {
    case .loadView: "loadView"
    case .viewDidLoad: "viewDidLoad"
    case .viewWillAppear: "viewWillAppear"
    case .viewDidAppear: "viewDidAppear"
    case .viewWillDisappear: "viewWillDisappear"
    case .viewDidDisappear: "viewDidDisappear"
    case .encodeRestorableState: "encodeRestorableState"
    case .decodeRestorableState: "decodeRestorableState"
    case .applicationFinishedRestoringState: "applicationFinishedRestoringState"
    case .draw: "draw"
    case .accessibilityElements: "accessibilityElements"
    case .keyPressed: "keyPressed"
    case .mouseEvent: "mouseEvent"
    case .pasted: "pasted"
    case .valueChanged: "onChange"
    case .validate: "validate"
    case .result(_, let method): method
    case .linkActivated: "action"
    }
  }
}
