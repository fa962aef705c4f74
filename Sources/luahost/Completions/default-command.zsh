# Where no command is named, it is DEFAULT_COMMAND: what follows is completed as its.
functions[_luahost_named]="${functions[_luahost]}"
_luahost() {
    local -i ret=1
    if [[ -n "${(M)words[2,CURRENT-1]:#(COMMAND_NAMES)}" ]]; then
        _luahost_named "${@}"
        return
    fi
    # A first word may become a command's name.
    if [[ "${CURRENT}" -eq 2 && "${words[2]}" != -* ]]; then
        _luahost_named "${@}" && ret=0
    fi
    words=("${words[1]}" DEFAULT_COMMAND "${(@)words[2,-1]}")
    ((CURRENT++))
    _luahost_named "${@}" && ret=0
    return "${ret}"
}

