import CLua
import LuaBoundary

/// The default destination of scripts' output.
public enum StandardOutput {
  /// Writes a script's output to standard output unchanged.
  public static func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { lh_write_output($0.baseAddress, $0.count) }
  }

  /// Writes a message as a line to standard error. Control characters are made visible, as names in the message may
  /// come from a script.
  static func writeError(_ message: String) {
    var message = message
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lh_write_error($0.baseAddress, $0.count) }
    }
  }
}
