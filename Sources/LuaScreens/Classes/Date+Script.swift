import Interface
import LuaRuntime

extension ScriptClasses {
  static let date = ScriptClassDefinition(
    "Date", ScriptDate.self, "A point in time, as a value that a coder can store."
  ) { date, _ in
    date.property("timeIntervalSince1970", "Seconds since 1970-01-01 00:00 UTC.", get: { $0.seconds })
    date.describe { $0.iso8601 }
    date.order { $0.compare($1) }
    date.equal { $0.seconds == $1.seconds }
  } functions: { host in
    host.module.function(
      "Date(secondsSince1970)",
      "Creates a point in time from seconds since 1970; the current time by default. `==`, `<` and `<=` compare times, and `tostring` shows ISO 8601 in UTC. Equal dates are different keys of a table; use `date.timeIntervalSince1970` as a key."
    ) { [unowned host] (seconds: Double?) in ScriptDate(seconds ?? host.application.wallClock()) }
  }
}
