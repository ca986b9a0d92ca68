import Testing

@testable import trips

struct ManCommandTests {
  @Test func holdsEveryCommandAndOption() throws {
    let page = try TestTool().run("man").stdout
    func visit(_ node: CommandNode, _ path: String) {
      if node.command != nil { #expect(page.contains(".SS \(path)\(node.name)")) }
      for option in node.declaration.options where !option.isHidden {
        #expect(page.contains(option.name.replacing("-", with: "\\-")))
      }
      for child in node.children where !child.isHidden { visit(child, path + node.name + " ") }
    }
    for node in CommandLineTool.commands { visit(node, "trips ") }
  }
}
