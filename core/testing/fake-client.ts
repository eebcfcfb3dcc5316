import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ChangeContext, Done } from '#core/change/context.ts'
import { AppError } from '#core/lib/errors.ts'
import type { AnyId, OperationId, UserId } from '#core/lib/ids.ts'
import { err, ok } from '#core/lib/result.ts'
import type { Replica } from '#core/schema/replica.ts'
import { findMutator } from '#core/sync/mutators.ts'
import type { Write } from '#core/sync/outbox.ts'
import { Rehearsal, rehearse } from '#core/sync/rehearsal.ts'
import { anId } from './studio-fixture.ts'

/** Makes the part of a client that changes rows, without outbox or server: `commit` receives each write. */
export function makeFakeClient(
  replica: Replica,
  commit: (write: Write) => Promise<Pick<Done, 'id' | 'answered'>>,
): ChangeContext & Pick<StudioClient, 'carryOut'> {
  let count = 0
  const userId = anId<UserId>(9, 1)
  const newId = <Id extends AnyId>(): Id => anId<Id>(99, (count += 1))
  const mutate: ChangeContext['mutate'] = async (mutator, args, { studioId }) => {
    const rows = new Rehearsal({ studioId, userId, now: 0, newId, replicas: [replica] })
    try {
      const { done, write } = rehearse(mutator, args, { rows, scopes: [replica.scope], id: newId<OperationId>() })
      return ok({ ...done, ...(await commit(write)) })
    } catch (cause) {
      if (cause instanceof AppError) return err(cause)
      throw cause
    }
  }
  return {
    userId,
    ids: { newId },
    clock: { now: () => 0 },
    mutate,
    carryOut: async ({ studioId, mutation }) => {
      const mutator = findMutator(mutation)
      if (mutator === undefined) throw new Error(`There is no change ${mutation.kind}`)
      return await mutate(mutator, mutation, { studioId, replica })
    },
  }
}
