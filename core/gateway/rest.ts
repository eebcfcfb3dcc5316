import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types.ts'
import type { Http } from './http.ts'
import type { Rev } from '#core/lib/ids.ts'
import type { Unchanged } from './ports.ts'
import { Condition, RetryQueue, toOperation } from './run-once.ts'
import { findWrongId } from './wrong-id.ts'
import { errorOfFailure } from './wire-error.ts'

/** A procedure of the database that clients may call. */
export type ProcedureName = keyof Database['public']['Functions']

/** Tables and procedures over PostgREST; the package is loaded with the first call. */
export type Rest = {
  readonly client: () => Promise<PostgrestClient>
  /** Calls a procedure; what writes, under an operation id, and again where no answer came. Fails with an `AppError`. */
  readonly call: (procedure: ProcedureName, args?: object, signal?: AbortSignal) => Promise<unknown>
  /** The condition of every write from now on; answers up to which revision nobody else has changed its rows. */
  readonly onlyIf: (unchanged: Unchanged) => () => Rev
  /** Calls a procedure that takes an id of the caller's, so that it can be sent again where no answer came; fails with an `AppError`. */
  readonly callAgain: (procedure: ProcedureName, args: object) => Promise<unknown>
  /** Every row of a procedure that answers rows, in the order of a column that tells them apart; fails with an `AppError`. */
  readonly callForAll: (procedure: ProcedureName, args: object, orderedBy: string) => Promise<readonly unknown[]>
}

/** A hosted project answers so many rows at most, and does not say that there are more. */
const mostRows = 1000

/** Every row, asked for page by page. */
export async function loadAllRows<Row>(
  loadPage: (from: number, to: number) => PromiseLike<{ readonly data: readonly Row[] }>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data } = await loadPage(rows.length, rows.length + mostRows - 1)
    rows.push(...data)
    if (data.length < mostRows) return rows
  }
}

/** A REST client that calls as the signed-in person. */
export function makeRest(http: Http): Rest {
  let loading: Promise<PostgrestClient> | undefined
  const client = (): Promise<PostgrestClient> =>
    (loading ??= import('@supabase/postgrest-js').then(
      // Its own repetition of reads would hide from the sync engine how the network is.
      ({ PostgrestClient: Client }) => new Client(`${http.url}/rest/v1`, { fetch: http.fetch, retry: false }),
    ))
  const ask = async (procedure: ProcedureName, args: object, signal?: AbortSignal): Promise<unknown> => {
    try {
      const request = (await client()).rpc(procedure, args).throwOnError()
      const { data } = await (signal === undefined ? request : request.abortSignal(signal))
      return data
    } catch (cause) {
      throw errorOfFailure(cause)
    }
  }
  const retries = new RetryQueue()
  const condition = new Condition()
  return {
    client,
    onlyIf: condition.set,
    call: async (procedure, args = {}, signal) => {
      const wrong = findWrongId(args)
      if (wrong !== undefined) throw wrong
      const operation = toOperation(procedure, args, condition)
      if (operation === undefined) return await ask(procedure, args, signal)
      const result = await retries.send(procedure, () => ask('run_once', operation, signal))
      // What run_once answers.
      const { answer, since } = result as { readonly answer: unknown; readonly since?: number }
      condition.advance(since)
      return answer
    },
    callAgain: async (procedure, args) => await retries.send(procedure, () => ask(procedure, args)),
    callForAll: async (procedure, args, orderedBy) => {
      const wrong = findWrongId(args)
      if (wrong !== undefined) throw wrong
      try {
        const loaded = await client()
        return await loadAllRows<unknown>((from, to) =>
          loaded.rpc(procedure, args).order(orderedBy).range(from, to).throwOnError(),
        )
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
  }
}
