/// Returns `; did you mean 'name'?` for the known name nearest to a misspelt one; empty if none is near.
public func suggestion(for name: String, among names: [String]) -> String {
  nearestName(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
}

/// Returns the known name nearest to a misspelt one; of equally near names, the one with the longest common prefix. If
/// none is near, returns the longest name of which this one is an extension (`pushViewController` for `push`), or the
/// only name of which it is a prefix; nil if there is none.
public func nearestName(to name: String, among names: [String]) -> String? {
  // Longer names are not misspellings.
  guard name.utf8.count <= 1_000 else { return nil }
  // A property can have the name where a method is expected.
  let names = names.filter { $0 != name }
  let best = names.lazy.map {
    (
      name: $0, distance: editDistance(name.lowercased(), $0.lowercased()),
      alike: zip($0, name).prefix { $0 == $1 }.count
    )
  }.min { ($0.distance, -$0.alike, $0.name) < ($1.distance, -$1.alike, $1.name) }
  let near = best.flatMap { $0.distance <= (name.count < 4 ? 1 : max(2, name.count / 3)) ? $0 : nil }
  if let near, near.distance <= 2 { return near.name }
  // `setTitle`, as in other toolkits.
  if name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase,
    let property = names.first(where: { $0 == first.lowercased() + name.dropFirst(4) })
  {
    return property
  }
  let start = names.filter { known in
    known.count >= 3 && name.hasPrefix(known) && name.dropFirst(known.count).first?.isUppercase == true
  }.max { ($0.count, $0) < ($1.count, $1) }
  if let known = start ?? near?.name { return known }
  let begun = name.count < 3 ? [] : names.filter { $0.lowercased().hasPrefix(name.lowercased()) }
  return begun.count == 1 ? begun[0] : nil
}

/// Returns the number of insertions, deletions, substitutions and transpositions between two words (restricted
/// Damerau–Levenshtein distance).
public func editDistance(_ left: String, _ right: String) -> Int {
  let a = Array(left.unicodeScalars.prefix(64))
  let b = Array(right.unicodeScalars.prefix(64))
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
  for i in 0...a.count { rows[i][0] = i }
  for j in 0...b.count { rows[0][j] = j }
  for i in 1...a.count {
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      var best = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
      rows[i][j] = best
    }
  }
  return rows[a.count][b.count]
}
