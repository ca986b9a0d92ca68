import Platform

Interruption.install()
// A closed pipe, and a file that may not grow, show as errors of write(2).
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
umask(0o077)

// The context is never freed: closing the store would start a thread for nothing.
let tool = CommandLineTool(context: .process)
exit(tool.run().rawValue)
