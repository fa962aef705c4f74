/// What made a save.
public enum SaveKind: String, Sendable, CaseIterable {
  /// Something changed.
  case autosave
  /// The app went to the background.
  case background
  /// The app ended in order.
  case end
  /// A program or test asked for it.
  case request
  /// An exported save was imported.
  case imported = "import"
  /// An older save was made the current one again.
  case rollback
  /// The database could not be used, and this is what could be read of it, or of the copy beside it.
  case recovery
}

/// Why a save stays in the history.
///
/// What a person typed is thinned with time: every save of the last minute, one a minute for an hour, one an hour for a day,
/// one a day for a month. What somebody may have to go back to stays beside that: see ``isThinned``.
public enum KeepReason: String, Sendable, CaseIterable {
  /// It is the current one.
  case newest
  /// It was made in the last minute.
  case recent
  /// It is the last of its minute, and of the last hour.
  case minute
  /// It is the last of its hour, and of the last day.
  case hour
  /// It is the last of its day, and of the last month.
  case day
  /// It is the last background or end save of one of the last ten runs.
  case run
  /// It is the last before a start that did not want it.
  case fresh
  /// It is the last before another version of the app.
  case version
  /// It is the last before a refusal, of the app or of the host, that is decided on.
  case refusal
  /// The app died restoring it, and nobody has decided on it yet, by going back to a save or importing one.
  case refused
  /// There were errors in a launch that read it. The last ten such saves stay.
  case launchErrors = "launch-errors"

  /// Whether it stays only until a number of later saves were made or its time is over.
  public var isThinned: Bool {
    switch self {
    case .newest, .recent, .minute, .hour, .day: true
    case .run, .fresh, .version, .refusal, .refused, .launchErrors: false
    }
  }
}
