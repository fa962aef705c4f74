
# Where no command is named, it is DEFAULT_COMMAND: what follows is completed as its.
function __luahost_names_no_command
    for word in (commandline -opc)[2..]
        contains -- $word COMMAND_NAMES; and return 1
    end
    return 0
end

function __luahost_complete_default
    set -l words luahost DEFAULT_COMMAND (commandline -opc)[2..]
    complete -C "$(string escape -- $words | string join ' ') $(commandline -ct)"
end

complete -c luahost -n __luahost_names_no_command -a '(__luahost_complete_default)'
