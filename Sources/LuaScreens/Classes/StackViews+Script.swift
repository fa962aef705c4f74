import Interface
import LuaRuntime

extension ScriptClasses {
  static let vStack = ScriptClassDefinition(
    "VStack", VStack.self, "A vertical stack: the items from top to bottom.", make: { _ in VStack() }
  ) { stack, _ in stack.layout() }

  static let hStack = ScriptClassDefinition(
    "HStack", HStack.self,
    "A horizontal stack: the items from left to right. Buttons alone wrap into further rows if they do not fit.",
    make: { _ in HStack() }
  ) {
    stack, _ in stack.layout()
  }

  static let spacer = ScriptClassDefinition(
    "Spacer", Spacer.self, "An empty view that takes the remaining room in a stack; several share it.",
    make: { _ in Spacer() }
  ) { _, _ in }

  static let divider = ScriptClassDefinition(
    "Divider", Divider.self, "A line between the views of a stack.", make: { _ in Divider() }
  ) { _, _ in }
}

extension ScriptClass where Object: StackView {
  /// Defines the members shared by stacks of both directions.
  fileprivate func layout() {
    property(
      "alignment", "The alignment of views across the stack: stretched, or at one side.",
      get: { $0.alignment },
      set: { $0.alignment = $1 })
    property(
      "spacing", "The number of empty cells between two views.", get: { $0.spacing },
      set: { $0.spacing = try nonNegative($1, "spacing") })
  }
}
