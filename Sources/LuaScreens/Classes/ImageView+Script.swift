import Interface
import LuaRuntime

extension ScriptClasses {
  static let imageView = ScriptClassDefinition(
    "ImageView", ImageView.self, "A picture, drawn in blocks.", make: { _ in ImageView() }
  ) { view, host in
    view.property(
      "image", type: "Image|string|nil", "A picture, or the path of a PNG file.",
      push: { view, stack in stack.push(object: view.image) },
      take: { [unowned host] view, stack, index in
        view.image = stack.isNil(index) ? nil : try host.image(stack, index)
      })
    view.property(
      "contentMode", "How the picture fills the room.", get: { $0.contentMode }, set: { $0.contentMode = $1 })
    view.property("pixels", "Which blocks it is made of.", get: { $0.pixels }, set: { $0.pixels = $1 })
  }
}
