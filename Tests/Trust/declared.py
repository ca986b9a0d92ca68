"""What the tool declares, read from its completion: that walks the declarations, as parsing does."""

# Commands that write no file, by their paths. Every other one is a writer.
READERS = {
    "list", "show", "plan", "next", "calendar", "stats", "perdiem", "history", "diff", "watch",
    "completions", "man", "help", "bucket", "stay", "bucket list", "stay list"}


def offered(tool, *words):
    """The words that may come next."""
    lines = tool.run("__complete", "fish", *words).out.decode().splitlines()
    return [line.split("\t")[0] for line in lines]


def commands(tool):
    """Each command and group with its options: {("history", "purge"): ["--db", …]}."""
    found = {}

    def visit(path):
        found[path] = [option for option in offered(tool, *path, "--") if option.startswith("--")]
        for word in offered(tool, *path, ""):
            # What a command without subcommands offers are values, which have no help.
            if tool.run("help", *path, word).code == 0:
                visit((*path, word))

    for word in offered(tool, ""):
        visit((word,))
    return found


def values(tool, *words):
    """The words that an option takes: values(tool, "import", "--format")."""
    return offered(tool, *words, "")


def writers(tool):
    return {" ".join(path) for path in commands(tool)} - READERS
