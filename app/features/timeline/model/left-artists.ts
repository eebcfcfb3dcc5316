import type { MemberRow } from '#core/schema/studio-members.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { endOf } from '#core/timeline/plan.ts'
import { toId, type RoleId, type UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** Whether somebody is still in the studio: only they can be given work. */
export function isInStudio({ archivedAt }: MemberRow): boolean {
  return archivedAt === undefined
}

/**
 * Lists archived and removed people with work from today on, by name: their rows stay until somebody else has that
 * work, which would otherwise be neither on the board nor in the queue.
 */
export function listLeftArtists(
  { replica }: StudioReplica,
  blocks: readonly ScheduledBlock[],
  today: CalendarDate,
): readonly MemberRow[] {
  const left = new Map<UserId, MemberRow>()
  for (const block of blocks) {
    const { assigneeId } = block
    if (left.has(assigneeId)) continue
    const member = replica.find('studio_members', assigneeId)
    if ((member === undefined || !isInStudio(member)) && endOf(block) > today)
      left.set(assigneeId, toLeft(assigneeId, member))
  }
  // People whose names were removed with them come last.
  const isNameless = ({ displayName }: MemberRow): number => Number(displayName === removedName)
  return [...left.values()].toSorted(
    (a, b) => isNameless(a) - isNameless(b) || a.displayName.localeCompare(b.displayName),
  )
}

function toLeft(userId: UserId, member: MemberRow | undefined): MemberRow {
  if (member !== undefined) return member
  const unknown = { roleId: toId<RoleId>(''), email: '', avatarUrl: undefined, archivedAt: 0 }
  return { ...unknown, userId, displayName: removedName }
}
