import AppSession
import FoundationEssentials
import LuaRuntime
import LuaScreens

/// Prevents a trial run from having effects outside of it: refuses commands, requests and changes to other files.
@MainActor
final class RefusedEffects {
  /// The names of the refused operations.
  private(set) var refusedOperations: Set<String> = []
  let isAllowed: Bool
  /// Whether the scripts cannot use the standard streams.
  private let isSilent: Bool
  /// The folder of the run.
  private let folder: String?
  /// Returns further files that belong to the run.
  private let ownFiles: () -> Set<String>
  /// The messages of the refusals, with the places of the calls.
  private var refusals: Set<String> = []

  /// - Parameters:
  ///   - isAllowed: whether effects outside are allowed.
  ///   - isSilent: whether the scripts cannot use the standard streams.
  ///   - ownFiles: returns further files that belong to the run.
  init(isAllowed: Bool, isSilent: Bool = false, folder: String?, ownFiles: @escaping () -> Set<String> = { [] }) {
    self.isAllowed = isAllowed
    self.isSilent = isSilent
    self.ownFiles = ownFiles
    self.folder = folder.map(Self.standardized)
  }

  private static let ending = "is not called in a trial run unless effects are allowed"

  /// Whether an error is a refusal of this run, and not a mistake of the app. A script can pass a refusal on within a message
  /// of its own, but cannot raise one by chance.
  func isRefusal(_ error: any Error) -> Bool {
    guard !refusals.isEmpty else { return false }
    let message = (error as? LuaError)?.message ?? "\(error)"
    return refusals.contains { message.contains($0) }
  }

  /// Loads a script.
  ///
  /// - Throws: ``DoctorError/refused(_:)`` if it is refused an operation; any other error of the script.
  func load(_ session: AppSession) throws {
    do {
      try session.load()
    } catch  where isRefusal(error) {
      throw DoctorError.refused((error as? LuaError)?.message ?? "\(error)")
    }
  }

  /// Prepares a session: programs in the terminal are refused, as there is none.
  func prepare(_ session: AppSession) {
    guard session.configuration.terminal == nil else { return }
    session.configuration.terminal = TerminalLending(
      lend: { $0() },
      run: { [weak self, weak session] _ in
        let place = (try? session?.host?.lua.stack)?.callerPlace
        throw self?.refusal(of: "app:runInTerminal", at: place) ?? LuaError.closed
      })
  }

  /// Prepares an app whose script has not run yet.
  func withhold(in host: ScriptHost) {
    if !isAllowed {
      host.lua.willUse = { [weak self, weak host] needs, name in
        guard needs.contains(.processes) || needs.contains(.network) else { return }
        throw self?.refusal(of: name, at: (try? host?.lua.stack)?.callerPlace) ?? LuaError.closed
      }
      host.lua.didRefuseInWorker = { [weak self] name, message in
        self?.refusedOperations.insert(name)
        self?.refusals.insert(message)
      }
    }
    try? host.lua.withStack { stack in
      try host.lua.load(PackageResources.withhold_effects_lua, name: "luahost doctor", on: stack)
      host.lua.pushFunction(on: stack) { [weak self] stack in
        // Level 1 is the function in place of the library's.
        stack.push(self?.message(ofRefused: stack.string(1) ?? "", at: stack.callerPlace(fromLevel: 2)) ?? "")
        return 1
      }
      host.lua.pushFunction(on: stack) { [weak self, weak host] stack in
        let own = host.flatMap { try? $0.configuration.filesDirectory?($0.application.identifier) }
        stack.push(self?.isOwn(stack.lossyString(1) ?? "", own: own) ?? false)
        return 1
      }
      stack.push(isAllowed)
      stack.push(isSilent)
      try stack.call(arguments: 4, results: 0)
    }
  }

  private func refusal(of name: String, at place: String?) -> LuaError {
    _ = message(ofRefused: name, at: place)
    // The error begins with the place of the call.
    return .usage("\(name) \(Self.ending)")
  }

  /// Returns the message of a refusal, with the place of the call.
  private func message(ofRefused name: String, at place: String?) -> String {
    refusedOperations.insert(name)
    let message = (place.map { "\($0): " } ?? "") + "\(name) \(Self.ending)"
    refusals.insert(message)
    return message
  }

  private func isOwn(_ path: String, own: String?) -> Bool {
    let path = Self.standardized(path)
    return [folder, own.map(Self.standardized)].compactMap { $0 }.contains { path.hasPrefix($0 + "/") }
      || ownFiles().contains { Self.standardized($0) == path }
  }

  private static func standardized(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
