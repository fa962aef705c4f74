import CLua
import LuaBoundary

/// Where scripts print to unless the host takes it.
public enum StandardOutput {
  /// Writes what a script has printed to standard output, byte for byte.
  public static func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { lh_write_output($0.baseAddress, $0.count) }
  }

  /// Writes a message to standard error, as a line. Names in it may be a script's: control characters become visible.
  static func writeError(_ message: String) {
    var message = message
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lh_write_error($0.baseAddress, $0.count) }
    }
  }
}
