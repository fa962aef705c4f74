import Glibc
import Loop

/// Queries about watched paths, which may contain any bytes except zero.
enum WatchedPath {
  /// Identifies the file at a path.
  struct Identity: Equatable {
    let device: UInt
    let number: UInt
  }

  /// Returns the identity of the file at a path; nil if there is none.
  static func identity(_ path: [UInt8]) -> Identity? {
    var entry = stat()
    guard path.withPath({ stat($0, &entry) }) == 0 else { return nil }
    return Identity(device: UInt(entry.st_dev), number: UInt(entry.st_ino))
  }

  /// Returns the path of an entry of a folder.
  static func entry(_ name: [UInt8], of folder: [UInt8]) -> [UInt8] {
    folder + (folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name
  }

  /// Returns the paths of a folder's entries; empty if it cannot be read.
  static func entries(of folder: [UInt8]) -> [[UInt8]] {
    guard let stream = folder.withPath({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var paths: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { paths.append(Self.entry(name, of: folder)) }
    }
    return paths
  }

  /// Whether the path is a folder, and not a link to one.
  static func isRealFolder(_ path: [UInt8]) -> Bool {
    var entry = stat()
    return path.withPath({ lstat($0, &entry) }) == 0 && entry.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the parent folder of a path and its name there; no name for the root and similar paths.
  static func parts(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]?) {
    let slash = UInt8(ascii: "/")
    var path = path[...]
    while path.count > 1, path.last == slash { path.removeLast() }
    guard let last = path.lastIndex(of: slash) else {
      let isName = !path.isEmpty && Array(path) != Array(".".utf8) && Array(path) != Array("..".utf8)
      return isName ? (Array(".".utf8), Array(path)) : (Array(path), nil)
    }
    let name = Array(path[(last + 1)...])
    if name.isEmpty || name == Array(".".utf8) || name == Array("..".utf8) { return (Array(path), nil) }
    return (last == path.startIndex ? [slash] : Array(path[..<last]), name)
  }

  static func isFolder(_ path: [UInt8]) -> Bool {
    var entry = stat()
    return path.withPath({ stat($0, &entry) }) == 0 && entry.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the links on a path, in order, and the target of the last one: a path without links as far as it exists;
  /// nil if there are no links, or too many.
  static func links(on path: [UInt8]) -> (links: [[UInt8]], end: [UInt8]?) {
    let slash = UInt8(ascii: "/")
    var links: [[UInt8]] = []
    var done: [UInt8] = path.first == slash ? [slash] : []
    var left = path.split(separator: slash).map { Array($0) }[...]
    while let name = left.popFirst() {
      let next = done.isEmpty ? name : entry(name, of: done)
      guard let target = target(ofLink: next) else {
        done = next
        continue
      }
      links.append(next)
      // The limit of the system.
      guard links.count <= 40 else { return (links, nil) }
      if target.first == slash { done = [slash] }
      left = (target.split(separator: slash).map { Array($0) } + left)[...]
    }
    return (links, links.isEmpty ? nil : done)
  }

  /// Returns the target of a link; nil if the path is not a link.
  private static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = path.withPath { path in
      text.withUnsafeMutableBytes { buffer in
        buffer.bindMemory(to: CChar.self).baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
      }
    }
    return count > 0 ? Array(text.prefix(count)) : nil
  }
}
