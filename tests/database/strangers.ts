import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import WebSocket from 'ws'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { rules } from './row-rules.ts'
import type { Persona } from './world.ts'
import { claimsOf, makeWorld, otherStudioId, rowId, studioId, userId } from './world.ts'

/**
 * Everybody who has no business in a studio, with the persona that plays them: `closed` is a member whose project is
 * closed to them.
 */
export const strangers = {
  'owner of another studio': 'outsider',
  'archived member': 'archived',
  'removed member': 'lead',
  'member a project is closed to': 'member',
  'signed out': 'anonymous',
  'token of another studio': 'owner by token',
} as const satisfies Record<string, Caller>
export type Stranger = keyof typeof strangers

/** A persona with their own session, or an owner with an access token that only its scope keeps out of this studio. */
type Caller = Persona | 'owner by token'

/** Ids unique to this world: the owner's token for the other studio, and a service account of this one. */
export const tokenId = '70ce0000-0000-4000-8000-000000000001'
export const serviceAccountId = '5e0c0000-0000-4000-8000-000000000001'

export function idOf(caller: Caller): string {
  return userId(caller === 'owner by token' ? 'owner' : caller)
}

/** Every table whose rows belong to the project and are deleted with it. */
export type World = { host: TestHost; projectTables: ReadonlySet<string> }

/** The world of the row rules after some have lost access, with a file of the studio in the bucket. */
export async function startWorldOfStrangers(): Promise<World> {
  const host = await startTestHost()
  await makeWorld(host.database)
  const projectTables = await listProjectTables(host)
  await host.database.execute(`
    delete from public.studio_members where studio_id = '${studioId}' and user_id = '${userId('lead')}';
    insert into public.project_role_access (project_id, role_id, is_allowed)
      select id, '00000000-0000-4000-8000-000000000004', false from public.projects where studio_id = '${studioId}';
    update public.media set r2_key = studio_id || '/' || id || '/a.png' where r2_key is null;
    insert into private.access_tokens (id, studio_id, user_id, name, token_hash, hint, expires_at)
      values ('${tokenId}', '${otherStudioId}', '${userId('owner')}', 'Farm', 'x', 'x', now() + interval '1 day');
    do $$ begin
    insert into private.service_accounts (user_id, studio_id, name) values ('${serviceAccountId}', '${studioId}', 'Farm');
    insert into auth.users (id, aud, role) values ('${serviceAccountId}', 'authenticated', 'authenticated');
    insert into public.studio_members (studio_id, user_id, role_id)
      values ('${studioId}', '${serviceAccountId}', '00000000-0000-4000-8000-000000000004');
    end $$;
    insert into private.token_sessions (id, token_id, ends_at) values ('${tokenId}', '${tokenId}', now() + interval '1 hour');
  `)
  return { host, projectTables }
}

export async function connectAs({ host }: World, persona: Caller): Promise<SupabaseClient> {
  // The other studio's owner, also a stranger, could otherwise end its tokens when trying every procedure.
  if (persona === 'owner by token')
    await host.database.query('update private.access_tokens set revoked_at = null where id = $1', [tokenId])
  const token = persona === 'anonymous' ? undefined : await signToken(host, persona)
  return createClient(host.url, host.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // The browser's WebSocket and that of ws differ in type only.
    realtime: { transport: WebSocket as never },
    ...(token !== undefined && { accessToken: async () => token }),
  })
}

/** Returns an access token as sign-in issues it. */
export function signToken({ keys }: TestHost, caller: Caller): Promise<string> {
  const isToken = caller === 'owner by token'
  const { sub, ...claims } = claimsOf(isToken ? 'owner' : caller)
  const scope = isToken && { session_id: tokenId, studio_id: otherStudioId }
  return new SignJWT({ ...claims, ...scope, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(sub))
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(keys.jwtSecret))
}

/** Returns the contents of everything in the studio, to compare with later. */
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
