import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Database } from './database.ts'

type Realtime = {
  installRealtime(database: Database): Promise<void>
  watchPublication(database: Database): Promise<void>
  attachRealtime(parts: {
    server: Server
    database: Database
    jwtSecret: string
    apiKeys: string[]
  }): Promise<{ close(): Promise<void> }>
}

/** Realtime, once it is there. */
export async function loadRealtime(): Promise<Realtime> {
  const file = new URL('realtime/attach.ts', import.meta.url)
  const nothing = async (): Promise<void> => {}
  if (!existsSync(file))
    return { installRealtime: nothing, watchPublication: nothing, attachRealtime: async () => ({ close: nothing }) }
  return (await import(file.href)) as Realtime
}
