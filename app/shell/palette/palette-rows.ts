import type { Command, CommandContext } from '#app/commands/define-command.ts'
import { matchText } from '#app/commands/match-text.ts'
import type { PaletteResult } from '#app/commands/palette-source.ts'

/** One line of the palette. */
export type PaletteRow = {
  readonly id: string
  readonly title: string
  readonly detail: string | undefined
  readonly keys: string | undefined
  readonly icon: Command['icon'] | undefined
  readonly target:
    | { readonly kind: 'command'; readonly commandId: string; readonly hasArguments: boolean }
    | { readonly kind: 'argument'; readonly value: string }
    | { readonly kind: 'result'; readonly to: string }
    | { readonly kind: 'scope'; readonly sign: string }
}

export type PaletteGroup = { readonly heading: string; readonly rows: readonly PaletteRow[] }

/** As many lines as the list shows; a longer one is a worse answer. */
export const PALETTE_LIMIT = 50

/** The commands that fit a query, best first, under the headings of their groups. */
export function findCommandGroups(
  commands: readonly Command[],
  query: string,
  describe: (command: Command) => CommandHints,
): readonly PaletteGroup[] {
  const found = commands
    .filter((command) => command.isKeyOnly !== true)
    .map((command) => ({ command, score: scoreCommand(command, query) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, PALETTE_LIMIT)
  const groups = new Map<string, PaletteRow[]>()
  for (const { command } of found) {
    const rows = groups.get(command.group) ?? []
    groups.set(command.group, [...rows, toCommandRow(command, describe(command))])
  }
  return [...groups].map(([heading, rows]) => ({ heading, rows }))
}

function scoreCommand(command: Command, query: string): number {
  const words = Math.max(0, ...(command.keywords ?? []).map((keyword) => matchText(query, keyword)))
  return Math.max(
    matchText(query, command.title),
    matchText(query, `${command.group} ${command.title}`) * 0.8,
    words * 0.7,
  )
}

/** What stands beside a command's title. */
export type CommandHints = { readonly keys: string | undefined; readonly detail: string | undefined }

export function toCommandRow(command: Command, hints: CommandHints): PaletteRow {
  const hasArguments = (command.args?.length ?? 0) > 0
  return {
    id: command.id,
    title: command.title,
    ...hints,
    icon: command.icon,
    target: { kind: 'command', commandId: command.id, hasArguments },
  }
}

export function toResultRow(result: PaletteResult): PaletteRow {
  return {
    id: result.id,
    title: result.title,
    detail: result.detail,
    keys: undefined,
    icon: undefined,
    target: { kind: 'result', to: result.to },
  }
}

/** The choices of a command's next argument that fit the query. */
export async function findArgumentRows(options: {
  readonly command: Command
  readonly chosen: readonly string[]
  readonly query: string
  readonly context: CommandContext
}): Promise<readonly PaletteRow[]> {
  const { command, chosen, query, context } = options
  const page = command.args?.[chosen.length]
  if (page === undefined) return []
  const offered = await page.options(context, chosen, query)
  const rows = offered
    .map((option) => ({
      option,
      score: Math.max(matchText(query, option.label), ...(option.keywords ?? []).map((word) => matchText(query, word))),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, PALETTE_LIMIT)
    .map(({ option }) => toArgumentRow(option))
  const typed = query.trim()
  return page.free === true && typed !== '' ? [...rows, toArgumentRow({ value: typed, label: `“${typed}”` })] : rows
}

function toArgumentRow(option: {
  value: string
  label: string
  detail?: string | undefined
  keys?: string | undefined
}): PaletteRow {
  return {
    id: `argument:${option.value}`,
    title: option.label,
    detail: option.detail,
    keys: option.keys,
    icon: undefined,
    target: { kind: 'argument', value: option.value },
  }
}
