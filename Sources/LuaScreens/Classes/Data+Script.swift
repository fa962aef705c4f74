import Interface
import LuaRuntime

extension ScriptClasses {
  static let data = ScriptClassDefinition(
    "Data", ScriptData.self, "Bytes that are no text, as a value that a coder takes."
  ) { data, host in
    data.property(
      "bytes", type: "string", "The bytes, as a string.", push: { data, stack in stack.push(bytes: data.bytes) })
    data.property("count", "How many bytes there are.", get: { $0.bytes.count })
    data.size { $0.bytes.count }
    data.describe { "\($0.bytes.count) bytes" }
    data.equal { $0.bytes == $1.bytes }
    host.module.function(
      "Data(bytes: string): Data",
      "Makes data of the bytes of a string. Two of the same bytes are `==`; as keys of a table they are distinguished: use `data.bytes`."
    ) { stack in
      try stack.state.makeRoom(for: stack.size(1), on: stack)
      guard let bytes = stack.bytes(1) else { throw stack.wrongType(1, "ui.Data", expected: "a string of bytes") }
      stack.push(object: ScriptData(bytes))
      return 1
    }
  }
}
