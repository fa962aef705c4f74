import Interface
import LuaRuntime

extension ScriptClasses {
  static let vStack = ScriptClassDefinition(
    "VStack", VStack.self, "Views one below the other, the items from the top.", make: { _ in VStack() }
  ) { stack, _ in stack.layout() }

  static let hStack = ScriptClassDefinition(
    "HStack", HStack.self, "Views side by side, the items from the left.", make: { _ in HStack() }
  ) {
    stack, _ in stack.layout()
  }

  static let spacer = ScriptClassDefinition(
    "Spacer", Spacer.self, "An empty view that takes the room that is left in a stack; several share it.",
    make: { _ in Spacer() })

  static let divider = ScriptClassDefinition(
    "Divider", Divider.self, "A line between the views of a stack, across it.", make: { _ in Divider() })
}

extension ScriptClass where Object: StackView {
  /// What stacks of both directions have.
  fileprivate func layout() {
    property(
      "alignment", "Where views stand that take less than the room across: over all of it, or at one side.",
      get: { $0.alignment },
      set: { $0.alignment = $1 })
    property(
      "spacing", "How many cells stay empty between two views.", get: { $0.spacing },
      set: { $0.spacing = try nonNegative($1, "spacing") })
  }
}
