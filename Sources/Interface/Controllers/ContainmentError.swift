/// A place in the tree that a controller cannot take.
public enum ContainmentError: Error, CustomStringConvertible {
  /// The parent is the child itself, or below it.
  case circle(child: String, parent: String)
  /// A controller presents one other at a time.
  case alreadyPresenting(presenter: String, presented: String)
  /// A navigation stack holds each controller once, and no other navigation controller.
  case cannotPush(String, reason: String)
  /// The controller to pop to is not on the stack.
  case notOnStack(String)

  public var description: String {
    switch self {
    case .circle(let child, let parent):
      "\(child) cannot go under \(parent): it is in a tree already, or contains \(parent) itself; remove it from there first"
    case .alreadyPresenting(let presenter, let presented):
      "\(presenter) already presents \(presented); dismiss that first, or let \(presented) present"
    case .cannotPush(let child, let reason):
      "cannot push \(child): \(reason)"
    case .notOnStack(let child):
      "\(child) is not on the navigation stack"
    }
  }
}
