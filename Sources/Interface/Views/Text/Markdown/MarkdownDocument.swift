import CMd4c

/// A document being parsed, piece by piece.
final class MarkdownDocument {
  struct Piece {
    var text: String
    var attributes: AttributedString.Attributes
    /// The link that the piece belongs to.
    var target: LinkTarget?
  }

  /// The address of a link, and its number in the document.
  struct LinkTarget: Equatable {
    var address: String
    var number: Int
  }

  /// A block that contains paragraphs.
  private enum Container {
    case quote
    /// A list item with its marker, until the marker is written.
    case item(marker: String, isWritten: Bool)
  }

  private(set) var pieces: [Piece] = []
  private var memory: MarkdownMemory
  /// The error that stopped the parser.
  private var failure: (any Error)?
  private let showsAddresses: Bool
  private let tableWidth: Int
  private var containers: [Container] = []
  /// The number of containers that the previous line is in as well.
  private var commonDepth = 0
  /// The open lists: whether each is tight, without blank lines between its items, and the number of the next item.
  private var lists: [(isTight: Bool, number: Int?)] = []
  private var looks: [AttributedString.Look] = []
  /// Whether each open span has added a look. Emphasis within emphasis adds none, so that pieces have few looks however
  /// deep they are.
  private var spansWithLook: [Bool] = []
  /// The open links, with their text so far.
  private var openLinks: [(target: LinkTarget, text: String)] = []
  private var linkCount = 0
  private var isLineOpen = false
  private var wantsBlankLine = false
  private var isInCode = false
  private var paragraph = AttributedString.Paragraph()
  private var table: MarkdownTable?

  /// The maximum depth of nested containers that are indented.
  private static let deepest = 12

  init(showsAddresses: Bool, tableWidth: Int, memory: MarkdownMemory) {
    self.showsAddresses = showsAddresses
    self.tableWidth = tableWidth
    self.memory = memory
  }

  func read(_ markdown: String) throws {
    try memory.use(parserOf: markdown)
    var parser = MD_PARSER()
    parser.flags = UInt32(MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)
    parser.flags |= UInt32(MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_PERMISSIVEEMAILAUTOLINKS)
    parser.flags |= UInt32(MD_FLAG_PERMISSIVEWWWAUTOLINKS | MD_FLAG_NOHTMLBLOCKS | MD_FLAG_NOHTMLSPANS)
    parser.enter_block = { type, detail, document in
      MarkdownDocument.handle(document) { try $0.enterBlock(type, detail) }
    }
    parser.leave_block = { type, _, document in
      MarkdownDocument.handle(document) { try $0.leaveBlock(type) }
    }
    parser.enter_span = { type, detail, document in
      MarkdownDocument.handle(document) { try $0.enterSpan(type, detail) }
    }
    parser.leave_span = { type, _, document in
      MarkdownDocument.handle(document) { try $0.leaveSpan(type) }
    }
    parser.text = { type, text, size, document in
      MarkdownDocument.handle(document) { try $0.add(type, MarkdownDocument.string(text, size)) }
    }
    // A byte order mark is not part of the text.
    let text = markdown.unicodeScalars.first == "\u{feff}" ? String(markdown.unicodeScalars.dropFirst()) : markdown
    var markdown = MarkdownNesting.limited(MarkdownTable.withLongRules(text))
    markdown.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        _ = md_parse(
          bytes.baseAddress, MD_SIZE(bytes.count), &parser, Unmanaged.passUnretained(self).toOpaque())
      }
    }
    if let failure { throw failure }
  }

  /// Handles a part of the document that ``read(_:)`` passed to the parser. Returns 0, or -1 to stop the parser, which
  /// continues after a positive number.
  private static func handle(
    _ document: UnsafeMutableRawPointer?, _ body: (MarkdownDocument) throws -> Void
  ) -> Int32 {
    guard let document else { return -1 }
    let opened = Unmanaged<MarkdownDocument>.fromOpaque(document).takeUnretainedValue()
    do { try body(opened) } catch {
      opened.failure = error
      return -1
    }
    return 0
  }

  private static func string(_ text: UnsafePointer<CChar>?, _ size: MD_SIZE) -> String {
    guard let text else { return "" }
    return text.withMemoryRebound(to: UInt8.self, capacity: Int(size)) {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(size)), as: UTF8.self)
    }
  }

  // MARK: Lines

  private func append(_ piece: Piece) throws {
    try memory.use(piece: piece)
    pieces.append(piece)
  }

  private func put(_ text: String, looks: [AttributedString.Look]? = nil, target: LinkTarget? = nil) throws {
    let attributes = AttributedString.Attributes(looks: looks ?? self.looks, paragraph: paragraph)
    try append(Piece(text: text, attributes: attributes, target: target))
  }

  private func newline() throws {
    try append(Piece(text: "\n", attributes: .init(looks: [], paragraph: paragraph)))
  }

  private static let faint: [AttributedString.Look] = [.role(.secondary)]

  private func enter(_ container: Container) throws {
    try memory.use(MarkdownMemory.bytesPerContainer)
    commonDepth = min(commonDepth, containers.count)
    containers.append(container)
  }

  private func leaveContainer() {
    containers.removeLast()
    commonDepth = min(commonDepth, containers.count)
  }

  /// Returns the prefix of a line that continues in the containers.
  private func continuation(in containers: some Sequence<Container>) -> String {
    containers.prefix(Self.deepest).map { container in
      switch container {
      case .quote: "│ "
      case .item(let marker, _): String(repeating: " ", count: marker.cellWidth)
      }
    }.joined()
  }

  /// Begins a line in the containers, after a blank line if the block is separated from the previous one.
  ///
  /// - Parameter indentation: the further indentation of the line's continuation, in cells.
  private func beginLine(
    _ breaking: AttributedString.Paragraph.Breaking = .wrapping, indentation: Int = 0
  ) throws {
    if !pieces.isEmpty {
      paragraph = .init()
      try newline()
      if wantsBlankLine {
        let bars = continuation(in: containers.prefix(commonDepth))
        if bars.contains("│") { try put(bars, looks: Self.faint) }
        try newline()
      }
    }
    wantsBlankLine = false
    isLineOpen = true
    commonDepth = containers.count
    let indentation = continuation(in: containers) + String(repeating: " ", count: indentation)
    paragraph = .init(
      continuation: indentation.isEmpty ? nil : AttributedString(indentation, look: .role(.secondary)),
      breaking: breaking)
    for index in containers.indices.prefix(Self.deepest) {
      switch containers[index] {
      case .quote: try put("│ ", looks: [.role(.accent)])
      case .item(let marker, let isWritten):
        try put(isWritten ? String(repeating: " ", count: marker.cellWidth) : marker, looks: [.role(.accent)])
        containers[index] = .item(marker: marker, isWritten: true)
      }
    }
  }

  private func endBlock() {
    isLineOpen = false
    wantsBlankLine = true
  }

  // MARK: Blocks

  private func enterBlock(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) throws {
    switch type {
    case MD_BLOCK_QUOTE: try enter(.quote)
    case MD_BLOCK_UL, MD_BLOCK_OL:
      if isLineOpen || lists.last?.isTight == true {
        // A list inside a tight list has no blank line before it either.
        isLineOpen = false
        wantsBlankLine = !(lists.last?.isTight ?? false)
      }
      if type == MD_BLOCK_UL {
        let list = detail?.assumingMemoryBound(to: MD_BLOCK_UL_DETAIL.self).pointee
        lists.append((list?.is_tight != 0, nil))
      } else {
        let list = detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee
        lists.append((list?.is_tight != 0, Int(list?.start ?? 1)))
      }
    case MD_BLOCK_LI:
      let item = detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee
      try enter(.item(marker: marker(of: item), isWritten: false))
    case MD_BLOCK_HR:
      try beginLine(.filling)
      try put("───", looks: [.role(.border)])
      endBlock()
    case MD_BLOCK_H:
      try beginLine()
      let level = detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level ?? 1
      looks = [.role(.header)] + (level == 1 ? [.style(Style(attributes: .underline))] : [])
      if level > 2 { looks.append(.style(Style(attributes: .italic))) }
    case MD_BLOCK_P:
      try beginLine()
      let isQuote = containers.contains { if case .quote = $0 { true } else { false } }
      looks = isQuote ? [.role(.secondary), .style(Style(attributes: .italic))] : []
    case MD_BLOCK_CODE:
      isInCode = true
      looks = [.role(.accent)]
    case MD_BLOCK_TABLE: table = MarkdownTable()
    case MD_BLOCK_TR: table?.addRow()
    case MD_BLOCK_TH, MD_BLOCK_TD:
      try memory.use(MarkdownMemory.bytesPerCell)
      table?.addCell(align: detail?.assumingMemoryBound(to: MD_BLOCK_TD_DETAIL.self).pointee.align)
      if type == MD_BLOCK_TH { looks = [.role(.columnTitle)] }
    default: break
    }
  }

  private func marker(of item: MD_BLOCK_LI_DETAIL?) -> String {
    var marker = "• "
    if let number = lists.last?.number {
      marker = "\(number). "
      lists[lists.count - 1].number = number + 1
    }
    guard let item, item.is_task != 0 else { return marker }
    let box = item.task_mark == CChar(UInt8(ascii: " ")) ? "☐ " : "☑ "
    return lists.last?.number == nil ? box : marker + box
  }

  private func leaveBlock(_ type: MD_BLOCKTYPE) throws {
    switch type {
    case MD_BLOCK_QUOTE:
      leaveContainer()
      endBlock()
    case MD_BLOCK_UL, MD_BLOCK_OL:
      lists.removeLast()
      isLineOpen = false
      wantsBlankLine = !(lists.last?.isTight ?? false)
    case MD_BLOCK_LI:
      // Write the marker of an empty item as well.
      if case .item(_, false)? = containers.last { try beginLine() }
      leaveContainer()
      isLineOpen = false
      wantsBlankLine = !(lists.last?.isTight ?? false)
    case MD_BLOCK_H, MD_BLOCK_P:
      looks = []
      endBlock()
    case MD_BLOCK_CODE:
      // An empty code block is an empty line.
      if !isLineOpen { try beginLine() }
      isInCode = false
      looks = []
      endBlock()
    case MD_BLOCK_TH: looks = []
    case MD_BLOCK_TABLE:
      let drawn = table
      table = nil
      try drawn?.draw(width: tableWidth - continuation(in: containers).cellWidth) { line in
        try beginLine()
        for var piece in line {
          piece.attributes = piece.attributes.inside(.init(paragraph: paragraph))
          try append(piece)
        }
      }
      endBlock()
    default: break
    }
  }

  // MARK: Spans

  private func enterSpan(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) throws {
    switch type {
    case MD_SPAN_EM: beginSpan(.style(Style(attributes: .italic)))
    case MD_SPAN_STRONG: beginSpan(.style(Style(attributes: .bold)))
    case MD_SPAN_DEL: beginSpan(.style(Style(attributes: .strikethrough)))
    case MD_SPAN_CODE: beginSpan(.role(.accent))
    case MD_SPAN_IMG:
      let image = detail?.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee
      try memory.use(Int(image?.src.size ?? 0) + Int(image?.title.size ?? 0))
    case MD_SPAN_A:
      let link = detail?.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee
      // Also of a title, which is not shown: the parser copies both for each use of a reference.
      try memory.use(MarkdownMemory.bytesPerLink + Int(link?.href.size ?? 0) + Int(link?.title.size ?? 0))
      openLinks.append((LinkTarget(address: link.map { Self.string($0.href) } ?? "", number: linkCount), ""))
      linkCount += 1
      beginSpan(.style(Style(attributes: .underline)))
    default: break
    }
  }

  private func beginSpan(_ look: AttributedString.Look) {
    let isNew = !looks.contains(look)
    if isNew { looks.append(look) }
    spansWithLook.append(isNew)
  }

  private func endSpan() { if spansWithLook.popLast() == true { _ = looks.popLast() } }

  private func leaveSpan(_ type: MD_SPANTYPE) throws {
    switch type {
    case MD_SPAN_EM, MD_SPAN_STRONG, MD_SPAN_DEL, MD_SPAN_CODE: endSpan()
    case MD_SPAN_A:
      endSpan()
      guard let link = openLinks.popLast(), showsAddresses else { return }
      let address = link.target.address
      let bare = ["", "mailto:", "http://", "https://"].contains { $0 + link.text == address }
      if !bare, !address.isEmpty { try write(" (\(address))", looks: Self.faint) }
    default: break
    }
  }

  private static func string(_ attribute: MD_ATTRIBUTE) -> String {
    var text = ""
    var index = 0
    guard let types = attribute.substr_types, let offsets = attribute.substr_offsets else {
      return string(attribute.text, attribute.size)
    }
    while offsets[index] < attribute.size {
      let part = string(attribute.text + Int(offsets[index]), offsets[index + 1] - offsets[index])
      text += types[index] == MD_TEXT_ENTITY ? MarkdownEntities.text(of: part) : part
      index += 1
    }
    return text
  }

  // MARK: Text

  private func add(_ type: MD_TEXTTYPE, _ text: String) throws {
    if isInCode, table == nil { return try addCode(text) }
    switch type {
    case MD_TEXT_BR:
      if table != nil { return try write(" ") }
      try write("\n")
      commonDepth = containers.count
      let indentation = continuation(in: containers)
      if !indentation.isEmpty { try put(indentation, looks: Self.faint) }
    case MD_TEXT_SOFTBR: try write(" ")
    case MD_TEXT_NULLCHAR: try write("\u{fffd}")
    case MD_TEXT_ENTITY: try write(MarkdownEntities.text(of: text))
    // In a table, this is the bar itself, also in code.
    case MD_TEXT_CODE where table != nil: try write(text.replacing("\\|", with: "|"))
    default: try write(text)
    }
  }

  private func write(_ text: String, looks: [AttributedString.Look]? = nil) throws {
    for index in openLinks.indices { openLinks[index].text += text }
    let target = openLinks.last?.target
    if table != nil {
      let piece = Piece(text: text, attributes: .init(looks: looks ?? self.looks), target: target)
      try memory.use(piece: piece)
      table?.add(piece)
      return
    }
    // The text of a tight list is not in a paragraph block.
    if !isLineOpen { try beginLine() }
    try put(text, looks: looks, target: target)
  }

  /// Adds code, one line of text for each line of code.
  private func addCode(_ text: String) throws {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.isEmpty else { continue }
      codeLine += line
    }
    if text.hasSuffix("\n") {
      try beginLine(indentation: Self.codeIndentation)
      try put(String(repeating: " ", count: Self.codeIndentation) + codeLine)
      codeLine = ""
    }
  }

  private var codeLine = ""
  private static let codeIndentation = 2
}
