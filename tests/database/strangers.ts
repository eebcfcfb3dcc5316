import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import WebSocket from 'ws'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { rules } from './row-rules.ts'
import type { Persona } from './world.ts'
import { claimsOf, makeWorld, rowId, studioId, userId } from './world.ts'

/** Everybody who has no business in a studio, and who plays them: `closed` is a member to whom its project is closed. */
export const strangers = {
  'owner of another studio': 'outsider',
  'archived member': 'archived',
  'removed member': 'lead',
  'member a project is closed to': 'member',
  'signed out': 'anonymous',
} as const satisfies Record<string, Persona>
export type Stranger = keyof typeof strangers

/** Every table whose rows belong to the project: what a deletion of the project takes along. */
export type World = { host: TestHost; projectTables: ReadonlySet<string> }

/** The world of the row rules after some have lost their access, with a file of the studio in the bucket. */
export async function startStrangeWorld(): Promise<World> {
  const host = await startTestHost()
  await makeWorld(host.database)
  const projectTables = await listProjectTables(host)
  await host.database.execute(`
    delete from public.studio_members where studio_id = '${studioId}' and user_id = '${userId('lead')}';
    insert into public.project_role_access (project_id, role_id, is_allowed)
      select id, '00000000-0000-4000-8000-000000000004', false from public.projects where studio_id = '${studioId}';
    update public.media set r2_key = studio_id || '/' || id || '/a.png' where r2_key is null;
  `)
  return { host, projectTables }
}

export async function connectAs({ host }: World, persona: Persona): Promise<SupabaseClient> {
  const token = persona === 'anonymous' ? undefined : await signToken(host, persona)
  return createClient(host.url, host.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // The browser's WebSocket and the one of ws differ only in their types.
    realtime: { transport: WebSocket as never },
    ...(token !== undefined && { accessToken: async () => token }),
  })
}

/** An access token as the sign-in gives it. */
export function signToken({ keys }: TestHost, persona: Persona): Promise<string> {
  const { sub, ...claims } = claimsOf(persona)
  return new SignJWT({ ...claims, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(sub))
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(keys.jwtSecret))
}

/** The content of everything in the studio, to compare with later. */
export async function readStudio({ host }: World): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const table of Object.keys(rules)) {
    const [row] = await host.database.query<{ rows: string }>(
      `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as rows from public.${table} t
       where t::text like '%${studioId}%' or ${rules[table]?.row}`,
    )
    content[table] = row?.rows ?? ''
  }
  const [objects] = await host.database.query<{ rows: string }>(
    `select string_agg(name || version || metadata, ',' order by name) as rows from storage.objects`,
  )
  return { ...content, 'storage.objects': objects?.rows ?? '' }
}

class RollBack extends Error {}

async function listProjectTables({ database }: TestHost): Promise<ReadonlySet<string>> {
  const tables = new Set<string>()
  const deletion = database.transaction(async (all) => {
    await all.execute(`delete from public.projects where id = '${rowId('projects')}'`)
    for (const [table, { row }] of Object.entries(rules))
      if ((await all.query(`select 1 from public.${table} where ${row}`)).length === 0) tables.add(table)
    throw new RollBack()
  })
  await deletion.catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error
  })
  return tables
}
