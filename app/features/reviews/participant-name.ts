import type { Participant } from '#core/reviews/together/participants.ts'
import type { RoomModel } from './room-model.ts'

/** Returns the name of someone in the room. */
export function nameOf({ userId }: Pick<Participant, 'userId'>, { studio }: Pick<RoomModel, 'studio'>): string {
  return studio.getMembers().find((member) => member.userId === userId)?.displayName ?? 'Somebody'
}

/** Returns the first name of someone in the room. */
export function firstNameOf(person: Pick<Participant, 'userId'>, place: Pick<RoomModel, 'studio'>): string {
  return nameOf(person, place).split(' ')[0] ?? ''
}
