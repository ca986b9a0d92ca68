import Platform

Interruption.install()
// Closed pipes and exceeded file sizes are reported as errors of write(2).
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
umask(0o077)

// The context is never freed, since closing the store would start a thread.
let tool = CommandLineTool(context: .process)
exit(tool.run().rawValue)
