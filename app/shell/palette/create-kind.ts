import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Command } from '#app/commands/define-command.ts'
import { matchText } from '#app/commands/match-text.ts'
import { findRoute } from '#app/routes.ts'
import { findScreens } from './elsewhere.ts'
import type { PaletteGroup, PaletteRow } from './palette-rows.ts'

const commandId = 'item.create'

type Place = {
  readonly studio: StudioReplica
  /** The commands that can act here. */
  readonly commands: readonly Pick<Command, 'id'>[]
  readonly path: string
}

/** Finds “Create Vehicle” and the like: a row per kind of item that matches the query, for this space or the last. */
export function findKindGroup(query: string, { studio, commands, path }: Place): PaletteGroup {
  const found = query.trim() === '' || !studio.can('create') ? [] : studio.getKinds()
  const kinds = found
    .map((kind) => ({ kind, title: `Create ${kind.name}` }))
    .map((each) => ({ ...each, score: matchText(query, each.title) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
  const isHere = commands.some(({ id }) => id === commandId) && findRoute(path)?.name !== 'illustration'
  const screen = kinds.length === 0 || isHere ? undefined : findScreens(studio, path).grid
  const rows = kinds.flatMap(({ kind, title }): readonly PaletteRow[] => {
    const row = { id: `create:${kind.id}`, title, keys: undefined, icon: undefined }
    const args = [String(kind.id)]
    if (isHere)
      return [{ ...row, detail: undefined, target: { kind: 'command', commandId, hasArguments: false, args } }]
    if (screen === undefined || screen.needs !== undefined) return []
    const target = { kind: 'elsewhere', commandId, to: screen.to, needs: undefined, args } as const
    return [{ ...row, detail: `goes to ${screen.name}`, target }]
  })
  return { heading: 'Create', rows, fit: kinds[0]?.score ?? 0 }
}
