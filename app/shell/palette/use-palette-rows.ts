import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Command, CommandContext } from '#app/commands/define-command.ts'
import { keysOf } from '#app/commands/bindings.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import { paletteSources } from '#app/commands/palette-source.ts'
import { recentsStore } from '#app/commands/recents.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { keyStore } from '#app/stores/key-store.ts'
import {
  findArgumentRows,
  findCommandGroups,
  PALETTE_LIMIT,
  toCommandRow,
  toResultRow,
  type PaletteGroup,
  type PaletteRow,
} from './palette-rows.ts'

type PaletteQuery = {
  readonly commands: readonly Command[]
  readonly context: CommandContext
  readonly query: string
  readonly hasResults: boolean
  /** The command whose arguments are asked for. */
  readonly command: Command | undefined
  readonly chosen: readonly string[]
}

/** What the palette lists. What has to be fetched replaces the last answer when it comes, never with a gap. */
export function usePaletteRows(options: PaletteQuery): readonly PaletteGroup[] {
  const { commands, query, hasResults, command } = options
  const preferences = useSnapshot(keyStore)
  const recentIds = useSnapshot(recentsStore).ids
  const fetched = useFetchedRows(options)
  if (command !== undefined) return [{ heading: command.title, rows: fetched }]

  const platform = platformOf(navigator.userAgent)
  const printKeys = (candidate: Command): string | undefined => {
    const [keys] = keysOf(candidate, preferences)
    return keys === undefined ? undefined : formatKeys(keys, platform)
  }
  const groups = findCommandGroups(commands, query, printKeys)
  if (query.trim() === '' && hasResults) {
    const recent = recentIds.flatMap((id) => {
      const known = commands.find((candidate) => candidate.id === id)
      return known === undefined ? fetched.filter((row) => row.id === id) : [toCommandRow(known, printKeys(known))]
    })
    return withoutEmpty([{ heading: 'Recent', rows: recent }, ...without(groups, recent)])
  }
  return withoutEmpty([...groups, { heading: 'Go to', rows: hasResults ? fetched : [] }])
}

function useFetchedRows({ query, hasResults, command, chosen, context }: PaletteQuery): readonly PaletteRow[] {
  const [rows, setRows] = useState<readonly PaletteRow[]>([])

  useEffect(() => {
    const leaving = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const next =
          command === undefined
            ? await findResultRows(hasResults, query, leaving.signal)
            : await findArgumentRows({ command, chosen, query, context })
        if (!leaving.signal.aborted) setRows(next)
      } catch (caught) {
        if (!leaving.signal.aborted) reportFailure(caught)
      }
    }
    // Never rejects.
    void load()
    return () => leaving.abort()
  }, [query, hasResults, command, chosen, context])

  return rows
}

async function findResultRows(isWanted: boolean, query: string, signal: AbortSignal): Promise<readonly PaletteRow[]> {
  if (!isWanted) return []
  const answers = await Promise.all(
    paletteSources
      .all()
      .map((source) =>
        query.trim() === '' ? source.find(recentsStore.ids) : source.search(query, { limit: PALETTE_LIMIT, signal }),
      ),
  )
  return answers.flat().slice(0, PALETTE_LIMIT).map(toResultRow)
}

function without(groups: readonly PaletteGroup[], taken: readonly PaletteRow[]): readonly PaletteGroup[] {
  const ids = new Set(taken.map((row) => row.id))
  return groups.map(({ heading, rows }) => ({ heading, rows: rows.filter((row) => !ids.has(row.id)) }))
}

function withoutEmpty(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return groups.filter(({ rows }) => rows.length > 0)
}
