import { toId, type UserId } from '#core/lib/ids.ts'
import { fieldsOf, type ParticipantId } from './room-state.ts'

/** What a window says of itself to a room. */
export type Presented = {
  readonly userId: UserId
  readonly joinedAt: number
  /** Whether it looks at what the leader looks at. */
  readonly isInStep: boolean
  readonly mayLead: boolean
  readonly isLeading: boolean
  /** Where it is when it looks elsewhere or leads. */
  readonly entryId: string | undefined
  /** The file it has in view, where it leads: whoever comes next needs it first. */
  readonly mediaId: string | undefined
}

/** A window in a room. */
export type Participant = Presented & { readonly id: ParticipantId }

/** Everybody in a room in the order in which they came, as their presence says; what they say may be anything. */
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

/** What is said of a window, as `readParticipants` reads it. */
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

/** How many of those who may lead would be asked before this one; absent for somebody who may not. */
export function rankToLead(people: readonly Participant[], id: ParticipantId): number | undefined {
  const mayLead = people.filter(({ mayLead: may }) => may)
  // Those who look along come first: whoever has left step does not want to lead.
  const inOrder = [...mayLead.filter(({ isInStep }) => isInStep), ...mayLead.filter(({ isInStep }) => !isInStep)]
  const rank = inOrder.findIndex((person) => person.id === id)
  return rank < 0 ? undefined : rank
}
