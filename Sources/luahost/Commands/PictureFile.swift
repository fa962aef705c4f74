import Interface
import LuaScreens
import Processes

/// Writes a picture of a screen to a file.
@MainActor
enum PictureFile {
  /// The supported file formats.
  enum Format: String, CaseIterable {
    case txt, svg, png

    /// Determines the format from a file name.
    ///
    /// - Throws: `UsageError` if the extension is unknown.
    init(path: String) throws {
      let ending = path.pathExtension.lowercased()
      guard let format = Format(rawValue: ending) else {
        throw UsageError("-o: the name must end in .txt, .svg or .png; got \"\(path)\"")
      }
      self = format
    }
  }

  /// Writes a picture.
  ///
  /// - Throws: ``PictureError``; ``OutputError``.
  static func write(_ grid: Grid, _ picture: ScreenPicture, _ format: Format, to path: String) throws {
    let bytes =
      switch format {
      case .txt: Array((grid.text + "\n").utf8)
      case .svg: Array(picture.svg.utf8)
      case .png: try png(of: picture.svg)
      }
    try OutputError.write(bytes, to: path)
  }

  /// Doubles the size, for high-resolution displays.
  private static let zoom = "2"

  /// Converts an SVG document with librsvg's converter. A separate program, so that its fonts and drawing libraries are
  /// loaded only when a picture is written.
  private static func png(of svg: String) throws -> [UInt8] {
    guard let program = ExternalProgram.path(of: "rsvg-convert") else { throw PictureError.noConverter }
    let command = Command(program, "--zoom", zoom, "--format", "png")
    let result = ExternalProgram.run(command, input: Array(svg.utf8))
    guard result.status == 0, !result.output.isEmpty else {
      throw PictureError.converterFailed(String(decoding: result.errors, as: UTF8.self))
    }
    return result.output
  }
}

/// A reason why a picture was not written.
enum PictureError: Error, CustomStringConvertible {
  /// The converter for PNG is not installed.
  case noConverter
  /// The converter failed.
  case converterFailed(String)

  var description: String {
    switch self {
    case .noConverter:
      "PNG pictures require rsvg-convert, which is not installed: apt-get install librsvg2-bin fonts-dejavu-core; or write .svg instead"
    case .converterFailed(let message): "rsvg-convert could not draw the picture: \(message)"
    }
  }
}
