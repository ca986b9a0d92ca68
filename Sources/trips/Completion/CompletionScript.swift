/// A supported shell.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell loads. It contains no commands or options but calls `trips
  /// __complete`, so it never gets out of date.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // bash passes the line as typed, because it would also split words at '=' and ':'.
  private static let bashScript = #"""
    # bash completions for 'trips'. Load them in ~/.bashrc with
    #   source <(trips completions bash)
    # or put this file into ~/.local/share/bash-completion/completions/trips

    _trips() {
      local line
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          :files) compopt -o default 2>/dev/null; COMPREPLY=(); return ;;
          :folders) compopt -o dirnames 2>/dev/null; COMPREPLY=(); return ;;
          # Describe an id where the shell only lists it.
          [0-9]*$'\t'*) [ "$COMP_TYPE" = 63 ] && line="${line/$'\t'/  -- }"; COMPREPLY+=("${line%%$'\t'*}") ;;
          *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
      done < <("$1" __complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    }
    complete -F _trips trips

    """#

  // -U accepts the matches as they are, since the tool compares without case and accents. zsh
  // replaces the typed text with the matches' common prefix. If that is shorter than the typed
  // text, the matches are only listed.
  private static let zshScript = #"""
    #compdef trips
    # zsh completions for 'trips'. Put this file as '_trips' into a folder of $fpath, or load it in
    # ~/.zshrc, after compinit, with
    #   source <(trips completions zsh)

    _trips() {
      local line head tab=$'\t' typed=${(Q)PREFIX}
      local -a values shown
      for line in ${(f)"$(command $words[1] __complete zsh "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null)"}; do
        case $line in
          :files) _files; return ;;
          :folders) _files -/; return ;;
          *)
            values+=("${line%%$tab*}")
            if [[ $line == *$tab* ]]; then
              shown+=("${line%%$tab*}  -- ${line#*$tab}")
            else
              shown+=("$line")
            fi
            ;;
        esac
      done
      (( $#values )) || return
      head=${values[1][1,$#typed]}
      if [[ $compstate[insert] == *unambiguous* && -n ${values:#$head*} ]]; then
        compstate[insert]= compstate[list]='list force'
      fi
      compadd -U -l -d shown -- $values
    }
    if [[ $funcstack[1] == _trips ]]; then _trips "$@"; else compdef _trips trips; fi

    """#

  private static let fishScript = #"""
    # fish completions for 'trips'. Load them in ~/.config/fish/config.fish with
    #   trips completions fish | source
    # or put this file into ~/.config/fish/completions/trips.fish

    function __trips_complete
        set -l before (commandline -opc)
        set -l current (commandline -ct)
        set -l lines (command $before[1] __complete fish $before[2..-1] "$current" 2>/dev/null)
        switch "$lines[1]"
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                string join \n -- $lines
        end
    end
    complete -c trips -f -a '(__trips_complete)'

    """#
}
