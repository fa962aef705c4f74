extension ScriptHost {
  /// The names of the callbacks of data sources and delegates, which may be objects of any class.
  package static var dataSourceCallbacks: [String] {
    (TableViewCallbacks.all + OutlineViewCallbacks.all + PageViewCallbacks.all).map(\.name)
  }

  /// Those that a list asks for its rows.
  package static var dataSourceQueries: [String] {
    (TableViewCallbacks.all + OutlineViewCallbacks.all).filter { $0.cause == .query }.map(\.name)
  }
}
