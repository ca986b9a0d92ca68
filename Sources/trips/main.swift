import Platform

// ^C ends with 130 and not with a signal; a transaction under way is rolled back by the next open.
Interruption.install()
// A closed pipe shows as an error of write(2), which ends the tool quietly.
signal(SIGPIPE, SIG_IGN)
umask(0o077)

// The context is never freed: closing the store would start a thread for nothing.
let tool = CommandLineTool(context: .process)
exit(tool.run(RawArguments.ofProcess).rawValue)
