import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines `ui.format`.
  func defineFormats() {
    module.table("Format", "Numbers, sizes and times as short texts, the same in every locale.")
      .field(
        "number", "fun(value: number, digits?: integer): string",
        "Groups the digits of a number by commas: `12,345.5`. With `digits`, from 0 to 15, exactly this many follow the point, rounded to nearest, halves away from zero; without, a float has as many as it needs, at most 15, and at most 15 significant digits."
      )
      .field(
        "size", "fun(bytes: number): string",
        "A size in bytes, in units of 1024: `0 B`, `1023 B`, `1.5 KiB`, `12 MiB`, up to `EiB`. Below 10 of a unit it has one decimal, unless that is 0."
      )
      .field(
        "duration", "fun(seconds: number): string",
        "A duration in its two greatest units, rounded down: `0 s`, `59 s`, `1 min 5 s`, `2 h 30 min`, `3 d 4 h`. A second unit of 0 is omitted; below a second it is in `ms`."
      )
      .field(
        "relativeDate", "fun(date: Date|number, now?: Date|number): string",
        "A time relative to now, the app's clock by default, rounded down: `now` within a minute, `5 min ago`, `in 2 h`, `yesterday` and `tomorrow` from 24 to 48 hours, `6 d ago`, and from 7 days on the date in UTC: `2026-05-04`."
      )
    module.constant("format", type: "Format", "Numbers, sizes and times as texts.") { [unowned self] stack in
      stack.createTable(hash: 4)
      define("number", on: stack) { stack in
        let value = try stack.checkNumber(1, "ui.format.number: the value")
        let digits = try stack.isNil(2) ? nil : stack.checkInteger(2, "ui.format.number: the digits")
        if let digits, !(0...15).contains(digits) {
          throw LuaError.usage("ui.format.number: the digits: expected 0 to 15, got \(digits)")
        }
        if digits == nil, stack.isInteger(1), let integer = stack.integer(1) { return Format.number(integer) }
        return Format.number(value, digits: digits.map { Int($0) })
      }
      define("size", on: stack) { Format.size(try $0.checkNumber(1, "ui.format.size: the bytes")) }
      define("duration", on: stack) { Format.duration(try $0.checkNumber(1, "ui.format.duration: the seconds")) }
      define("relativeDate", on: stack) { [unowned self] stack in
        let date = try Self.seconds(stack, 1, "ui.format.relativeDate: the date")
        let now =
          try stack.isNil(2) ? application.wallClock() : Self.seconds(stack, 2, "ui.format.relativeDate: now")
        return Format.relativeDate(date, now: now)
      }
      try stack.state.makeStrictModule("ui.format", prefix: "ui.format.", on: stack)
    }
  }

  private func define(_ name: String, on stack: LuaStack, _ format: @escaping @MainActor (LuaStack) throws -> String) {
    lua.pushFunction(on: stack) { stack in
      stack.push(try format(stack))
      return 1
    }
    stack.rawSet(-2, name)
  }

  private static func seconds(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Double {
    if let date = stack.object(index) as? ScriptDate { return date.seconds }
    guard let seconds = stack.number(index) else {
      throw stack.wrongType(index, name, expected: "a ui.Date or seconds since 1970")
    }
    return seconds
  }
}
