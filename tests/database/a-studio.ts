import { type RoleName, roleNames } from '#core/schema/user-roles.ts'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'

export type Refusal = { code: string; message: string; status: number }

/** Calls a procedure; throws if it is refused. */
export async function call<Answer>(client: SupabaseClient, name: string, args: object = {}): Promise<Answer> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`)
  return data as Answer // the procedure's documented response
}

/** Returns a procedure's refusal; throws if it succeeds. */
export async function refusal(client: SupabaseClient, name: string, args: object = {}): Promise<Refusal> {
  const { data, error, status } = await client.rpc(name, args)
  if (!error) throw new Error(`${name} answered ${JSON.stringify(data)}`)
  return { code: error.code, message: error.message, status }
}

type Row = Record<string, unknown> & { id: string }

/** Inserts a row and returns it as stored; throws if it is refused. */
export async function insert(client: SupabaseClient, table: string, row: Record<string, unknown>): Promise<Row> {
  const id = crypto.randomUUID()
  const written = await client.from(table).insert({ ...row, id })
  if (written.error) throw new Error(`${table}: ${written.error.code} ${written.error.message}`)
  const { data, error } = await client.from(table).select().eq('id', id).single()
  if (error) throw new Error(`${table}: ${error.code} ${error.message}`)
  return data as Row // one row with everything in it
}

export function roleId(role: RoleName): string {
  return `00000000-0000-4000-8000-00000000000${roleNames.indexOf(role) + 1}`
}

export type TestStudio = Awaited<ReturnType<typeof aStudio>>

/** Creates a studio with an owner, a person in each role, and an outsider who owns nothing. */
export async function aStudio(host: TestHost, name = 'Blue Unicorn') {
  const person = (who: string): Promise<TestUser> => host.admin.createUser(undefined, who)
  const owner = await person('Olga Owner')
  const studio = await call<{ id: string; custom_slug: string }>(owner.client, 'create_studio', { p_name: name })
  const join = async (role: RoleName, who: string): Promise<TestUser> => {
    const user = await person(who)
    const { error } = await host.admin.client
      .from('studio_members')
      .insert({ studio_id: studio.id, user_id: user.id, role_id: roleId(role) })
    if (error) throw new Error(error.message)
    return user
  }
  return {
    ...studio,
    owner,
    admin: await join('admin', 'Ada Admin'),
    lead: await join('lead', 'Lea Lead'),
    member: await join('member', 'Max Member'),
    viewer: await join('viewer', 'Vera Viewer'),
    outsider: await person('Otto Outsider'),
  }
}

/** Creates a project with one space, collection, item and task, in the studio's first stage and default status. */
export async function aTask({ id, owner: { client } }: Pick<TestStudio, 'id' | 'owner'>, projectName = 'Comet') {
  const { data: stages } = await client.from('stages').select('id, name').eq('studio_id', id).order('order_index')
  const { data: statuses } = await client.from('task_statuses').select('id, name').eq('studio_id', id).order('position')
  const [stage, spareStage] = stages ?? []
  const [status, spareStatus] = statuses ?? []
  if (!stage || !spareStage || !status || !spareStatus) throw new Error('The studio has no stages or statuses')
  const project = await insert(client, 'projects', { studio_id: id, name: projectName })
  const space = await insert(client, 'spaces', { project_id: project.id, name: 'Episode & One' })
  const collection = await insert(client, 'collections', { space_id: space.id, name: 'SQ010' })
  const item = await insert(client, 'items', { collection_id: collection.id, title: 'sh010' })
  const task = await insert(client, 'item_tasks', { item_id: item.id, stage_id: stage.id, status_id: status.id })
  return { project, space, collection, item, task, stage, spareStage, status, spareStatus }
}
