/// Placeholder until the coder is merged.
@MainActor
public final class StateCoder {}
