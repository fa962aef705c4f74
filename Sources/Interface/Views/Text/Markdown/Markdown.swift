import CMd4c

extension AttributedString {
  /// The maximum length of Markdown in bytes; the rest is ignored.
  public static let longestMarkdown = 8 << 20

  /// Returns the text of a Markdown document: CommonMark with tables, task lists, `~~strikethrough~~` and autolinks.
  /// HTML is shown as source text, images as their alternative text.
  ///
  /// - Parameters:
  ///   - markdown: the document, of which at most ``longestMarkdown`` bytes are read.
  ///   - tableWidth: the maximum width of a table, in cells. Longer cells wrap within their columns.
  ///   - link: creates the link for an address. If nil, addresses are shown after the text of their links.
  @MainActor
  public static func markdown(
    _ markdown: String, tableWidth: Int = 76, link: ((String) -> TextLink)? = nil
  ) -> AttributedString {
    let document = MarkdownDocument(showsAddresses: link == nil, tableWidth: tableWidth)
    document.read(markdown)
    // All pieces of a link have the same one, also if it wraps in a cell.
    var links: [Int: TextLink] = [:]
    return AttributedString(
      parts: document.pieces.map { piece in
        var attributes = piece.attributes
        if let target = piece.target {
          if let link {
            let made = links[target.number] ?? link(target.address)
            links[target.number] = made
            attributes.link = made
          } else if Hyperlink(target.address) != .none {
            // Only terminals with hyperlinks open it.
            var style = Style.plain
            style.link = Hyperlink(target.address)
            attributes.looks.append(.style(style))
          }
        }
        return (piece.text, attributes)
      })
  }
}

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

  /// A list: whether it is tight, without blank lines between its items, and the number of the next item.
  private struct List {
    var isTight: Bool
    var number: Int?
  }

  private(set) var pieces: [Piece] = []
  private let showsAddresses: Bool
  private let tableWidth: Int
  private var containers: [Container] = []
  /// The number of containers that the previous line is in as well.
  private var commonDepth = 0
  private var lists: [List] = []
  private var looks: [AttributedString.Look] = []
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

  init(showsAddresses: Bool, tableWidth: Int) {
    self.showsAddresses = showsAddresses
    self.tableWidth = tableWidth
  }

  func read(_ markdown: String) {
    var parser = MD_PARSER()
    parser.flags = UInt32(MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)
    parser.flags |= UInt32(MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_PERMISSIVEEMAILAUTOLINKS)
    parser.flags |= UInt32(MD_FLAG_PERMISSIVEWWWAUTOLINKS | MD_FLAG_NOHTMLBLOCKS | MD_FLAG_NOHTMLSPANS)
    parser.enter_block = { type, detail, document in
      MarkdownDocument.of(document)?.enterBlock(type, detail)
      return 0
    }
    parser.leave_block = { type, _, document in
      MarkdownDocument.of(document)?.leaveBlock(type)
      return 0
    }
    parser.enter_span = { type, detail, document in
      MarkdownDocument.of(document)?.enterSpan(type, detail)
      return 0
    }
    parser.leave_span = { type, _, document in
      MarkdownDocument.of(document)?.leaveSpan(type)
      return 0
    }
    parser.text = { type, text, size, document in
      MarkdownDocument.of(document)?.add(type, MarkdownDocument.string(text, size))
      return 0
    }
    var markdown = MarkdownTable.withLongRules(markdown)
    markdown.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        let size = MD_SIZE(min(bytes.count, AttributedString.longestMarkdown))
        _ = md_parse(bytes.baseAddress, size, &parser, Unmanaged.passUnretained(self).toOpaque())
      }
    }
  }

  /// Returns the document that ``read(_:)`` passed to the parser.
  private static func of(_ document: UnsafeMutableRawPointer?) -> MarkdownDocument? {
    document.map { Unmanaged<MarkdownDocument>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func string(_ text: UnsafePointer<CChar>?, _ size: MD_SIZE) -> String {
    guard let text else { return "" }
    return text.withMemoryRebound(to: UInt8.self, capacity: Int(size)) {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(size)), as: UTF8.self)
    }
  }

  // MARK: Lines

  private func put(_ text: String, looks: [AttributedString.Look]? = nil, target: LinkTarget? = nil) {
    let attributes = AttributedString.Attributes(looks: looks ?? self.looks, paragraph: paragraph)
    pieces.append(Piece(text: text, attributes: attributes, target: target))
  }

  private func newline() {
    pieces.append(Piece(text: "\n", attributes: .init(looks: [], paragraph: paragraph)))
  }

  private static let faint: [AttributedString.Look] = [.role(.secondary)]

  private func enter(_ container: Container) {
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
  private func beginLine(_ breaking: AttributedString.Paragraph.Breaking = .wrapping) {
    if !pieces.isEmpty {
      paragraph = .init()
      newline()
      if wantsBlankLine {
        let bars = continuation(in: containers.prefix(commonDepth))
        if bars.contains("│") { put(bars, looks: Self.faint) }
        newline()
      }
    }
    wantsBlankLine = false
    isLineOpen = true
    commonDepth = containers.count
    let indentation = continuation(in: containers)
    paragraph = .init(
      continuation: indentation.isEmpty ? nil : AttributedString(indentation, look: .role(.secondary)),
      breaking: breaking)
    for index in containers.indices.prefix(Self.deepest) {
      switch containers[index] {
      case .quote: put("│ ", looks: [.role(.accent)])
      case .item(let marker, let isWritten):
        put(isWritten ? String(repeating: " ", count: marker.cellWidth) : marker, looks: [.role(.accent)])
        containers[index] = .item(marker: marker, isWritten: true)
      }
    }
  }

  private func endBlock() {
    isLineOpen = false
    wantsBlankLine = true
  }

  // MARK: Blocks

  private func enterBlock(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    switch type {
    case MD_BLOCK_QUOTE: enter(.quote)
    case MD_BLOCK_UL, MD_BLOCK_OL:
      if isLineOpen || lists.last?.isTight == true {
        // A list inside a tight list has no blank line before it either.
        isLineOpen = false
        wantsBlankLine = !(lists.last?.isTight ?? false)
      }
      if type == MD_BLOCK_UL {
        let list = detail?.assumingMemoryBound(to: MD_BLOCK_UL_DETAIL.self).pointee
        lists.append(List(isTight: list?.is_tight != 0, number: nil))
      } else {
        let list = detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee
        lists.append(List(isTight: list?.is_tight != 0, number: Int(list?.start ?? 1)))
      }
    case MD_BLOCK_LI:
      let item = detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee
      enter(.item(marker: marker(of: item), isWritten: false))
    case MD_BLOCK_HR:
      beginLine(.filling)
      put("───", looks: [.role(.border)])
      endBlock()
    case MD_BLOCK_H:
      beginLine()
      let level = detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level ?? 1
      looks = [.role(.header)] + (level == 1 ? [.style(Style(attributes: .underline))] : [])
      if level > 2 { looks.append(.style(Style(attributes: .italic))) }
    case MD_BLOCK_P:
      beginLine()
      let isQuote = containers.contains { if case .quote = $0 { true } else { false } }
      looks = isQuote ? [.role(.secondary), .style(Style(attributes: .italic))] : []
    case MD_BLOCK_CODE:
      isInCode = true
      looks = [.role(.accent)]
    case MD_BLOCK_TABLE: table = MarkdownTable()
    case MD_BLOCK_TR: table?.addRow()
    case MD_BLOCK_TH, MD_BLOCK_TD:
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

  private func leaveBlock(_ type: MD_BLOCKTYPE) {
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
      if case .item(_, false)? = containers.last { beginLine() }
      leaveContainer()
      isLineOpen = false
      wantsBlankLine = !(lists.last?.isTight ?? false)
    case MD_BLOCK_H, MD_BLOCK_P:
      looks = []
      endBlock()
    case MD_BLOCK_CODE:
      // An empty code block is an empty line.
      if !isLineOpen { beginLine() }
      isInCode = false
      looks = []
      endBlock()
    case MD_BLOCK_TH: looks = []
    case MD_BLOCK_TABLE:
      let lines = table?.lines(width: tableWidth - continuation(in: containers).cellWidth) ?? []
      table = nil
      for line in lines {
        beginLine()
        for piece in line {
          pieces.append(
            Piece(
              text: piece.text, attributes: piece.attributes.inside(.init(paragraph: paragraph)), target: piece.target))
        }
      }
      endBlock()
    default: break
    }
  }

  // MARK: Spans

  private func enterSpan(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    switch type {
    case MD_SPAN_EM: looks.append(.style(Style(attributes: .italic)))
    case MD_SPAN_STRONG: looks.append(.style(Style(attributes: .bold)))
    case MD_SPAN_DEL: looks.append(.style(Style(attributes: .strikethrough)))
    case MD_SPAN_CODE: looks.append(.role(.accent))
    case MD_SPAN_A:
      let href = detail?.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee.href
      openLinks.append((LinkTarget(address: href.map(Self.string) ?? "", number: linkCount), ""))
      linkCount += 1
      looks.append(.style(Style(attributes: .underline)))
    default: break
    }
  }

  private func leaveSpan(_ type: MD_SPANTYPE) {
    switch type {
    case MD_SPAN_EM, MD_SPAN_STRONG, MD_SPAN_DEL, MD_SPAN_CODE: _ = looks.popLast()
    case MD_SPAN_A:
      _ = looks.popLast()
      guard let link = openLinks.popLast(), showsAddresses else { return }
      let address = link.target.address
      let bare = ["", "mailto:", "http://", "https://"].contains { $0 + link.text == address }
      if !bare, !address.isEmpty { write(" (\(address))", looks: Self.faint) }
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

  private func add(_ type: MD_TEXTTYPE, _ text: String) {
    if isInCode, table == nil { return addCode(text) }
    switch type {
    case MD_TEXT_BR:
      if table != nil { return write(" ") }
      write("\n")
      commonDepth = containers.count
      let indentation = continuation(in: containers)
      if !indentation.isEmpty { put(indentation, looks: Self.faint) }
    case MD_TEXT_SOFTBR: write(" ")
    case MD_TEXT_NULLCHAR: write("\u{fffd}")
    case MD_TEXT_ENTITY: write(MarkdownEntities.text(of: text))
    default: write(text)
    }
  }

  private func write(_ text: String, looks: [AttributedString.Look]? = nil) {
    for index in openLinks.indices { openLinks[index].text += text }
    let target = openLinks.last?.target
    if table != nil {
      table?.add(Piece(text: text, attributes: .init(looks: looks ?? self.looks), target: target))
      return
    }
    // The text of a tight list is not in a paragraph block.
    if !isLineOpen { beginLine() }
    put(text, looks: looks, target: target)
  }

  /// Adds code, one line of text for each line of code.
  private func addCode(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.isEmpty else { continue }
      codeLine += line
    }
    if text.hasSuffix("\n") {
      beginLine()
      put("  " + codeLine)
      codeLine = ""
    }
  }

  private var codeLine = ""
}
