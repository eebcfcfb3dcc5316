import { toId, type UserId } from '#core/lib/ids.ts'
import { fieldsOf, type ParticipantId } from './room-state.ts'

/** A window's presence in a room. */
export type Presented = {
  readonly userId: UserId
  readonly joinedAt: number
  /** Whether it follows the leader. */
  readonly isInStep: boolean
  readonly mayLead: boolean
  readonly isLeading: boolean
  /** Its entry, if it is out of step or leading. */
  readonly entryId: string | undefined
  /** The file in view, if it leads: whoever joins next needs it first. */
  readonly mediaId: string | undefined
}

/** A window in a room. */
export type Participant = Presented & { readonly id: ParticipantId }

/** Reads everybody in a room from their presences, in the order of joining; the data is untrusted. */
export function readParticipants(present: ReadonlyMap<ParticipantId, unknown>): readonly Participant[] {
  return [...present]
    .flatMap(([id, said]): readonly Participant[] => {
      const {
        user_id: userId,
        joined_at: joinedAt,
        in_step: isInStep,
        may_lead: mayLead,
        leads,
        entry,
        media,
      } = fieldsOf(said)
      if (typeof userId !== 'string') return []
      return [
        {
          id,
          userId: toId<UserId>(userId),
          joinedAt: typeof joinedAt === 'number' ? joinedAt : 0,
          isInStep: isInStep !== false,
          mayLead: mayLead === true,
          isLeading: leads === true,
          entryId: typeof entry === 'string' ? entry : undefined,
          mediaId: typeof media === 'string' ? media : undefined,
        },
      ]
    })
    .toSorted((first, second) => first.joinedAt - second.joinedAt || (first.id < second.id ? -1 : 1))
}

/** Encodes a window's presence for `readParticipants`. */
export function writePresented(presented: Presented): object {
  const { userId, joinedAt, isInStep, mayLead, isLeading, entryId, mediaId } = presented
  return {
    user_id: userId,
    joined_at: joinedAt,
    in_step: isInStep,
    may_lead: mayLead,
    leads: isLeading,
    entry: entryId ?? null,
    ...(isLeading && { media: mediaId ?? null }),
  }
}

/** Returns how many eligible leaders precede this window; undefined if it may not lead. */
export function findLeadRank(people: readonly Participant[], id: ParticipantId): number | undefined {
  const mayLead = people.filter(({ mayLead: may }) => may)
  // Those in step come first: people who have left step do not want to lead.
  const inOrder = [...mayLead.filter(({ isInStep }) => isInStep), ...mayLead.filter(({ isInStep }) => !isInStep)]
  const rank = inOrder.findIndex((person) => person.id === id)
  return rank < 0 ? undefined : rank
}
