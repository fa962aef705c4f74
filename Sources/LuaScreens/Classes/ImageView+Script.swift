import Interface
import LuaRuntime

extension ScriptClasses {
  static let imageView = ScriptClassDefinition(
    "ImageView", ImageView.self, "A picture, drawn in coloured blocks of cells.", make: { _ in ImageView() }
  ) { view, host in
    view.property(
      "image", type: "Image|string|nil",
      "The picture that it shows: an image, or the path of a PNG file relative to the script; nil for none.",
      push: { view, stack in stack.push(object: view.image) },
      take: { [unowned host] view, stack, index in
        view.image = stack.isNil(index) ? nil : try host.image(stack, index)
      })
    view.property(
      "contentMode", "How the picture fills the room: whole, cut off at two sides, or stretched.",
      get: { $0.contentMode }, set: { $0.contentMode = $1 })
    view.property(
      "pixels", "Which blocks it is made of: two pixels to a cell, or four, with less colour.", get: { $0.pixels },
      set: { $0.pixels = $1 })
  }
}
