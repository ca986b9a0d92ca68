import Platform

/// Prints the manual page.
enum ManCommand: Command {
  static let printsJSON = false
  static let declaration = CommandDeclaration(
    "Show the manual page, or print it for man(1)",
    examples: ["trips man", "trips man > ~/.local/share/man/man1/trips.1"])

  /// Shows the page on a terminal; a file or a pipe gets its source.
  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let page = ManPage().text
    guard context.terminal.isOutput else { return try context.output.write(page) }
    if let file = EditedFile(Array(page.utf8)) {
      defer { file.remove() }
      if context.edit(viewer, file.path) { return }
    }
    try context.output.write(text(width: context.terminal.width))
  }

  /// The command that shows a page; it fails where man(1) is missing or has no '-l'.
  private static let viewer = "command -v man >/dev/null && man -l 2>/dev/null"

  /// The page without man(1): the help of the tool, of each command and of each topic.
  private static func text(width: Int) -> String {
    func help(_ nodes: [CommandNode], of path: [CommandNode]) -> [String] {
      nodes.flatMap { node in
        let path = path + [node]
        return [HelpText(path: path, width: width).text] + help(node.children, of: path)
      }
    }
    let pages =
      [HelpText(path: [], width: width).text] + help(CommandLineTool.commands, of: [])
      + Manual.topics.map { HelpText.text(of: $0, width: width) }
    return pages.joined(separator: "\n")
  }
}
