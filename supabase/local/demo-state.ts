import type { Host } from './host.ts'

export interface Demo {
  /** Creates the demo studio in a new database that wants one, or in one where an earlier attempt was interrupted. */
  ensure(host: Host): Promise<void>
  /** Whether its accounts can sign in. */
  isOffered(): boolean
}
