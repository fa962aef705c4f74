import LuaRuntime
import Processes

@MainActor
extension Command {
  /// Checks that bytes can be passed to a program.
  static func checked(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    guard !bytes.contains(0) else {
      throw LuaError.usage("\(name): a program cannot receive a string with a NUL byte")
    }
    return bytes
  }

  /// Returns the string at an index, checked for passing to a program.
  static func takeString(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> [UInt8] {
    try checked(try LuaBytes.take(stack, index, name).bytes, name)
  }

  /// Returns the items of the table at an index: a program and its arguments.
  static func takeArguments(_ stack: LuaStack, _ index: Int32, _ owner: String) throws -> [[UInt8]] {
    let count = stack.rawLength(index)
    guard count > 0 else {
      throw LuaError.usage("\(owner): expected a program and its arguments: \(owner) { \"git\", \"log\" }")
    }
    var arguments: [[UInt8]] = []
    for item in 1...count {
      stack.rawGet(index, Int64(item))
      defer { stack.pop() }
      arguments.append(
        try takeString(stack, -1, item == 1 ? "\(owner): the program" : "\(owner): argument \(item - 1)"))
    }
    return arguments
  }

  /// Pushes the command as a table.
  package func push(on stack: LuaStack) {
    stack.createTable(array: arguments.count, hash: 2)
    for (index, argument) in arguments.enumerated() {
      stack.push(bytes: argument)
      stack.rawSet(-2, Int64(index + 1))
    }
    if let folder { stack.setField("cwd", LuaBytes(folder)) }
    guard let environment else { return }
    Self.push(environment, on: stack)
    stack.rawSet(-2, "env")
  }

  /// Pushes an environment as a table.
  static func push(_ environment: [[UInt8]], on stack: LuaStack) {
    stack.createTable(hash: environment.count)
    for entry in environment {
      let name = entry.prefix { $0 != UInt8(ascii: "=") }
      stack.push(bytes: Array(name))
      stack.push(bytes: Array(entry.dropFirst(name.count + 1)))
      stack.rawSet(-3)
    }
  }

  /// Returns the folder `cwd` at an index.
  static func takeFolder(_ stack: LuaStack, _ index: Int32) throws -> [UInt8] {
    let folder = try takeString(stack, index, "cwd")
    guard !folder.isEmpty else { throw LuaError.usage("cwd: expected a folder, got an empty string") }
    return folder
  }

  /// Returns the table `env = { NAME = value }` at an index as a complete environment, sorted by name.
  static func takeEnvironment(_ stack: LuaStack, _ index: Int32) throws -> [[UInt8]] {
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "env", expected: "a table { NAME = value }")
    }
    var entries: [[UInt8]] = []
    try stack.forEachPair(index) {
      let key = try takeString(stack, -2, "a name in env")
      guard !key.isEmpty, !key.contains(UInt8(ascii: "=")) else {
        throw LuaError.usage("env: \"\(String(decoding: key, as: UTF8.self))\" is not a valid variable name")
      }
      let value = try takeString(stack, -1, "env.\(String(decoding: key, as: UTF8.self))")
      entries.append(key + [UInt8(ascii: "=")] + value)
    }
    return entries.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
