import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ArgumentOption, Command, CommandContext } from '#app/commands/define-command.ts'
import { keysOf } from '#app/commands/bindings.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import { paletteSources, type PaletteResult, type PaletteSource } from '#app/commands/palette-source.ts'
import { recentsStore } from '#app/commands/recents.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { loadCommandsElsewhere, type KnownCommand } from '#app/commands/known-commands.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { keyStore } from '#app/stores/key-store.ts'
import {
  findArgumentRows,
  findCommandGroups,
  joinFound,
  PALETTE_LIMIT,
  placeFound,
  toCommandRow,
  toResultRow,
  type CommandHints,
  type PaletteGroup,
  type PaletteRow,
} from './palette-rows.ts'
import { findKindGroup } from './create-kind.ts'
import { findElsewhereGroup, findScreens } from './elsewhere.ts'
import { findHelpGroups, type PaletteScope } from './palette-scope.ts'

type PaletteQuery = {
  readonly commands: readonly Command[]
  readonly context: CommandContext
  readonly query: string
  readonly scope: PaletteScope
  /** The command whose arguments are being asked for. */
  readonly command: Command | undefined
  readonly chosen: readonly string[]
  /** A sentence is being typed: nothing is searched. */
  readonly isQuiet?: boolean
}

/** What the palette lists, and whether the server was out of reach. */
export type PaletteListing = { readonly groups: readonly PaletteGroup[]; readonly isPartial: boolean }

/** Lists the rows for a query. Fetched rows replace the previous ones when they arrive, with no gap between. */
export function usePaletteRows(options: PaletteQuery): PaletteListing {
  const { own, others, isPartial } = useResultRows(options)
  const there = useElsewhere(options)
  // An empty query lists recent results, whichever source knows them.
  const isRecent = options.query.trim() === '' && options.scope.kinds === undefined
  const groups = useGroups(options, isRecent ? [...own, ...others] : own)
  const elsewhere = { heading: 'In the whole studio', rows: isRecent ? [] : others }
  const isListed = options.command === undefined && options.scope.id !== 'help'
  return { groups: isListed ? withoutEmpty([...groups, there, elsewhere]) : groups, isPartial: isListed && isPartial }
}

/** Finds commands of screens that are not open. */
function useElsewhere({ query, scope, command, context }: PaletteQuery): PaletteGroup {
  const [known, setKnown] = useState<readonly KnownCommand[]>([])
  useEffect(() => {
    void loadCommandsElsewhere().then(setKnown, () => undefined)
  }, [])
  const { studio } = clientStore.get()
  const isWanted = studio !== undefined && command === undefined && scope.hasCommands
  return useMemo(
    () => findElsewhereGroup(isWanted ? known : [], query, isWanted ? findScreens(studio, context.path) : {}),
    [known, query, isWanted, studio, context.path],
  )
}

function useGroups(options: PaletteQuery, found: readonly PaletteRow[]): readonly PaletteGroup[] {
  const { commands, context, query, scope, command } = options
  const preferences = useSnapshot(keyStore)
  const recentIds = useSnapshot(recentsStore).ids
  const asked = useArgumentRows(options)
  if (command !== undefined) return [{ heading: command.title, rows: asked }]
  if (scope.id === 'help') return findHelpGroups()
  if (!scope.hasCommands) return withoutEmpty([{ heading: scope.label ?? '', rows: found }])

  const platform = platformOf(navigator.userAgent)
  const describe = (candidate: Command): CommandHints => {
    const [keys] = keysOf(candidate, preferences)
    return {
      keys: keys === undefined ? undefined : formatKeys(keys, platform),
      detail: candidate.detail?.(context),
    }
  }
  const groups = findCommandGroups(commands, query, describe)
  if (query.trim() === '' && scope.kinds === undefined) {
    const recent = recentIds.flatMap((id) => {
      const known = commands.find((candidate) => candidate.id === id)
      return known === undefined ? found.filter((row) => row.id === id) : [toCommandRow(known, describe(known))]
    })
    return withoutEmpty([{ heading: 'Recent', rows: recent }, ...without(groups, recent)])
  }
  const { studio } = clientStore.get()
  const made = studio && findKindGroup(query, { studio, commands, path: context.path })
  return withoutEmpty(placeFound(placeMade(groups, made), { heading: 'Found', rows: found }, query))
}

/** Places the rows that create items of a kind by score among the other commands. */
function placeMade(groups: readonly PaletteGroup[], made: PaletteGroup | undefined): readonly PaletteGroup[] {
  if (made === undefined || made.rows.length === 0) return groups
  const at = groups.findIndex(({ fit = 0 }) => fit < (made.fit ?? 0))
  return groups.toSpliced(at < 0 ? groups.length : at, 0, made)
}

/** Lists the options of the argument being asked for. */
function useArgumentRows({ query, command, chosen, context }: PaletteQuery): readonly PaletteRow[] {
  const page = command?.args?.[chosen.length]
  // Options known at once appear with the key press that asks for them: Enter right after a letter takes what the
  // letter found.
  const offered = useMemo(() => page?.options(context, chosen, query) ?? [], [page, context, chosen, query])
  const [fetched, setFetched] = useState<readonly ArgumentOption[]>([])

  useEffect(() => {
    if (!(offered instanceof Promise)) return undefined
    const leaving = new AbortController()
    offered.then(
      (options) => !leaving.signal.aborted && setFetched(options),
      (caught: unknown) => !leaving.signal.aborted && reportFailure(caught),
    )
    return () => leaving.abort()
  }, [offered])

  const options = offered instanceof Promise ? fetched : offered
  return useMemo(() => (page === undefined ? [] : findArgumentRows(page, options, query)), [page, options, query])
}

type Answers = { readonly [source: string]: readonly PaletteResult[] }

type FoundRows = {
  readonly own: readonly PaletteRow[]
  readonly others: readonly PaletteRow[]
  readonly isPartial: boolean
}

const nothingFound: FoundRows = { own: [], others: [], isPartial: false }

/** Returns the results of each corpus as they arrive: a slow one never delays the others. */
function useResultRows({ query, scope, command, isQuiet = false }: PaletteQuery): FoundRows {
  const [answers, setAnswers] = useState<Answers>({})
  const [isPartial, setPartial] = useState(false)

  useEffect(() => {
    if (command !== undefined || isQuiet || scope.kinds?.length === 0) return undefined
    const leaving = new AbortController()
    const take = (source: PaletteSource, results: readonly PaletteResult[], isMissing: boolean): void => {
      if (leaving.signal.aborted) return
      setAnswers((others) => ({ ...others, [source.id]: results }))
      if (source.isRemote === true) setPartial(isMissing)
    }
    for (const source of paletteSources.all()) {
      ask(source, { query, scope, signal: leaving.signal }).then(
        (results) => take(source, results, false),
        (caught: unknown) => {
          if (source.isRemote === true) take(source, [], true)
          else if (!leaving.signal.aborted) reportFailure(caught)
        },
      )
    }
    return () => leaving.abort()
  }, [query, scope, command, isQuiet])

  if (scope.kinds?.length === 0) return nothingFound
  const isRemote = new Set(paletteSources.all().flatMap(({ id, isRemote: is }) => (is === true ? id : [])))
  const found = (wanted: boolean): readonly PaletteResult[] =>
    Object.entries(answers)
      .flatMap(([id, results]) => (isRemote.has(id) === wanted ? results : []))
      .filter(({ kind }) => scope.kinds?.includes(kind) ?? true)
      .toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0) || Number(isNear(other)) - Number(isNear(one)))
      .slice(0, PALETTE_LIMIT)
  const { own, others } = joinFound(found(false), found(true))
  return { own: own.map(toResultRow), others: others.map(toResultRow), isPartial }
}

/** Among equal matches, results inside the current place come first. */
function isNear({ to }: PaletteResult): boolean {
  return to.startsWith(`${location.pathname}?`) || to.startsWith(`${location.pathname}/`)
}

type Question = { readonly query: string; readonly scope: PaletteScope; readonly signal: AbortSignal }

async function ask(source: PaletteSource, { query, scope, signal }: Question): Promise<readonly PaletteResult[]> {
  if (query.trim() === '' && scope.kinds === undefined) return await source.find(recentsStore.ids)
  const { kinds } = scope
  return await source.search(query, { limit: PALETTE_LIMIT, signal, ...(kinds !== undefined && { kinds }) })
}

function without(groups: readonly PaletteGroup[], taken: readonly PaletteRow[]): readonly PaletteGroup[] {
  const ids = new Set(taken.map((row) => row.id))
  return groups.map(({ heading, rows }) => ({ heading, rows: rows.filter((row) => !ids.has(row.id)) }))
}

function withoutEmpty(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ rows }) => rows.length > 0)
}
