import Testing

@testable import TripsCore

/// The lines of descriptions written by web clients.
struct HTMLLinesTests {
  @Test(arguments: [
    ("a<br>b", "a\nb"), ("a<br/>b<BR />c", "a\nb\nc"), ("a<br>\nb", "a\nb"),
    ("<p>a</p><p>b</p>", "a\nb\n"), ("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n"),
    ("<ul><li>a</li><li>b</li></ul>", "a\nb\n"), ("call <b>Ann</b>", "call Ann"),
    ("a &amp; b &lt;c&gt; &quot;d&quot;&#39;<br>", "a & b <c> \"d\"'\n"),
    ("two&nbsp;words<br>", "two words\n"), ("a &unknown; &amp<br>", "a &unknown; &amp\n"),
    // Tags make the lines; a line break is then a space.
    ("a\nb<br>c", "a b\nc"),
    // Any tag is dropped; comments, styles and scripts go with their content.
    (#"<a href="https://pay.example/?a=1&amp;b=2">tickets</a>"#, "tickets"),
    ("<h1>a</h1><table><tr><td>b</td></tr></table>c", "a\nb\nc"),
    ("a<!-- <b>x</b> --><STYLE>p { x }</Style><script>if (a<b) {}</script>b<br>", "ab\n"),
    ("<o:p>a</o:p><custom x=1>b<br>", "ab\n"), ("a&#233;&#x2192;<br>", "aé→\n"),
    ("a<!-- b", "a"), ("a<style>b", "a"),
    (#"<a href="https://www.example.org">www.example.org</a>"#, "www.example.org"),
    // Text that a user typed between angle brackets.
    ("Ann <ann@example.org><br>", "Ann <ann@example.org>\n"), ("a <A 12> b", "a <A 12> b"),
  ])
  func keepsTheLinesOfAText(_ html: String, _ lines: String) {
    #expect(HTMLLines.text(of: html) == lines)
  }

  @Test(arguments: [
    ("a<br>b", true), ("<p>a</p>", true), ("<li>a", true), (#"<a href="x">y</a>"#, true),
    ("a < b", false), ("<ann@example.org>", false), ("<https://example.org>", false),
    ("a &amp; b", false), ("->", false), ("<brave>", false), ("<>", false), ("<br", false),
  ])
  func recognizesTextWithTags(_ text: String, _ isHTML: Bool) {
    #expect(HTMLLines.isIn(text) == isHTML)
  }

  /// Text that consists of brackets is read in one pass.
  @Test func readsALineOfBrackets() {
    let text = String(repeating: "<", count: 200_000)
    #expect(!HTMLLines.isIn(text))
    #expect(HTMLLines.text(of: text) == text)
  }

  /// Each is read once, whether it ends or not.
  @Test(arguments: ["<a href=\"x\">", "<!--", "<style>", "<!-- -->", "&", "<b x="])
  func takesLinearTimeForTags(_ tag: String) {
    let text = String(repeating: tag, count: 100_000)
    #expect(HTMLLines.text(of: text).utf8.count <= text.utf8.count)
  }
}
