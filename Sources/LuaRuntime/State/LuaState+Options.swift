import Glibc

extension LuaState {
  /// The limits and capabilities of scripts.
  public struct Options: Sendable {
    /// The maximum number of bytes held by scripts; nil is unlimited. If any capability is missing, memory is always
    /// limited, by default to 256 MiB.
    public var memoryLimit: Int? {
      get { givenMemoryLimit ?? (isTrusted ? nil : 256 << 20) }
      set { givenMemoryLimit = newValue }
    }
    private var givenMemoryLimit: Int?
    /// The maximum processor time of one call from the host, in seconds, all coroutines together; nil is unlimited. The
    /// limit of real time is twice that.
    public var timeLimit: Double?
    /// The capabilities of scripts; none in the sandbox, for scripts that are not trusted.
    public var capabilities: LuaCapabilities
    /// Whether scripts are trusted, that is, have all capabilities.
    public var isTrusted: Bool { capabilities == .all }
    /// The host's functions that messages about functions that block name; nil if it has none.
    public var alternatives: Alternatives?
    /// Keeps compiled scripts for the next states; nil compiles each again.
    public var compiledChunks: CompiledChunks?
    /// Called on another thread when a call cannot be stopped although its time is over, for example because of a C
    /// function that does not return. The state's own thread is blocked meanwhile. By default, the message is written
    /// to standard error, with control characters made visible, and the process exits.
    public var onOverdue: @Sendable (LuaOverdueCall) -> Void = { call in
      StandardOutput.writeError("\(call)")
      _exit(1)
    }

    /// Creates options.
    public init(memoryLimit: Int? = nil, timeLimit: Double? = 5, capabilities: LuaCapabilities = .all) {
      givenMemoryLimit = memoryLimit
      self.timeLimit = timeLimit
      self.capabilities = capabilities
    }
  }

  /// The host's functions for scripts that wait.
  public struct Alternatives: Sendable {
    /// The name of the function that starts a task, in which scripts can wait: `ui.task`.
    public var task: String
    /// The name of the function that runs a program, for tasks: `ui.run`.
    public var run: String

    /// Creates the names.
    public init(task: String, run: String) {
      self.task = task
      self.run = run
    }
  }
}
