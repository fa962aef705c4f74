
# Where no command is named, it is DEFAULT_COMMAND: what follows is completed as its. All that the parser's part knows of the
# line it has from this function.
functions --erase __luahost_typed_tokens
functions --copy __luahost_tokens __luahost_typed_tokens
function __luahost_tokens
    set -l tokens (__luahost_typed_tokens $argv)
    if test (count $tokens) -gt 1; and __luahost_names_no_command $tokens[2..]
        set tokens $tokens[1] DEFAULT_COMMAND $tokens[2..]
    end
    printf '%s\n' $tokens
end

function __luahost_names_no_command
    for word in $argv
        contains -- $word COMMAND_NAMES; and return 1
    end
    return 0
end

# A first word may become a command's name, or is the default one's.
function __luahost_is_first_word
    test (count (__luahost_typed_tokens -pc)) -eq 1
end

function __luahost_complete_default
    complete -C "luahost DEFAULT_COMMAND $(commandline -ct)"
end

complete -c luahost -n __luahost_is_first_word -a '(__luahost_complete_default)'
