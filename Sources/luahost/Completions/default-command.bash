
# Where no command is named, it is DEFAULT_COMMAND: what follows is completed as its.
_luahost_or_default() {
    local word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "${word}" in
        COMMAND_NAMES)
            _luahost "${@}"
            return
            ;;
        esac
    done
    local -a words=("${COMP_WORDS[0]}" DEFAULT_COMMAND "${COMP_WORDS[@]:1}")
    local -i index="$((COMP_CWORD + 1))"
    # A first word may become a command's name.
    [[ "${COMP_CWORD}" -ne 1 || "${2}" = -* ]] || _luahost "${@}"
    local -a COMP_WORDS=("${words[@]}")
    local -i COMP_CWORD="${index}"
    _luahost "${@}"
}

complete -o filenames -F _luahost_or_default luahost
