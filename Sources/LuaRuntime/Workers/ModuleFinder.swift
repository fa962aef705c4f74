import Glibc
import LuaBoundary

/// Finds the modules that a worker requires, on the worker's thread: those of a bundle, and without access to files those of
/// the app's own folder.
final class ModuleFinder: Sendable {
  private let loader: ModuleLoader
  private let mayReadFolders: Bool

  init(_ loader: ModuleLoader, mayReadFolders: Bool) {
    self.loader = loader
    self.mayReadFolders = mayReadFolders
  }

  /// Returns the path and the text of a module.
  ///
  /// - Throws: ``LuaError`` if it is not found or cannot be read.
  func find(_ name: String) throws -> (path: String, text: ArraySlice<UInt8>) {
    let paths = LuaState.filePaths(of: name)
    if let path = paths.first(where: { loader.files[$0] != nil }), let text = loader.files[path] { return (path, text) }
    guard mayReadFolders, loader.files.isEmpty else {
      throw LuaError.usage(paths.map { "no file '\($0)' in the bundle" }.joined(separator: "\n\t"))
    }
    let candidates = ModuleLoader.paths(of: name, in: loader.folders)
    guard let path = candidates.first(where: loader.isReachable) else {
      throw LuaError.usage(candidates.map { "no file '\($0)'" }.joined(separator: "\n\t"))
    }
    return (path, LuaState.withoutPrologue(try ScriptFile.read(path)[...]))
  }
}

@_silgen_name("lh_swift_find_module")
func findModule(_ finder: UnsafeRawPointer, _ name: UnsafePointer<CChar>, _ module: UnsafeMutablePointer<lh_module>) {
  let finder = Unmanaged<ModuleFinder>.fromOpaque(finder).takeUnretainedValue()
  do {
    let (path, text) = try finder.find(String(cString: name))
    let copy = malloc(max(text.count, 1))
    text.withUnsafeBytes { if let start = $0.baseAddress { copy?.copyMemory(from: start, byteCount: $0.count) } }
    module.pointee.text = copy?.assumingMemoryBound(to: CChar.self)
    module.pointee.length = copy == nil ? 0 : text.count
    module.pointee.path = strdup(path)
  } catch {
    module.pointee.message = strdup((error as? LuaError)?.message ?? "\(error)")
  }
}

@_silgen_name("lh_swift_release_finder")
func releaseFinder(_ finder: UnsafeRawPointer) { Unmanaged<ModuleFinder>.fromOpaque(finder).release() }
