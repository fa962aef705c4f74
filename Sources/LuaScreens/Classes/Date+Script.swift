import Interface
import LuaRuntime

extension ScriptClasses {
  static let date = ScriptClassDefinition("Date", ScriptDate.self, "A point in time, as a value that a coder takes.") {
    date, host in
    date.property("timeIntervalSince1970", "Seconds since 1970-01-01 00:00 UTC.", get: { $0.seconds })
    date.describe { $0.iso8601 }
    date.order { $0.compare($1) }
    date.equal { $0.seconds == $1.seconds }
    host.module.function(
      "Date(secondsSince1970)",
      "Makes a point in time of seconds since 1970; now if none are said. `==`, `<` and `<=` compare the times, `tostring` writes one as ISO 8601 in UTC. As keys of a table two are distinguished: use `date.timeIntervalSince1970`."
    ) { [unowned host] (seconds: Double?) in ScriptDate(seconds ?? host.application.wallClock()) }
  }
}
