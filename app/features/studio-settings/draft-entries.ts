import { newStageColor } from '#core/studios/default-stages.ts'
import { defaultStatusColor, toShortCode } from '#core/studios/default-statuses.ts'
import { AppError, type ErrorCode } from '#core/lib/errors.ts'
import { newId, type StageId, type StatusId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toSettings } from './drafts.ts'
import { editDrafts, settingsStore } from './settings-store.ts'

export type EntryKind = 'stage' | 'status'

/** Appends a new stage or status to the unsaved list. */
export function addEntry(studio: StudioReplica, kind: EntryKind): void {
  const { stages, statuses } = toSettings(studio, settingsStore.drafts)
  if (kind === 'stage') {
    const stage = { id: newId<StageId>(), name: 'New stage', color: newStageColor, category: 'production' } as const
    editDrafts({ stages: [...stages, stage] })
    return
  }
  const name = 'New status'
  const texts = { name, shortCode: toShortCode(name), color: defaultStatusColor }
  editDrafts({ statuses: [...statuses, { id: newId<StatusId>(), ...texts, isDone: false, isDefault: false }] })
}

/** A move by a number of places, stopping at the ends, or to an index. */
type Move = { readonly id: string } & ({ readonly by: number } | { readonly to: number })

/** Moves a stage or status within the unsaved list. */
export function moveEntry(studio: StudioReplica, kind: EntryKind, move: Move): void {
  const { stages, statuses } = toSettings(studio, settingsStore.drafts)
  if (kind === 'stage') editDrafts({ stages: moved(stages, move) })
  else editDrafts({ statuses: moved(statuses, move) })
}

/**
 * Removes a stage or status from the unsaved list. Refused while spaces use it; the server checks the tasks on saving.
 */
export function deleteEntry(studio: StudioReplica, kind: EntryKind, id: string): void {
  const { stages, statuses } = toSettings(studio, settingsStore.drafts)
  const rows = studio.replica
  if (kind === 'stage') {
    const used = [...rows.getRows('space_stages').values()].filter(({ stageId }) => stageId === id)
    refuseUsed('stage-used-by-spaces', used.length)
    editDrafts({ stages: stages.filter((stage) => stage.id !== id) })
    return
  }
  const used = [...rows.getRows('space_statuses').values()].filter(({ statusId }) => statusId === id)
  refuseUsed('status-used-by-spaces', used.length)
  const left = statuses.filter((status) => status.id !== id)
  const hadDefault = !left.some(({ isDefault }) => isDefault)
  // The first status becomes the default, as in the database.
  editDrafts({
    statuses: hadDefault ? left.map((status, index) => ({ ...status, isDefault: index === 0 })) : left,
  })
}

function refuseUsed(code: ErrorCode & ('stage-used-by-spaces' | 'status-used-by-spaces'), count: number): void {
  if (count > 0) throw new AppError(code, messages[code](count))
}

function moved<T extends { readonly id: string }>(entries: readonly T[], move: Move): readonly T[] {
  const from = entries.findIndex((entry) => entry.id === move.id)
  const entry = entries[from]
  const to = 'to' in move ? Math.min(move.to, entries.length - 1) : from + move.by
  if (entry === undefined || to < 0 || to >= entries.length || to === from) return entries
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry)
}
