import type { Database } from './queryable.ts'
import { readFile } from 'node:fs/promises'
import type { App } from '@supabase/lite'
import { HostError, toMessage } from './host-error.ts'

const preludeFile = new URL('prelude.sql', import.meta.url)

const systemTables = [
  'auth.users',
  'auth.identities',
  'auth.sessions',
  'auth.refresh_tokens',
  'storage.buckets',
  'storage.objects',
  'supabase_migrations.schema_migrations',
]

/** Creates the schemas auth, storage and supabase_migrations, and the roles and helpers that lite leaves out. */
export async function installSystemSchema(app: Pick<App, 'ensureSystemSchema'>, database: Database): Promise<void> {
  await app.ensureSystemSchema()
  await assertSystemTables(database)
  const prelude = await readFile(preludeFile, 'utf8')
  try {
    await database.transaction((transaction) => transaction.execute(prelude))
  } catch (error) {
    throw new HostError(
      `The roles and helpers of Supabase cannot be made in this database: ${toMessage(error)} (the prelude needs a ` +
        'superuser, or an administrator who has run supabase/local/prelude.sql once).',
      { cause: error },
    )
  }
}

/** lite swallows the errors of its own schema scripts, so the result is checked. */
async function assertSystemTables(database: Database): Promise<void> {
  const missing = await database.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is null',
    [systemTables],
  )
  if (missing.length > 0)
    throw new HostError(`The database would not take the tables ${missing.map(({ name }) => name).join(', ')}.`)
}

/** The deployment's settings for triggers and procedures, by key. */
export type DeploymentSettings = {
  allowed_email_domains: string[]
  super_admin_email: string | null
  demo_available: boolean
  /** Where the bytes of files are: the database cannot look into an S3 bucket. */
  media_backend: 'supabase' | 's3'
}

export async function saveDeploymentSettings(database: Database, settings: DeploymentSettings): Promise<void> {
  await database.query(
    `insert into private.deployment_settings (key, value)
     select key, value from jsonb_each($1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(settings)],
  )
}
