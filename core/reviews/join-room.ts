import type { Gateway } from '#core/gateway/ports.ts'
import type { ReviewSessionId, UserId } from '#core/lib/ids.ts'
import { makeSharedClock, type Timers } from './together/shared-clock.ts'
import { makeTogether, type Together, type TogetherDeps } from './together/together.ts'

type Joiner = {
  readonly gateway: Pick<Gateway, 'rooms' | 'call'>
  readonly userId: UserId
  readonly clock: Timers
}

/** Joins the room of a review session, until closed; nobody sees this window there until it enters. */
export function joinRoom(
  place: { readonly sessionId: ReviewSessionId } & Pick<TogetherDeps, 'mayLead' | 'ownStrokes'>,
  { gateway, userId, clock: timers }: Joiner,
): Together {
  const { sessionId, mayLead, ownStrokes } = place
  const id = crypto.randomUUID()
  const askServer = async (): Promise<number> => Number(await gateway.call('get_time'))
  return makeTogether({
    id,
    userId,
    mayLead,
    ownStrokes,
    timers,
    clock: makeSharedClock(askServer, timers),
    join: (listener) => gateway.rooms.join(sessionId, id, listener),
  })
}
