import type { Command, Option } from 'commander'
import { exitCodes } from './exit-code.ts'

/** Renders the manual page in troff, dated `day`, from the same declarations as the help. */
export function renderManPage(program: Command, day: string): string {
  const lines = [
    `.TH STUDIO-CLI 1 "${day}" "studio-cli ${program.version() ?? ''}" "Xsheet"`,
    '.SH NAME',
    `studio\\-cli \\- ${escape(program.description())}`,
    '.SH SYNOPSIS',
    '.B studio\\-cli',
    '.I noun verb',
    '.RI [ options ]',
    '.SH OPTIONS OF EVERY COMMAND',
    ...program.options.flatMap(renderOption),
    '.SH COMMANDS',
    ...listLeaves(program).flatMap(renderCommand),
    '.SH ENVIRONMENT',
    'Every option has a variable: \\-\\-dry\\-run is XSHEET_DRY_RUN=1. STUDIO_TOKEN is an access token, which comes before every sign\\-in.',
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([name, code]) => ['.TP', `.B ${code}`, toWords(name)]),
  ]
  return `${lines.join('\n')}\n`
}

type Leaf = { readonly path: string; readonly command: Command }

/** Lists commands that do something, by their words: `task set-status`. */
function listLeaves(command: Command, path: readonly string[] = []): readonly Leaf[] {
  if (command.commands.length === 0) return [{ path: path.join(' '), command }]
  return command.commands.flatMap((each) => listLeaves(each, [...path, each.name()]))
}

function renderCommand({ path, command }: Leaf): readonly string[] {
  const usage = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [
    '.SS',
    escape([path, ...usage].join(' ')),
    escape(command.description()),
    ...command.options.flatMap(renderOption),
  ]
}

/** Converts `notSignedIn` to `not signed in`. */
function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function renderOption({ flags, description }: Option): readonly string[] {
  return ['.TP', `.B ${escape(flags)}`, escape(description)]
}

/** Escapes troff: hyphens, lines starting with a dot, and characters beyond ASCII. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replace(
      /\P{ASCII}/gu,
      (letter) => `\\[u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}
