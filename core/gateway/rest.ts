import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types.ts'
import type { Http } from './http.ts'
import { findWrongId } from './wrong-id.ts'
import { errorOfFailure } from './wire-error.ts'

/** A procedure of the database that clients may call. */
export type ProcedureName = keyof Database['public']['Functions']

/** Tables and procedures over PostgREST; the package is loaded with the first call. */
export type Rest = {
  readonly client: () => Promise<PostgrestClient>
  /** Calls a procedure; fails with an `AppError`. */
  readonly call: (procedure: ProcedureName, args?: object, signal?: AbortSignal) => Promise<unknown>
}

/** A REST client that calls as the signed-in person. */
export function makeRest(http: Http): Rest {
  let loading: Promise<PostgrestClient> | undefined
  const client = (): Promise<PostgrestClient> =>
    (loading ??= import('@supabase/postgrest-js').then(
      // Its own repetition of reads would hide from the sync engine how the network is.
      ({ PostgrestClient: Client }) => new Client(`${http.url}/rest/v1`, { fetch: http.fetch, retry: false }),
    ))
  return {
    client,
    call: async (procedure, args = {}, signal) => {
      const wrong = findWrongId(args)
      if (wrong !== undefined) throw wrong
      try {
        const request = (await client()).rpc(procedure, args).throwOnError()
        const { data } = await (signal === undefined ? request : request.abortSignal(signal))
        return data
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
  }
}
