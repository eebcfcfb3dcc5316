import type { Replica } from '#core/schema/replica.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { LocalStore } from './ports.ts'
import { makeReplica } from './replica.ts'

/** Reads a scope as last cached on this device, without asking the server; undefined if it is not cached. */
export async function readKeptReplica(store: LocalStore, scope: Scope): Promise<Replica | undefined> {
  const cached = await store.loadScope(scope).catch(() => undefined)
  if (cached === undefined) return undefined
  const replica = makeReplica(scope)
  replica.restore(cached)
  return replica
}
