import TripsCore

/// Lists the programs that track the history by a name.
enum HistoryConsumersCommand: Command {
  static let declaration = CommandDeclaration(
    "List the consumers of the history, and what each has read",
    discussion: """
      For each consumer: the last transaction it has read, when it acknowledged that, how many \
      changes are new to it, and its token.
      """,
    examples: ["trips history consumers"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let store = try context.openStore(.reading)
    let consumers = try store.historyConsumers()
    context.noteMissing(store)
    if consumers.isEmpty, !store.isMissing { context.noteNothing("the history has no consumers") }
    if context.globals.isJSON { return try context.output.writeJSON(lines: consumers) }
    var table = Table(columns: [
      Table.Column(title: "CONSUMER", isFlexible: true),
      Table.Column(title: "READ THROUGH", alignment: .right),
      Table.Column(title: "WHEN", rank: 1), Table.Column(title: "UNREAD", alignment: .right),
      // A token that is cut is useless.
      Table.Column(title: "TOKEN", rank: 2),
    ])
    let isTerminal = context.terminal.isOutput
    for status in consumers {
      let time = status.consumer.acknowledged
      table.append([
        status.consumer.name, status.problem == nil ? String(status.transaction) : "",
        isTerminal ? context.timeZone.text(time) : time,
        status.problem == nil ? String(status.unread) : "must be reset",
        status.consumer.token.description,
      ])
    }
    try table.write(in: context)
  }
}

extension HistoryConsumerStatus: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("name", consumer.name)
    json.member("transaction", problem == nil ? transaction : nil)
    json.member("acknowledged", consumer.acknowledged)
    json.member("unread", problem == nil ? unread : nil)
    json.member("token", consumer.token)
  }
}
