/// When, by which versions and at what screen size a save was made. Offered to the app as ``StateCoder/info``.
public struct SaveInfo: Sendable, Equatable {
  /// The app's own version, as it gives it.
  public var appVersion: String
  /// The version of the host that ran the app.
  public var hostVersion: String
  /// The size of the screen in cells.
  public var screenWidth: Int
  /// The size of the screen in cells.
  public var screenHeight: Int
  /// Seconds since 1970-01-01 00:00 UTC.
  public var savedAt: Double

  /// The description of one save.
  public init(appVersion: String, hostVersion: String, screenWidth: Int, screenHeight: Int, savedAt: Double) {
    self.appVersion = appVersion
    self.hostVersion = hostVersion
    self.screenWidth = screenWidth
    self.screenHeight = screenHeight
    self.savedAt = savedAt
  }
}
