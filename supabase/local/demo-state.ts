import type { Host } from './host.ts'

export interface Demo {
  /** Makes the demo studio in a new database that wants one, or in one where an earlier attempt was cut off. */
  ensure(host: Host): Promise<void>
  /** Whether its accounts can sign in. */
  isOffered(): boolean
}
