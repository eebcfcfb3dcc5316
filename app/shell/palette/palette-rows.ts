import { groupBy } from '#core/lib/collections.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { ArgumentOption, ArgumentPage, Command } from '#app/commands/define-command.ts'
import { matchText } from '#app/commands/match-text.ts'
import type { PaletteResult } from '#app/commands/palette-source.ts'

/** A row of the palette. */
export type PaletteRow = {
  readonly id: string
  readonly title: string
  readonly detail: string | undefined
  readonly keys: string | undefined
  readonly icon: Command['icon'] | undefined
  /** The search result the row represents, if any. */
  readonly result?: PaletteResult
  readonly target:
    | {
        readonly kind: 'command'
        readonly commandId: string
        readonly hasArguments: boolean
        /** The arguments to run it with, if it asks for none. */
        readonly args?: readonly string[]
      }
    | { readonly kind: 'argument'; readonly value: string }
    /** A command of another screen: opens the screen, then runs the command. */
    | {
        readonly kind: 'elsewhere'
        readonly commandId: string
        readonly to: string
        /** What to open or create there first. */
        readonly needs: string | undefined
        readonly args?: readonly string[]
      }
    | { readonly kind: 'result' | 'tab' | 'copy'; readonly to: string }
    /** Starts a sentence about one space. */
    | { readonly kind: 'begin'; readonly text: string; readonly space: SpaceId }
    | { readonly kind: 'scope'; readonly sign: string }
    /** Replaces the text in the field. */
    | { readonly kind: 'text'; readonly text: string }
    /** Carries out the plan of the typed sentence, or widens its search. */
    | { readonly kind: 'plan' | 'wider' }
    /** Information only. */
    | { readonly kind: 'note' }
}

export type PaletteGroup = {
  readonly heading: string
  readonly rows: readonly PaletteRow[]
  /** How well its best row matches the query, 1 best; absent if it was not scored. */
  readonly fit?: number
}

/** The most rows listed for a query; further ones are worse matches. */
export const PALETTE_LIMIT = 50

/**
 * Finds the commands that match a query under their groups' headings, best first, the screen's before those of every
 * screen. An empty query lists all of them.
 */
export function findCommandGroups(
  commands: readonly Command[],
  query: string,
  describe: (command: Command) => CommandHints,
): readonly PaletteGroup[] {
  const found = commands
    .filter((command) => command.isKeyOnly !== true)
    .map((command) => ({ command, score: scoreCommand(command, query) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || rankOf(one.command) - rankOf(other.command))
    .slice(0, query.trim() === '' ? Infinity : PALETTE_LIMIT)
  const groups = groupBy(found, ({ command }) => command.group)
  return [...groups].map(([heading, group]) => ({
    heading,
    rows: group.map(({ command }) => toCommandRow(command, describe(command))),
    fit: group[0]?.score ?? 0,
  }))
}

/**
 * Places results before the commands if they match the query better: 'sa' means The Salt Road, not the letters in
 * Stages.
 */
export function placeFound(
  commands: readonly PaletteGroup[],
  found: PaletteGroup,
  query: string,
): readonly PaletteGroup[] {
  const fits = found.rows
    .slice(0, 1)
    .map(({ title, detail = '' }) => Math.max(matchText(query, title), matchText(query, `${title} ${detail}`) * 0.8))
  return Math.max(0, ...fits) > (commands[0]?.fit ?? 0) ? [found, ...commands] : [...commands, found]
}

function rankOf({ scope }: Command): number {
  return scope === 'everywhere' ? 2 : scope === 'global' ? 1 : 0
}

/** Scores how well a command matches a query; 0 means not at all. */
export function scoreCommand(command: Pick<Command, 'title' | 'group' | 'keywords'>, query: string): number {
  const words = Math.max(0, ...(command.keywords ?? []).map((keyword) => matchText(query, keyword)))
  return Math.max(
    matchText(query, command.title),
    matchText(query, `${command.group} ${command.title}`) * 0.8,
    words * 0.7,
  )
}

/** Shown beside a command's title. */
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
    result,
    target: { kind: 'result', to: result.to },
  }
}

/** Removes duplicates from both lists: results of both stay this device's, completed with the server's details. */
export function joinFound(
  own: readonly PaletteResult[],
  others: readonly PaletteResult[],
): { readonly own: readonly PaletteResult[]; readonly others: readonly PaletteResult[] } {
  const known = new Set(own.map(({ id }) => id))
  const byId = new Map(others.map((result) => [result.id, result]))
  return {
    own: own.map((result) => {
      const { thumbnailId, statusId } = byId.get(result.id) ?? result
      return { ...result, thumbnailId, statusId }
    }),
    others: others.filter(({ id }) => !known.has(id)),
  }
}

/** Finds the options of a command's next argument that match the query. */
export function findArgumentRows(
  page: ArgumentPage,
  offered: readonly ArgumentOption[],
  query: string,
): readonly PaletteRow[] {
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
  if (page.free !== true || typed === '') return rows
  const own = toArgumentRow({ value: typed, label: `“${typed}”` })
  // Two rows with one id would leave the older one on the page, for Enter to pick.
  return rows.some(({ id }) => id === own.id) ? rows : [...rows, own]
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
