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
      try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw PictureError.cannotWrite(path: path, reason: (error as NSError).localizedDescription)
    }
  }

  /// Twice the size, for screens with small pixels.
  private static let zoom = "2"

  /// The document drawn by librsvg's converter: a program of its own, so that the fonts and drawing libraries that it takes
  /// are loaded only when a picture is made.
  private static func png(of svg: String) throws -> Data {
    guard let program = executable("rsvg-convert") else { throw PictureError.noConverter }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("luahost-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("screen.svg")
    let target = folder.appendingPathComponent("screen.png")
    try Data(svg.utf8).write(to: source)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--zoom", zoom, "--output", target.path, source.path]
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    let said = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let bytes = try? Data(contentsOf: target) else {
      throw PictureError.converterFailed(String(decoding: said, as: UTF8.self))
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
    case .cannotWrite(let path, let reason): "the picture \(path) cannot be written: \(reason)"
    }
  }
}
