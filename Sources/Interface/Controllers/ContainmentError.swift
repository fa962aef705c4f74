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
      "\(child) cannot go under \(parent): it is in a tree already, or contains \(parent) itself; remove it from there first"
    case .givenTwice(let child, let parent):
      "\(child) is given twice; each controller stands in \(parent) once"
    case .viewInItself:
      "a view cannot go into itself, or into a view that is in it"
    case .tooDeep(let child, let parent, let kind, let limit):
      "\(child) cannot go under \(parent): \(kind) can be \(limit) levels deep in each other, and this would be deeper"
    case .alreadyPresenting(let presenter, let presented):
      "\(presenter) already presents \(presented); dismiss that first, or let \(presented) present"
    case .cannotPush(let child, let reason):
      "cannot push \(child): \(reason)"
    case .notOnStack(let child):
      "\(child) is not on the navigation stack"
    case .handlerOfRestorableAlert(let action):
      "the action \"\(action)\" has a handler, but an alert with a restorationIdentifier that is presented with onResult is restored, and functions are not saved; remove the handler and use the result's `action` in the onResult method"
    }
  }
}
