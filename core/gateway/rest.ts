import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types.ts'
import type { Http } from './http.ts'
import type { Rev } from '#core/lib/ids.ts'
import type { Unchanged } from './ports.ts'
import { Condition, RetryQueue, toOperation } from './run-once.ts'
import { findWrongId } from './wrong-id.ts'
import { errorOfFailure } from './wire-error.ts'

/** A database procedure that clients may call. */
export type ProcedureName = keyof Database['public']['Functions']

/** Tables and procedures over PostgREST; the package loads with the first call. */
export type Rest = {
  readonly client: () => Promise<PostgrestClient>
  /** Calls a procedure; writes get an operation id and are retried if no answer came. Fails with an `AppError`. */
  readonly call: (procedure: ProcedureName, args?: object, signal?: AbortSignal) => Promise<unknown>
  /**
   * Sets the condition of every later write; the returned function gives the revision up to which nobody else has
   * changed its rows.
   */
  readonly onlyIf: (unchanged: Unchanged) => () => Rev
  /**
   * Calls a procedure that takes an id from the caller, and so can be retried if no answer came. Fails with an
   * `AppError`.
   */
  readonly callAgain: (procedure: ProcedureName, args: object) => Promise<unknown>
  /**
   * Returns every row of a procedure that returns rows, ordered by a column with unique values. Fails with an
   * `AppError`.
   */
  readonly callForAll: (procedure: ProcedureName, args: object, orderedBy: string) => Promise<readonly unknown[]>
}

/** The most rows a hosted project returns; it does not say that there are more. */
const mostRows = 1000

/** Loads every row, page by page. */
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

/** Makes a REST client that calls as the signed-in person. */
export function makeRest(http: Http): Rest {
  let loading: Promise<PostgrestClient> | undefined
  const client = (): Promise<PostgrestClient> =>
    (loading ??= import('@supabase/postgrest-js').then(
      // Its built-in retries of reads would hide the state of the network from the sync engine.
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
      // The return value of run_once.
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
