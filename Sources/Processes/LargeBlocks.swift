import SystemCalls

/// Large blocks of memory in this process.
public enum LargeBlocks {
  /// Returns them to the system when they are freed, from now on: a save of large values, which are copied one after the
  /// other, would take a multiple of them otherwise.
  public static func returnToSystem() { system_return_large_blocks() }
}
