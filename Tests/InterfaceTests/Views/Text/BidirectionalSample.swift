/// Random texts and their visual order as determined by the command `fribidi`
/// (`--nobreak --basedir --vtol --reordernsm`), which orders whole lines itself.
struct BidirectionalSample: Sendable {
  /// The text.
  var text: String
  /// Whether the paragraph runs from right to left.
  var isRightToLeft: Bool
  /// The indices of the text's scalars from left to right.
  var order: [Int]

  static let all: [BidirectionalSample] = [
    .init(
      text: ",\u{645}  \u{5d3}\u{700}\u{5d3}\u{e9}bca+", isRightToLeft: true,
      order: [11, 7, 8, 9, 10, 6, 5, 4, 3, 2, 1, 0]),
    .init(
      text: "\u{628}\u{660}\u{5dd};\u{5dd}X \u{663}\u{62c}\u{e9}%1", isRightToLeft: true,
      order: [9, 10, 11, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    .init(text: "\u{700}\u{5d2}\u{5dd}", isRightToLeft: true, order: [2, 1, 0]),
    .init(
      text: "X\u{5e9}\u{5c1} \u{5d3}\u{660}\u{5dd}\u{5d2}\u{627}\u{645}\u{650} \u{62d}0\u{645}", isRightToLeft: false,
      order: [0, 14, 13, 12, 11, 9, 10, 8, 7, 6, 5, 4, 3, 1, 2]),
    .init(text: "c\u{5dd}\u{5d2}\u{5d3}", isRightToLeft: false, order: [0, 3, 2, 1]),
    .init(text: "<X :\u{5e9}\u{5c1})", isRightToLeft: false, order: [0, 1, 2, 3, 4, 5, 6]),
    .init(
      text: "\u{662}[Y \u{5d0}\u{628}-.! \u{5dd}\u{5e9}Y", isRightToLeft: false,
      order: [0, 1, 2, 3, 11, 10, 9, 8, 7, 6, 5, 4, 12]),
    .init(text: "a \u{5dc}1<2Y", isRightToLeft: false, order: [0, 1, 5, 4, 3, 2, 6]),
    .init(text: "a", isRightToLeft: false, order: [0]),
    .init(text: "2\u{bb}:2 \u{7cb}$.(\u{662}Y", isRightToLeft: true, order: [9, 10, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    .init(
      text: "\u{bb},\u{5d0}\u{660} b\u{10900}\u{5d2}\u{628}", isRightToLeft: true, order: [8, 7, 6, 5, 4, 3, 2, 1, 0]),
    .init(text: "\u{1e900}\u{5d0}3),", isRightToLeft: true, order: [4, 3, 2, 1, 0]),
    .init(
      text: "\u{ab}\u{e9}3 \u{62a}\u{5d3}a . ]3 b", isRightToLeft: false,
      order: [0, 1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11, 12, 13]),
    .init(text: "a[ 2\u{62a}\u{5e9}\u{5c1}\u{5dd}\u{663}", isRightToLeft: false, order: [0, 1, 2, 3, 8, 7, 5, 6, 4]),
    .init(text: "b\u{661}3\u{5d0}c<\u{754c}", isRightToLeft: false, order: [0, 1, 2, 3, 4, 5, 6]),
    .init(text: "$\u{5dc}a,\u{645}\u{5d3}a", isRightToLeft: true, order: [6, 5, 4, 3, 2, 1, 0]),
    .init(text: ":", isRightToLeft: false, order: [0]),
    .init(
      text: "b\u{62a}\u{5d0}\u{1e900}\u{1e900}%Y\u{661}a\u{5d0}3\u{628}\u{62a}\u{5dc}", isRightToLeft: false,
      order: [0, 4, 3, 2, 1, 5, 6, 7, 8, 13, 12, 11, 10, 9]),
    .init(text: "2\u{10900}\u{5e9}\u{5c1}", isRightToLeft: true, order: [2, 3, 1, 0]),
    .init(text: "\u{bb}\u{5dc}X \u{5d0}", isRightToLeft: true, order: [4, 3, 2, 1, 0]),
    .init(text: "\u{5dc}c", isRightToLeft: true, order: [1, 0]),
    .init(text: "\u{628}%", isRightToLeft: true, order: [1, 0]),
    .init(text: "\u{661}\u{62a}\u{5d2}\u{e9}", isRightToLeft: true, order: [3, 2, 1, 0]),
    .init(text: "X\u{5d2}!<[%[\u{5dc} \u{627}(.", isRightToLeft: false, order: [0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 11]),
    .init(text: "\u{5d3}\u{645}\u{650}\u{627}1", isRightToLeft: true, order: [4, 3, 1, 2, 0]),
    .init(
      text: "2\u{5dd}\u{663}\u{700}\u{bb}\u{62d}(2\u{5e9}1\u{5dc}\u{7cb}", isRightToLeft: true,
      order: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    .init(text: "\u{4e16}\u{662}", isRightToLeft: false, order: [0, 1]),
    .init(text: "\u{645}\u{662}\u{5d1}\u{5bc}\u{ab}", isRightToLeft: true, order: [4, 2, 3, 1, 0]),
    .init(text: "\u{645}", isRightToLeft: true, order: [0]),
    .init(
      text: "\u{5d1}\u{5bc}\u{5d1}\u{5d1}\u{754c} \u{5d2}  X3", isRightToLeft: true,
      order: [9, 10, 8, 7, 6, 5, 4, 3, 2, 0, 1]),
    .init(text: "\u{5d1}\u{62c};\u{5d0}\u{62d}1", isRightToLeft: true, order: [5, 4, 3, 2, 1, 0]),
    .init(text: "\u{5e9}\u{e9}0\u{661}", isRightToLeft: true, order: [1, 2, 3, 0]),
    .init(text: "\u{627}\u{7cb}\u{5dd}", isRightToLeft: true, order: [2, 1, 0]),
    .init(text: "\u{62c}\u{662}\u{62c}", isRightToLeft: true, order: [2, 1, 0]),
    .init(
      text: "\u{628} \u{62d}XaX \u{e9}\u{5e9}\u{5c1}+\u{661}X$", isRightToLeft: true,
      order: [13, 11, 12, 10, 8, 9, 3, 4, 5, 6, 7, 2, 1, 0]),
    .init(text: "Y$c", isRightToLeft: false, order: [0, 1, 2]),
    .init(
      text: "< a\u{700}\u{5dc}\u{bb}/\u{661}Y1/\u{754c}\u{5d3}\u{5e9}", isRightToLeft: false,
      order: [0, 1, 2, 7, 6, 5, 4, 3, 8, 9, 10, 11, 13, 12]),
    .init(text: "\u{5dc},1[\u{662}  \u{7cb}2  a", isRightToLeft: true, order: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    .init(
      text: "bb\u{662}<\u{62a}\u{1e900}\u{700}\u{627}X 3\u{5d0}\u{5e9}b", isRightToLeft: false,
      order: [0, 1, 7, 6, 5, 4, 3, 2, 8, 9, 10, 12, 11, 13]),
    .init(text: "\u{662}", isRightToLeft: false, order: [0]),
    .init(
      text: "\u{e9}; \u{645}0\u{5d0}\u{7cb}[(a\u{628}", isRightToLeft: false, order: [0, 1, 2, 6, 5, 4, 3, 7, 8, 9, 10]),
    .init(text: "\u{5d2}", isRightToLeft: true, order: [0]),
    .init(text: "\u{5d0}Y\u{660}\u{627}\u{645}", isRightToLeft: true, order: [4, 3, 1, 2, 0]),
    .init(text: "X", isRightToLeft: false, order: [0]),
    .init(text: "\u{ab}", isRightToLeft: false, order: [0]),
    .init(text: "b$\u{5dc}\u{62a}\u{5d3};", isRightToLeft: false, order: [0, 1, 4, 3, 2, 5]),
    .init(text: ";.)\u{627}\u{4e16}\u{bb}$ac", isRightToLeft: true, order: [4, 5, 6, 7, 8, 3, 2, 1, 0]),
    .init(text: "b;", isRightToLeft: false, order: [0, 1]),
    .init(text: "3+2 \u{660} \u{5d3}2", isRightToLeft: true, order: [7, 6, 5, 4, 3, 0, 1, 2]),
    .init(text: "2", isRightToLeft: false, order: [0]),
    .init(text: "\u{62a}\u{628}$$,", isRightToLeft: true, order: [4, 3, 2, 1, 0]),
    .init(
      text: "\u{5d3}b0X\u{662}\u{5dc}\u{5d1}\u{5d2}c\u{627}", isRightToLeft: true,
      order: [9, 8, 7, 6, 5, 1, 2, 3, 4, 0]),
    .init(text: "\u{62c}\u{662}>\u{5d3}YY>", isRightToLeft: true, order: [6, 4, 5, 3, 2, 1, 0]),
    .init(text: "X- \u{4e16}\u{700} \u{661}", isRightToLeft: false, order: [0, 1, 2, 3, 6, 5, 4]),
    .init(
      text: "]\u{5d3}\u{5dc}  \u{660} \u{4e16} X\u{663} \u{5d2}c", isRightToLeft: true,
      order: [13, 12, 11, 7, 8, 9, 10, 6, 5, 4, 3, 2, 1, 0]),
    .init(
      text: "Y\u{1e900} X\u{5e9}\u{5c1}\u{5d0}\u{5e9}\u{5c1}X \u{5d1}\u{4e16}\u{645}\u{5dc}", isRightToLeft: false,
      order: [0, 1, 2, 3, 7, 8, 6, 4, 5, 9, 10, 11, 12, 14, 13]),
    .init(text: "\u{627}$Y", isRightToLeft: true, order: [2, 1, 0]),
    .init(text: ":b\u{5dd}2\u{ab}\u{5e9}> b0", isRightToLeft: false, order: [0, 1, 5, 4, 3, 2, 6, 7, 8, 9]),
    .init(text: ">\u{5d0})\u{62d}\u{662}\u{e9}a", isRightToLeft: true, order: [4, 5, 6, 3, 2, 1, 0]),
    .init(text: "b\u{627}. \u{5d0}\u{700}", isRightToLeft: false, order: [0, 5, 4, 3, 2, 1]),
    .init(text: "a\u{5e9}2b\u{628}\u{5dd}\u{e9}", isRightToLeft: false, order: [0, 2, 1, 3, 5, 4, 6]),
    .init(
      text: "\u{e9}\u{662}\u{645}\u{650}Y\u{661}\u{bb})\u{661};3Ya", isRightToLeft: false,
      order: [0, 2, 3, 1, 4, 8, 7, 6, 5, 9, 10, 11, 12]),
    .init(
      text: "\u{e9}c!\u{645}\u{754c}]:Y\u{62c}\u{5d0}", isRightToLeft: false, order: [0, 1, 2, 3, 4, 5, 6, 7, 9, 8]),
    .init(text: "\u{645}\u{650}\u{662}01\u{1e900}]\u{627}", isRightToLeft: true, order: [7, 6, 5, 2, 3, 4, 0, 1]),
    .init(
      text: "\u{5d0}\u{5d1}\u{5bc}>Y]\u{628}+\u{627}\u{62d} \u{628}\u{5d0}b", isRightToLeft: true,
      order: [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2, 0]),
    .init(text: "[1", isRightToLeft: false, order: [0, 1]),
    .init(text: "00\u{661}\u{645}\u{627}-\u{5d2}\u{663}0", isRightToLeft: true, order: [7, 8, 6, 5, 4, 3, 0, 1, 2]),
    .init(text: "b$\u{5dd}\u{ab} c", isRightToLeft: false, order: [0, 1, 2, 3, 4, 5]),
    .init(
      text: "\u{bb} Y>2 ;\u{5dc} +3\u{62d}\u{5d2}", isRightToLeft: false,
      order: [0, 1, 2, 3, 4, 5, 6, 12, 11, 10, 9, 8, 7]),
    .init(
      text: "\u{5dc}\u{5e9}Xb\u{5d3}:\u{7cb}\u{ab}\u{4e16}\u{5e9}\u{5c1}\u{5d1}\u{5bc}", isRightToLeft: true,
      order: [11, 12, 9, 10, 8, 7, 6, 5, 4, 2, 3, 1, 0]),
    .init(
      text: "\u{5dc}\u{bb} 31 \u{5d1}\u{bb}<1!%!\u{5d0}", isRightToLeft: true,
      order: [13, 12, 11, 10, 9, 8, 7, 6, 5, 3, 4, 2, 1, 0]),
    .init(text: "( 1", isRightToLeft: false, order: [0, 1, 2]),
    .init(text: "\u{5d1}\u{754c}", isRightToLeft: true, order: [1, 0]),
    .init(text: "\u{e9}<Y\u{660}> c", isRightToLeft: false, order: [0, 1, 2, 3, 4, 5, 6]),
    .init(text: "\u{645}\u{645}\u{5dc},\u{645}\u{650}", isRightToLeft: true, order: [4, 5, 3, 2, 1, 0]),
    .init(text: "\u{700}", isRightToLeft: true, order: [0]),
    .init(
      text: "!> \u{62d}\u{5d2}\u{5d1}\u{5bc}\u{645};b", isRightToLeft: true, order: [9, 8, 7, 5, 6, 4, 3, 2, 1, 0]),
    .init(text: "X\u{5d0}", isRightToLeft: false, order: [0, 1]),
    .init(text: "\u{5dc} \u{1e900}", isRightToLeft: true, order: [2, 1, 0]),
    .init(text: "aX0\u{ab}", isRightToLeft: false, order: [0, 1, 2, 3]),
  ]
}
