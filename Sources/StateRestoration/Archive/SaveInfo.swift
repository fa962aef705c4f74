/// The time, versions and screen size of a save. Available to the app as ``StateCoder/info``.
public struct SaveInfo: Sendable, Equatable {
  /// The version of the app.
  public var appVersion: String
  /// The version of the host.
  public var hostVersion: String
  /// The width of the screen in cells.
  public var screenWidth: Int
  /// The height of the screen in cells.
  public var screenHeight: Int
  /// Seconds since 1970-01-01 00:00 UTC.
  public var savedAt: Double

  /// Creates the info of a save.
  public init(appVersion: String, hostVersion: String, screenWidth: Int, screenHeight: Int, savedAt: Double) {
    self.appVersion = appVersion
    self.hostVersion = hostVersion
    self.screenWidth = screenWidth
    self.screenHeight = screenHeight
    self.savedAt = savedAt
  }
}
