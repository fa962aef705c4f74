import LuaRuntime
import LuaScreens

/// The random numbers of a run, which are the same in all runs of the same steps, however often the app was launched.
@MainActor
struct RepeatedRandomNumbers {
  /// The number of launches so far.
  private var launches: Int
  private var steps = 0

  /// - Parameter launches: the number of launches to count before the first one.
  init(launches: Int) { self.launches = launches }

  /// Notes that an app is launched. It gets other numbers than in the launch before, as in reality.
  mutating func beginLaunch(of host: ScriptHost) {
    launches += 1
    Self.seed(launches, in: host)
  }

  /// Notes that a step begins.
  mutating func beginStep(of host: ScriptHost?) {
    steps += 1
    if let host { Self.seed(Self.firstOfSteps + steps, in: host) }
  }

  private static let firstOfSteps = 1_000_000

  private static func seed(_ seed: Int, in host: ScriptHost) {
    try? host.withUntracedStack { stack in
      try host.lua.load(seeding, name: "luahost random numbers", on: stack)
      stack.push(seed)
      try stack.call(arguments: 1, results: 0)
    }
  }

  private static let seeding = Array("math.randomseed(...)".utf8)
}
