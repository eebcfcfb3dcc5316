import type { Database } from './queryable.ts'
import type { Keys } from './keys.ts'
import type { Settings } from './settings.ts'

export interface Host {
  /** Its address, such as `http://127.0.0.1:4600`. */
  url: string
  settings: Settings
  keys: Keys
  database: Database
  close(): Promise<void>
}
