import type { StatusDraft } from '#core/studios/save-catalogue.ts'
import { toShortCode } from '#core/studios/default-statuses.ts'

type Change = { readonly before: readonly StatusDraft[]; readonly next: readonly StatusDraft[] }

/** Derives the codes of new statuses from their names until the code is edited. */
export function followNames({ before, next }: Change, isSaved: (id: string) => boolean): readonly StatusDraft[] {
  const known = new Map(before.map((status) => [status.id, status]))
  return next.map((status) => {
    const was = known.get(status.id)
    if (was === undefined || was.name === status.name || isSaved(status.id)) return status
    const isFollowing = was.shortCode === status.shortCode && was.shortCode === toShortCode(was.name)
    return isFollowing ? { ...status, shortCode: toShortCode(status.name) } : status
  })
}
