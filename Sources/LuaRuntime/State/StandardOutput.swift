import CLua

/// Where scripts print to unless the host takes it.
public enum StandardOutput {
  /// Writes what a script has printed to standard output, byte for byte.
  public static func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { lh_write_output($0.baseAddress, $0.count) }
  }
}
