extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that fulfills a condition, by binary search; the end if there is none. All
  /// elements after it must fulfill the condition, too.
  func firstSortedIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
