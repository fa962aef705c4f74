import Interface
import LuaRuntime

extension ScriptClasses {
  static let data = ScriptClassDefinition(
    "Data", ScriptData.self, "Binary data, as a value that a coder can store."
  ) { data, _ in
    data.property(
      "bytes", type: "string", "The bytes, as a string.", push: { data, stack in stack.push(bytes: data.bytes) })
    data.property("count", "The number of bytes.", get: { $0.bytes.count })
    data.size { $0.bytes.count }
    data.describe { "\($0.bytes.count) bytes" }
    data.equal { $0.bytes == $1.bytes }
  } functions: { host in
    host.module.function(
      "Data(bytes: string): Data",
      "Creates data from the bytes of a string. Two data with the same bytes are `==`, but are different keys of a table; use `data.bytes` as a key."
    ) { stack in
      try stack.state.makeRoom(for: stack.size(1), on: stack)
      guard let bytes = stack.bytes(1) else { throw stack.wrongType(1, "ui.Data", expected: "a string of bytes") }
      stack.push(object: ScriptData(bytes))
      return 1
    }
  }
}
