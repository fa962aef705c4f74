import Interface
import LuaRuntime

extension ScriptClasses {
  static let imageView = ScriptClassDefinition(
    "ImageView", ImageView.self, "A picture, drawn with coloured block characters.", make: { _ in ImageView() }
  ) { view, host in
    view.property(
      "image", type: "Image|string|nil",
      "The picture: an image, or the path of a PNG file relative to the script; nil for none.",
      push: { view, stack in stack.push(object: view.image) },
      take: { [unowned host] view, stack, index in
        view.image = stack.isNil(index) ? nil : try host.image(stack, index)
      })
    view.property(
      "contentMode", "How the picture fills the view: fitted, cropped or stretched.",
      get: { $0.contentMode }, set: { $0.contentMode = $1 })
    view.property(
      "pixels", "The block characters to use: two pixels per cell, or four with fewer colours.", get: { $0.pixels },
      set: { $0.pixels = $1 })
  }
}
