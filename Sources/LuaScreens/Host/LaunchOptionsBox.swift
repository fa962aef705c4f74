import LuaRuntime
import StateRestoration

/// The options of a launch, as CBOR, for the script's callbacks.
final class LaunchOptionsBox: LuaPushable {
  let encoded: [UInt8]

  init(_ encoded: [UInt8]) {
    self.encoded = encoded
  }

  func push(on stack: LuaStack) {
    guard !encoded.isEmpty else { return stack.pushNil() }
    var reader = CBORReader(encoded)
    LuaValueReader().read(&reader, on: stack)
  }
}
