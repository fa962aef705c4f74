/// The kind of a save.
public enum SaveKind: String, Sendable, CaseIterable {
  /// An automatic save after a change.
  case autosave
  /// The app entered the background.
  case background
  /// The app exited in order.
  case end
  /// A program or test requested the save.
  case request
  /// An exported save was imported.
  case imported = "import"
  /// An earlier save was restored by a rollback.
  case rollback
  /// The database was unusable, and the save was recovered from it or from its copy.
  case recovery
}

/// The reasons for keeping a save in the history.
///
/// Saves are thinned with time: every save of the last minute is kept, one a minute for an hour, one an hour for a day,
/// one a day for a month. Saves that the user may need to return to are kept in addition; see ``isThinned``.
public enum KeepReason: String, Sendable, CaseIterable {
  /// The current save.
  case newest
  /// A save of the last minute.
  case recent
  /// The last save of its minute, within the last hour.
  case minute
  /// The last save of its hour, within the last day.
  case hour
  /// The last save of its day, within the last month.
  case day
  /// The last background or end save of one of the last ten runs.
  case run
  /// The last save before a launch that did not restore it on request.
  case fresh
  /// The last save before another version of the app.
  case version
  /// The last save before a refusal by the app or the host that has been decided on.
  case refusal
  /// The app crashed while restoring it, and the user has not decided yet, by a rollback or an import.
  case refused
  /// A launch that restored it reported errors. The last ten such saves are kept.
  case launchErrors = "launch-errors"

  /// Whether the reason expires with later saves or with time.
  public var isThinned: Bool {
    switch self {
    case .newest, .recent, .minute, .hour, .day: true
    case .run, .fresh, .version, .refusal, .refused, .launchErrors: false
    }
  }
}
