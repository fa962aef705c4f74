import Interface
import LuaRuntime

extension ScriptClasses {
  static let imageView = ScriptClassDefinition(
    "ImageView", ImageView.self,
    "A picture: its pixels in terminals with kitty's graphics, iTerm2's inline images or sixels, otherwise coloured block characters.",
    make: { _ in ImageView() }
  ) { view, host in
    view.property(
      "image", type: "Image|string|nil",
      "The picture: an image, or the path of a PNG, JPEG, WebP or GIF file relative to the script; nil for none. If it cannot be decoded, the error is reported, and `accessibilityLabel` is shown instead.",
      push: { view, stack in stack.push(object: view.image) },
      take: { [unowned host] view, stack, index in
        do {
          view.image = stack.isNil(index) ? nil : try host.image(stack, index)
        } catch let error as UnreadablePicture {
          view.showAlternativeText()
          host.context.report(LuaError.usage(stack.place(level: 1) + "\(error)"), from: "ImageView.image")
        }
      })
    view.property(
      "contentMode", "How the picture fills the view: fitted, cropped or stretched.",
      get: { $0.contentMode }, set: { $0.contentMode = $1 })
    view.property(
      "pixels", "The block characters to use: two pixels per cell, or four with fewer colours.", get: { $0.pixels },
      set: { $0.pixels = $1 })
  }
}
