import type { Host } from './host.ts'
import type { Database } from './queryable.ts'
import type { Demo } from './demo-state.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { demoAccounts } from '#supabase/seed/accounts.ts'
import { isAllowedEmail } from './auth.ts'
import { directories } from './places.ts'
import type { Settings } from './settings.ts'
import { isLocalMode } from './settings.ts'

/** Only in local mode, because its accounts have passwords, and only if their domain may sign in. */
export function isDemoWanted(settings: Settings): boolean {
  const isAllowed = demoAccounts.every(({ email }) => isAllowedEmail(email, settings.allowedEmailDomains))
  return settings.demo && isLocalMode(settings) && isAllowed
}

type Progress = 'started' | 'done'

export function makeDemo(settings: Settings): Demo {
  let isOffered = false
  return {
    async ensure(host) {
      if (!isDemoWanted(settings)) return
      if ((await readProgress(host.database)) !== 'done') isOffered = await seed(host)
      else isOffered = true
    },
    isOffered: () => isOffered,
  }
}

async function seed(host: Host): Promise<boolean> {
  const seedDemo = await loadSeed()
  const isNew = (await countUsers(host.database)) === 0
  if (seedDemo === undefined || (!isNew && (await readProgress(host.database)) === undefined)) return false
  await saveProgress(host.database, 'started')
  await seedDemo(host)
  await saveProgress(host.database, 'done')
  return true
}

async function loadSeed(): Promise<((host: Host) => Promise<void>) | undefined> {
  const file = path.join(directories.root, 'supabase/seed/demo.ts')
  if (!existsSync(file)) return undefined
  // The seed's own types say so; a static import would load it at every start.
  const module = (await import(pathToFileURL(file).href)) as { seedDemo: (host: Host) => Promise<void> }
  return module.seedDemo
}

async function countUsers(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*)::int as count from auth.users')
  return row?.count ?? 0
}

async function readProgress(database: Database): Promise<Progress | undefined> {
  const [row] = await database.query<{ value: Progress }>(
    `select value from private.deployment_settings where key = 'demo_seed'`,
  )
  return row?.value
}

async function saveProgress(database: Database, progress: Progress): Promise<void> {
  await database.query(
    `insert into private.deployment_settings (key, value) values ('demo_seed', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [progress],
  )
}
