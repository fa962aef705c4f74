import FoundationEssentials
import Glibc
import Interface
import LuaRuntime

extension ScriptClasses {
  static let image = ScriptClassDefinition("Image", Image.self, "A bitmap picture, to be shown in an ImageView.") {
    image, _ in
    image.size { $0.width * $0.height * 4 }
    image.describe { "\($0.width)x\($0.height)" }
    image.property("width", "The width in pixels.", get: { $0.width })
    image.property("height", "The height in pixels.", get: { $0.height })
  } functions: { host in
    host.module.function(
      "Image(source: string|Data): Image",
      "Loads a PNG, JPEG, WebP or GIF picture, of an animation the first frame, from the path of a file, relative to the script, or from its bytes as data. Raises an error if it cannot be decoded with 256 MiB and 5 seconds."
    ) { [unowned host] stack in
      stack.push(object: try host.image(stack, 1))
      return 1
    }
  }
}

extension ScriptHost {
  /// Reads a picture, if there is enough memory. It counts as memory of the script until it is released.
  private func image(decoding bytes: [UInt8], path: String? = nil, on stack: LuaStack) throws -> Image {
    do {
      let makeRoom = { try stack.state.makeRoom(for: $0, on: stack) }
      let image =
        try configuration.images?.image(decoding: bytes, makeRoom: makeRoom)
        ?? Image(decoding: bytes, makeRoom: makeRoom)
      stack.push(object: image)
      stack.pop()
      return image
    } catch let error as ImageError {
      throw UnreadablePicture(path: path, error: error)
    }
  }

  /// Returns the picture at an index: an existing one, or one read from the bytes or the path of a file. A path is
  /// relative to the script; a script in the sandbox can only read pictures in its own folder.
  func image(_ stack: LuaStack, _ index: Int32) throws -> Image {
    if let image = stack.object(index) as? Image { return image }
    if let data = stack.object(index) as? ScriptData { return try image(decoding: data.bytes, on: stack) }
    guard let path = stack.string(index) else {
      throw stack.wrongType(index, "a picture", expected: "a ui.Image, a ui.Data, or the path of a picture file")
    }
    if let bundle, !path.hasPrefix("/") {
      guard let bytes = bundle.file(path) else {
        throw LuaError.usage("the picture \(path) is not in the app's bundle")
      }
      try stack.state.makeRoom(for: bytes.count, on: stack)
      return try image(decoding: Array(bytes), path: path, on: stack)
    }
    let folder = URL(fileURLWithPath: configuration.script).deletingLastPathComponent()
    let file = URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL.resolvingSymlinksInPath()
    if !configuration.lua.capabilities.contains(.files) {
      let own = folder.standardizedFileURL.resolvingSymlinksInPath().path
      guard file.path.hasPrefix(own.hasSuffix("/") ? own : own + "/") else {
        throw LuaError.usage(
          "the picture \(path) is outside of the script's folder, which a sandboxed script cannot read")
      }
    }
    do {
      if let status = FileStatus(file.path) {
        guard status.isRegular else { throw LuaError.usage("the picture \(path) is not a file") }
        try stack.state.makeRoom(for: status.size, on: stack)
      }
      return try image(decoding: Array(try Data(contentsOf: file)), path: path, on: stack)
    } catch let error as UnreadablePicture {
      throw error
    } catch let error as LuaError {
      throw error
    } catch {
      throw LuaError.usage(
        "cannot read the picture \(path): there is no such file beside the script, or its permissions forbid it")
    }
  }
}

/// The reason why a picture's file cannot be decoded.
struct UnreadablePicture: Error, CustomStringConvertible {
  /// The path given by the script; nil for data.
  let path: String?
  let error: ImageError

  var description: String { (path.map { "\($0): " } ?? "") + error.description }
}
