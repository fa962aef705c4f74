import ArchiveStore
import Foundation
import Interface

/// A picture of a screen in a file.
enum PictureFile {
  /// What files pictures can be in.
  enum Format: String, CaseIterable {
    case txt, svg, png

    /// The format that a file's name asks for.
    ///
    /// - Throws: `UsageError` if it ends in something else.
    init(path: String) throws {
      let ending = (path as NSString).pathExtension.lowercased()
      guard let format = Format(rawValue: ending) else {
        throw UsageError("-o: the name has to end in .txt, .svg or .png to say what to write; got \"\(path)\"")
      }
      self = format
    }
  }

  /// Writes a picture.
  ///
  /// - Throws: `PictureError`.
  static func write(_ grid: Grid, _ picture: ScreenPicture, _ format: Format, to path: String) throws {
    let bytes =
      switch format {
      case .txt: Data((grid.text + "\n").utf8)
      case .svg: Data(picture.svg.utf8)
      case .png: try png(of: picture.svg)
      }
    try write(bytes, to: path)
  }

  /// Writes what a picture, or a page of pictures, is made of.
  ///
  /// - Throws: `PictureError.cannotWrite`.
  static func write(_ bytes: Data, to path: String) throws {
    do {
      try FileContents.writeOutput([UInt8](bytes), to: path, mode: 0o666)
    } catch let error as POSIXError {
      throw PictureError.cannotWrite(path: path, reason: String(cString: strerror(error.code.rawValue)))
    }
  }

  /// Twice the size, for screens with small pixels.
  private static let zoom = "2"

  /// The document drawn by librsvg's converter: a program of its own, so that the fonts and drawing libraries that it takes
  /// are loaded only when a picture is made.
  private static func png(of svg: String) throws -> Data {
    guard let program = executable("rsvg-convert") else { throw PictureError.noConverter }
    // Files without a name: a death on the way leaves nothing.
    let (source, target, complaints) = try (FileContents.unnamed(), FileContents.unnamed(), FileContents.unnamed())
    try source.write(contentsOf: Data(svg.utf8))
    try source.seek(toOffset: 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--zoom", zoom, "--format", "png"]
    (process.standardInput, process.standardOutput, process.standardError) = (source, target, complaints)
    try process.run()
    process.waitUntilExit()
    func contents(_ file: FileHandle) throws -> Data {
      try file.seek(toOffset: 0)
      return try file.readToEnd() ?? Data()
    }
    let bytes = try contents(target)
    guard process.terminationStatus == 0, !bytes.isEmpty else {
      throw PictureError.converterFailed(String(decoding: try contents(complaints), as: UTF8.self))
    }
    return bytes
  }

  private static func executable(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// Why a picture was not written.
enum PictureError: Error, CustomStringConvertible {
  /// The program that draws PNG is not installed.
  case noConverter
  /// It failed.
  case converterFailed(String)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)

  var description: String {
    switch self {
    case .noConverter:
      "PNG pictures are drawn by rsvg-convert, which is not installed: apt-get install librsvg2-bin fonts-dejavu-core; or write .svg"
    case .converterFailed(let said): "rsvg-convert could not draw the picture: \(said)"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    }
  }
}
