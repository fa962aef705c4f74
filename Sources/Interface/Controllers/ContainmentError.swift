/// A place in the tree that a controller or a view cannot take.
public enum ContainmentError: Error, CustomStringConvertible {
  /// The parent is the child itself, or below it.
  case circle(child: String, parent: String)
  /// A controller is twice among the children that a container is to have.
  case givenTwice(child: String, parent: String)
  /// The view is the one that it is to go into, or has it in itself.
  case viewInItself
  /// There would be more controllers, or views, in each other than there can be.
  case tooDeep(child: String, parent: String, kind: String, limit: Int)
  /// A controller presents one other at a time.
  case alreadyPresenting(presenter: String, presented: String)
  /// A navigation stack holds each controller once, and no other navigation controller.
  case cannotPush(String, reason: String)
  /// The controller to pop to is not on the stack.
  case notOnStack(String)
  /// An alert that can be restored has an action with a handler, which cannot.
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
