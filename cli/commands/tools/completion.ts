import type { Command } from 'commander'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'

export type CompletionOptions = { readonly shell: string }

type Words = {
  readonly path: readonly string[]
  readonly words: readonly { readonly word: string; readonly meaning: string }[]
}

/** Prints a completion script made from the program itself, so that it knows every command and flag. */
export function makeRunCompletion(program: Command) {
  return async ({ shell }: CompletionOptions, { io }: Context): Promise<void> => {
    if (!shells.includes(shell))
      throw usageError(`There is no completion for "${shell}".`, `There is one for ${shells.join(', ')}.`)
    io.out(renderCompletion(program, shell))
  }
}

const writers: Readonly<Record<string, (all: readonly Words[]) => string>> = { bash: toBash, zsh: toZsh, fish: toFish }

/** The shells there is a script for. */
export const shells: readonly string[] = Object.keys(writers)

/** The completion script of a shell. */
export function renderCompletion(program: Command, shell: string): string {
  return writers[shell]?.(collectWords(program)) ?? ''
}

/** What may come after each command: its verbs, its flags and the program's. */
function collectWords(program: Command, path: readonly string[] = []): readonly Words[] {
  const visit = (command: Command, at: readonly string[]): readonly Words[] => {
    const verbs = command.commands.map((each) => ({ word: each.name(), meaning: each.description() }))
    const flags = [...command.options, ...(command === program ? [] : program.options)].flatMap(
      ({ long, description }) => (long === undefined || long === null ? [] : [{ word: long, meaning: description }]),
    )
    const words = [...verbs, ...flags, { word: '--help', meaning: 'show help' }]
    return [{ path: at, words }, ...command.commands.flatMap((each) => visit(each, [...at, each.name()]))]
  }
  return visit(program, path)
}

function toBash(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, words }) => `    '${path.join(' ')}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  )
  return `_studio_cli() {
  local words='' path='' word current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *) case " ${listPaths(all)} " in *" \${path:+\${path}/}$word "*) path="\${path:+\${path}/}$word" ;; esac ;;
    esac
  done
  case "\${path//\\// }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _studio_cli studio-cli
`
}

function toZsh(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, words }) =>
      `    '${path.join('/')}') choices=(${words.map(({ word, meaning }) => quote(`${word.replaceAll(':', '\\:')}:${meaning}`)).join(' ')}) ;;`,
  )
  return `#compdef studio-cli
_studio_cli() {
  # "words" is the shell's own.
  local -a words_before choices
  local place='' word
  local known=' ${listPaths(all)} '
  words_before=("\${(@)words[2,CURRENT-1]}")
  for word in $words_before; do
    [[ $known == *" \${place:+$place/}$word "* ]] && place="\${place:+$place/}$word"
  done
  case "$place" in
${cases.join('\n')}
  esac
  _describe 'studio-cli' choices || _files
}
if [ "$funcstack[1]" = "_studio_cli" ]; then _studio_cli "$@"; else compdef _studio_cli studio-cli; fi
`
}

function toFish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map(({ word, meaning }) => {
      const [noun, verb] = path
      const condition =
        noun === undefined
          ? '__fish_use_subcommand'
          : verb === undefined
            ? `__fish_seen_subcommand_from ${noun}`
            : `__fish_seen_subcommand_from ${noun}; and __fish_seen_subcommand_from ${verb}`
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c studio-cli -n ${quote(condition)} ${what} -d ${quote(meaning)}`
    }),
  )
  return `${lines.join('\n')}\n`
}

function listPaths(all: readonly Words[]): string {
  return all.flatMap(({ path }) => (path.length === 0 ? [] : [path.join('/')])).join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
