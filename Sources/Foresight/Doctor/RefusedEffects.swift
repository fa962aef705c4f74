import Foundation
import LuaRuntime
import LuaScreens

/// Keeps a trial run from changing anything outside of it: commands, requests, and files of others are refused.
@MainActor
final class RefusedEffects {
  /// What the app tried, by name.
  private(set) var notTried: Set<String> = []
  private let isAllowed: Bool
  /// Seconds that are added to the clock; 0 for the real time.
  private let clockShift: Int
  /// The folder of the run.
  private let folder: String?

  /// - Parameter isAllowed: whether effects outside are allowed.
  init(isAllowed: Bool, folder: String?, clockShift: Int = 0) {
    self.isAllowed = isAllowed
    self.folder = folder.map(Self.standardized)
    self.clockShift = clockShift
  }

  private static let ending = "is not called in a trial run unless effects are allowed"

  /// Whether an error is a refusal, and not a mistake of the app.
  func isRefusal(_ error: any Error) -> Bool { "\((error as? LuaError)?.message ?? "\(error)")".contains(Self.ending) }

  /// Prepares an app whose script has not run yet.
  func withhold(in host: ScriptHost) {
    if !isAllowed {
      host.lua.willUse = { [weak self] needs, name in
        if needs.contains(.processes) || needs.contains(.network) { throw self?.refusal(of: name) ?? LuaError.closed }
      }
    }
    try? host.lua.withStack { stack in
      try host.lua.load(PackageResources.withhold_effects_lua, name: "luahost doctor", on: stack)
      host.lua.push(function: "refuse", on: stack) { [weak self] stack in
        throw self?.refusal(of: stack.string(1) ?? "") ?? LuaError.closed
      }
      host.lua.push(function: "mayWrite", on: stack) { [weak self, weak host] stack in
        let own = host.flatMap { try? $0.configuration.filesDirectory?($0.application.identifier) }
        stack.push(self?.isOwn(stack.lossyString(1) ?? "", own: own) ?? false)
        return 1
      }
      stack.push(isAllowed)
      if clockShift == 0 { stack.pushNil() } else { stack.push(clockShift) }
      try stack.call(arguments: 4, results: 0)
    }
  }

  private func refusal(of name: String) -> LuaError {
    notTried.insert(name)
    return .usage("\(name) \(Self.ending)")
  }

  private func isOwn(_ path: String, own: String?) -> Bool {
    let path = Self.standardized(path)
    return [folder, own.map(Self.standardized)].compactMap { $0 }.contains { path.hasPrefix($0 + "/") }
  }

  private static func standardized(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
