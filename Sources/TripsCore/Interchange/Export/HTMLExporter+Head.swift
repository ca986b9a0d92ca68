extension HTMLExporter {
  /// The head of the page with its style. Colours have a contrast of at least 4.5:1 on white and
  /// black.
  static let pageHead = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Trips</title>
    <style>
    :root { --ink: #1c2126; --soft: #59626b; --line: #d7dce1; --page: #fff; --card: #f7f8fa;
      --business: #1a7a3c; --personal: #2458c7; --trip: #6b5f00; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb6;
      --line: #3a424a; --page: #14181c; --card: #1d2328; --business: #4cc274;
      --personal: #7fa6ff; --trip: #cdbb3e; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 60rem; background: var(--page);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { margin: 0; font-size: 1.8rem; }
    h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
    h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
    header p, .place, .length, .state { color: var(--soft); }
    header p, .place { margin: 0; }
    .state { font-size: .875rem; }
    .state::before { content: "· "; }
    .length { display: inline-block; margin-left: .5rem; }
    .timeline { margin: 1.5rem 0; }
    .timeline h2 { margin: 1rem 0 .25rem; font-size: 1rem; }
    .months { display: grid; color: var(--soft); font-size: .75rem;
      border-bottom: 1px solid var(--line); }
    .months span { min-width: 0; border-left: 1px solid var(--line); padding-left: .2rem; }
    .months i { font-style: normal; }
    .bars { list-style: none; margin: 0; padding: .25rem 0; }
    .bars li { position: relative; height: 1.6rem; overflow: hidden; }
    .bars a { color: inherit; text-decoration: none; }
    .bar { position: absolute; top: .25rem; height: 1.1rem; border-radius: 3px;
      left: min(var(--from), 100% - 4px); width: calc(var(--to) - var(--from)); min-width: 4px; }
    .bar.business { background: var(--business); }
    .bar.personal { background: var(--personal); border-radius: .45rem; }
    .bar.plain { background: var(--trip); border-radius: 0; }
    .name { position: absolute; left: var(--to); right: 0; padding: 0 .4rem; font-size: .875rem;
      line-height: 1.6rem; text-align: left; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis; }
    .name.late { left: 0; right: calc(100% - var(--from)); text-align: right; }
    .name.inside { left: var(--from); right: calc(100% - var(--to)); color: var(--page); }
    main { display: grid; gap: 1rem; }
    article { padding: 1rem; background: var(--card); border: 1px solid var(--line);
      border-left: 6px solid var(--trip); border-radius: 6px; break-inside: avoid; }
    article.business { border-left-color: var(--business); }
    article.personal { border-left-color: var(--personal); }
    .kind { margin: 0; font-size: .75rem; font-weight: 600; text-transform: uppercase;
      letter-spacing: .05em; color: var(--trip); }
    .business .kind { color: var(--business); }
    .personal .kind { color: var(--personal); }
    .dates { margin: .25rem 0 0; font-weight: 600; }
    .length { font-weight: 400; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem;
      margin: .75rem 0 0; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    article ul { list-style: none; margin: 0; padding: 0; }
    article li { padding-left: 1.6rem; text-indent: -1.6rem; }
    article li > * { text-indent: 0; }
    .tick { display: inline-block; width: 1.6rem; }
    .days { list-style: none; margin: 0; padding: 0; }
    .days > li { padding: .4rem 0; text-indent: 0; border-top: 1px solid var(--line);
      break-inside: avoid; }
    .days h4 { margin: 0; font-size: 1rem; }
    .days p { margin: 0; color: var(--soft); }
    .days .stay { padding-left: 0; text-indent: 0; }
    .days time { font-variant-numeric: tabular-nums; }
    .notes { margin-top: .75rem; color: var(--ink); }
    .lines { white-space: pre-wrap; color: var(--soft); }
    @media (max-width: 40rem) { .months i { display: none; } .months span { text-align: center;
      padding: 0; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
      .length { display: block; margin: 0; } }
    @media print { :root { --ink: #000; --soft: #444; --line: #bbb; --page: #fff; --card: #fff;
      --business: #1a7a3c; --personal: #2458c7; --trip: #6b5f00; }
      body { max-width: none; padding: 0; font-size: 10.5pt; }
      article:first-child { break-inside: auto; } h2, h3, .dates { break-after: avoid; }
      .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
    </style>
    </head>

    """
}
