import SystemCalls

/// Large blocks of memory in this process.
public enum LargeBlocks {
  /// Makes freed blocks return to the system immediately from now on. Otherwise a save, which copies large values one
  /// after the other, would take a multiple of their size.
  public static func returnToSystem() { system_return_large_blocks() }
}
