import type { Command } from 'commander'
import { textEncodings } from '#core/exchange/decode-text.ts'
import { settings } from './config.ts'

type Word = { readonly word: string; readonly meaning: string }

/** What can follow a command: its verbs or its argument's values, and flags after a dash. */
type Level = { readonly path: string; readonly choices: readonly Word[]; readonly flags: readonly Word[] }

/** Everything a script needs: the levels, and the flags that take a value. */
type Knowledge = { readonly levels: readonly Level[]; readonly taking: readonly string[] }

/** Values that can be completed, by flag or by the command they are an argument of. */
const values: Readonly<Record<string, readonly string[]>> = {
  '--format': ['csv', 'kitsu', 'edl', 'otio'],
  '--encoding': textEncodings,
  '--by': ['artist', 'project', 'space', 'item', 'stage', 'day', 'month'],
  '--actions': ['revision', 'comment'],
  completion: ['bash', 'zsh', 'fish'],
  'config/get': Object.keys(settings),
  'config/set': Object.keys(settings),
  'config/unset': Object.keys(settings),
}

const writers: Readonly<Record<string, (all: Knowledge) => string>> = { bash: toBash, zsh: toZsh, fish: toFish }

/** The shells with a completion script. */
export const shells: readonly string[] = Object.keys(writers)

/** Renders a shell's completion script. */
export function renderCompletion(program: Command, shell: string): string {
  const levels = listLevels(program, program, [])
  const taking = listCommands(program).flatMap(({ options }) => options.filter(({ required }) => required))
  const names = taking.flatMap(({ short, long }) => [short, long]).filter((name) => typeof name === 'string')
  return writers[shell]?.({ levels, taking: [...new Set(names)] }) ?? ''
}

function listLevels(program: Command, command: Command, path: readonly string[]): readonly Level[] {
  const place = path.join('/')
  const verbs = command.commands.map((each) => ({ word: each.name(), meaning: each.description() }))
  const options = new Set([...command.options, ...program.options])
  const flags = [...options].flatMap(({ long, description }) =>
    typeof long === 'string' ? [{ word: long, meaning: description }] : [],
  )
  const level: Level = {
    path: place,
    choices: verbs.length > 0 ? verbs : toWords(values[place]),
    flags: [...flags, { word: '--help', meaning: 'show help' }],
  }
  return [level, ...command.commands.flatMap((each) => listLevels(program, each, [...path, each.name()]))]
}

function listCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listCommands)]
}

const toWords = (words: readonly string[] = []): readonly Word[] => words.map((word) => ({ word, meaning: '' }))

/**
 * Lists each place a word can be completed at with its words: after a flag that takes a value, behind a dash, and
 * elsewhere.
 */
function listPlaces({ levels, taking }: Knowledge): readonly (readonly [place: string, words: readonly Word[]])[] {
  return [
    ...taking.map((flag) => [`value ${flag}`, toWords(values[flag])] as const),
    ...levels.map(({ path, flags }) => [`flag ${path}`, flags] as const),
    ...levels.map(({ path, choices }) => [`word ${path}`, choices] as const),
  ].filter(([, words]) => words.length > 0)
}

const pathsOf = ({ levels }: Knowledge): string => levels.map(({ path }) => path).join(' ')

// In all shells: the word after a flag that takes a value is that value and not a command; unknown values complete to
// files.

function toBash(all: Knowledge): string {
  const cases = listPlaces(all).map(
    ([place, words]) => `    '${place}') choices='${words.map(({ word }) => word).join(' ')}' ;;`,
  )
  return `_studio_cli() {
  local choices='' path='' previous='' word current="\${COMP_WORDS[COMP_CWORD]}"
  local known=' ${pathsOf(all)} ' taking=' ${all.taking.join(' ')} ' place
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $previous && $taking == *" $previous "* ]]; then previous=''; continue; fi
    previous="$word"
    if [[ $known == *" \${path:+$path/}$word "* ]]; then path="\${path:+$path/}$word"; fi
  done
  if [[ $current == '=' ]]; then current=''; fi
  if [[ -n $previous && $taking == *" $previous "* ]]; then place="value $previous"
  elif [[ $current == -* ]]; then place="flag $path"
  else place="word $path"; fi
  case "$place" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _studio_cli studio-cli
`
}

function toZsh(all: Knowledge): string {
  const cases = listPlaces(all).map(([place, words]) => {
    const described = words.map(({ word, meaning }) =>
      quote(`${word.replaceAll(':', '\\:')}${meaning && `:${meaning}`}`),
    )
    return `    '${place}') choices=(${described.join(' ')}) ;;`
  })
  return `#compdef studio-cli
_studio_cli() {
  # "words" is the shell's own.
  local -a choices
  local place='' previous='' word at=''
  local known=' ${pathsOf(all)} ' taking=' ${all.taking.join(' ')} '
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $previous && $taking == *" $previous "* ]]; then previous=''; continue; fi
    previous=$word
    if [[ -n $word && $known == *" \${at:+$at/}$word "* ]]; then at="\${at:+$at/}$word"; fi
  done
  if [[ -n $previous && $taking == *" $previous "* ]]; then place="value $previous"
  elif [[ $words[CURRENT] == -* ]]; then place="flag $at"
  else place="word $at"; fi
  case "$place" in
${cases.join('\n')}
  esac
  if (( $#choices )); then _describe 'studio-cli' choices; else _files; fi
}
if [ "$funcstack[1]" = "_studio_cli" ]; then _studio_cli "$@"; else compdef _studio_cli studio-cli; fi
`
}

function toFish(all: Knowledge): string {
  const cases = listPlaces(all).map(([place, words]) => {
    const lines = words.map(({ word, meaning }) => `      echo ${quote(`${word}\t${meaning}`)}`)
    return `    case ${quote(place)}\n${lines.join('\n')}`
  })
  return `function __studio_cli
  set -l known ${pathsOf(all)}
  set -l taking ${all.taking.join(' ')}
  set -l path ''
  set -l previous ''
  set -l tokens (commandline -opc)
  for word in $tokens[2..-1]
    if contains -- "$previous" $taking
      set previous ''
      continue
    end
    set previous $word
    set -l longer (string trim -l -c / -- "$path/$word")
    contains -- "$longer" $known; and set path $longer
  end
  set -l current (commandline -ct)
  set -l place "word $path"
  string match -q -- '-*' "$current"; and set place "flag $path"
  contains -- "$previous" $taking; and set place "value $previous"
  switch $place
${cases.join('\n')}
    case '*'
      __fish_complete_path "$current"
  end
end
complete -c studio-cli -f -a '(__studio_cli)'
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
