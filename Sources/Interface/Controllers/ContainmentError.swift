/// A reason why a controller or view cannot be added to a tree.
public enum ContainmentError: Error, CustomStringConvertible {
  /// The parent is the child itself or one of its descendants.
  case circle(child: String, parent: String)
  /// A controller is given twice as a child.
  case givenTwice(child: String, parent: String)
  /// The view is added to itself or to one of its descendants.
  case viewInItself
  /// The tree would be too deep.
  case tooDeep(child: String, parent: String, kind: String, limit: Int)
  /// A controller can present only one other at a time.
  case alreadyPresenting(presenter: String, presented: String)
  /// A navigation stack contains each controller once, and no navigation controller.
  case cannotPush(String, reason: String)
  /// The controller to pop to is not on the stack.
  case notOnStack(String)
  /// An alert that can be restored has an action with a handler, which cannot be restored.
  case handlerOfRestorableAlert(action: String)

  public var description: String {
    switch self {
    case .circle(let child, let parent):
      "cannot add \(child) to \(parent): it already has a parent, or contains \(parent); remove it from its parent first"
    case .givenTwice(let child, let parent):
      "\(child) appears twice; \(parent) can contain each controller only once"
    case .viewInItself:
      "a view cannot be added to itself or to one of its descendants"
    case .tooDeep(let child, let parent, let kind, let limit):
      "cannot add \(child) to \(parent): \(kind) can be nested at most \(limit) levels deep"
    case .alreadyPresenting(let presenter, let presented):
      "\(presenter) already presents \(presented); dismiss that first, or present from \(presented)"
    case .cannotPush(let child, let reason):
      "cannot push \(child): \(reason)"
    case .notOnStack(let child):
      "\(child) is not on the navigation stack"
    case .handlerOfRestorableAlert(let action):
      "the action \"\(action)\" has a handler, but functions are not saved, and an alert with a restorationIdentifier that is presented with onResult is restored; remove the handler and use the result's `action` in the onResult method"
    }
  }
}
