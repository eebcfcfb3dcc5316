import type { Database } from '#supabase/local/queryable.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { Verb } from './row-rules.ts'
import { rules, verbs } from './row-rules.ts'
import type { Persona } from './world.ts'
import { claimsOf, makeWorld, otherStudioId, personas, rowId, studioId, userId } from './world.ts'

let host: TestHost
let database: Database

beforeAll(async () => {
  host = await startTestHost()
  database = host.database
  await makeWorld(database)
})
afterAll(() => host.close())

class RollBack extends Error {
  override message = 'rolled back on purpose'
}

/** Returns whether a statement has an effect for a persona, and rolls it back. */
async function works(persona: Persona, statement: string): Promise<boolean> {
  let touched = 0
  try {
    await database.asUser(claimsOf(persona), async (user) => {
      touched = (await user.query(statement)).length
      throw new RollBack()
    })
  } catch (error) {
    if (error instanceof RollBack) return touched > 0
    const { code } = error as { code?: string } // a database error carries its SQLSTATE
    if (code === '42501') return false
    throw new Error(`${persona}: ${statement}`, { cause: error })
  }
  throw new Error('The transaction was not rolled back')
}

function statementOf(table: string, verb: Verb, persona: Persona): string | undefined {
  const rule = rules[table]
  if (rule === undefined) throw new Error(`No rules for ${table}`)
  if (verb === 'select') return `select 1 from public.${table} where ${rule.row}`
  if (verb === 'insert') return rule.insert && `insert into public.${table} ${rule.insert(userId(persona))} returning *`
  if (verb === 'update') return rule.update && `update public.${table} set ${rule.update} where ${rule.row} returning 1`
  return `delete from public.${table} where ${rule.spare ?? rule.row} returning 1`
}

/** Returns the personas that can actually do it. */
async function whoMay(table: string, verb: Verb): Promise<Persona[]> {
  const able: Persona[] = []
  for (const persona of personas) {
    const statement = statementOf(table, verb, persona)
    if (statement === undefined) throw new Error(`No ${verb} is given for ${table}`)
    if (await works(persona, statement)) able.push(persona)
  }
  return able
}

describe('the row rule matrix', () => {
  test('has a row for every table of the exposed schema, each with row rules enabled', async () => {
    const tables = await database.query<{ name: string; secured: boolean }>(
      `select c.relname as name, c.relrowsecurity as secured from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
    )

    expect(tables.map((table) => table.name)).toEqual(Object.keys(rules).toSorted())
    expect(tables.filter((table) => !table.secured)).toEqual([])
  })

  test.each(Object.keys(rules))('%s: each verb works for exactly the allowed roles', async (table) => {
    const found = Object.fromEntries(await Promise.all(verbs.map(async (verb) => [verb, await whoMay(table, verb)])))

    expect(found).toEqual(Object.fromEntries(verbs.map((verb) => [verb, [...(rules[table]?.may[verb] ?? [])]])))
  })

  test('fails when any one policy is dropped', async () => {
    const policies = await database.query<{ name: string; table: string; verb: string }>(
      `select policyname as name, tablename as "table", lower(cmd) as verb from pg_policies where schemaname = 'public'`,
    )
    expect(policies.length).toBeGreaterThan(100)

    const unnoticed: string[] = []
    for (const { name, table, verb } of policies) {
      const [{ definition } = { definition: '' }] = await database.query<{ definition: string }>(
        `select format('create policy %I on public.%I for %s to authenticated %s %s', policyname, tablename, cmd,
           'using (' || qual || ')', 'with check (' || with_check || ')') as definition from pg_policies where policyname = $1 and tablename = $2`,
        [name, table],
      )
      const before = rules[table]?.may[verb as Verb] ?? [] // a policy's command is one of the four verbs
      await database.execute(`drop policy "${name}" on public.${table}`)
      const after = await whoMay(table, verb as Verb)
      await database.execute(definition)
      if (JSON.stringify(after) === JSON.stringify(before)) unnoticed.push(name)
    }

    expect(unnoticed).toEqual([])
  })
})

describe('row rules beyond the matrix', () => {
  const at = (table: string, n = 1) => `'${rowId(table, n)}'`

  test('nobody can write in another person’s name', async () => {
    for (const persona of ['owner', 'member'] as const) {
      const lead = userId('lead')
      expect(
        await works(
          persona,
          `insert into public.comments (task_id, content, created_by) values (${at('tasks')}, 'x', '${lead}') returning 1`,
        ),
      ).toBe(false)
      expect(
        await works(
          persona,
          `insert into public.task_versions (task_id, created_by, time_spent) values (${at('tasks')}, '${lead}', '1h') returning 1`,
        ),
      ).toBe(false)
      expect(
        await works(
          persona,
          `insert into public.media (studio_id, filename, content_type, size_bytes, created_by) values ('${studioId}', 'x', 'image/png', 1, '${lead}') returning 1`,
        ),
      ).toBe(false)
    }
    expect(
      await works(
        'lead',
        `update public.comments set created_by = '${userId('member')}' where id = ${at('comments')} returning 1`,
      ),
    ).toBe(false)
  })

  test('an owner cannot be demoted, archived or removed, and only owners and admins change roles', async () => {
    const of = (persona: Persona) => `where studio_id = '${studioId}' and user_id = '${userId(persona)}' returning 1`
    for (const persona of ['admin', 'lead'] as const) {
      expect(await works(persona, `update public.studio_members set archived_at = now() ${of('owner')}`)).toBe(false)
      expect(await works(persona, `delete from public.studio_members ${of('owner')}`)).toBe(false)
    }
    expect(
      await works(
        'lead',
        `update public.studio_members set role_id = '00000000-0000-4000-8000-000000000003' ${of('member')}`,
      ),
    ).toBe(false)
    expect(
      await works(
        'lead',
        `update public.studio_members set role_id = '00000000-0000-4000-8000-000000000002' ${of('lead')}`,
      ),
    ).toBe(false)
    expect(
      await works(
        'admin',
        `update public.studio_members set role_id = '00000000-0000-4000-8000-000000000001' ${of('member')}`,
      ),
    ).toBe(false)
    expect(
      await works(
        'admin',
        `update public.studio_members set role_id = '00000000-0000-4000-8000-000000000003' ${of('member')}`,
      ),
    ).toBe(true)
    expect(
      await works(
        'owner',
        `update public.studio_members set role_id = '00000000-0000-4000-8000-000000000002' ${of('member')}`,
      ),
    ).toBe(true)
  })

  test('nobody can grant a permission they lack; revoking needs none', async () => {
    const set = (permission: string, isAllowed: boolean) =>
      `update public.role_permissions set is_allowed = ${isAllowed}
       where studio_id = '${studioId}' and permission = '${permission}' and role_id = '00000000-0000-4000-8000-000000000005' returning 1`

    expect(await works('lead', set('view_all_projects', true))).toBe(false)
    expect(await works('admin', set('view_all_projects', true))).toBe(true)
    expect(await works('lead', set('create', true))).toBe(true)

    await database.execute(set('view_all_projects', true))
    await database.execute(
      `update public.role_permissions set is_allowed = false
       where studio_id = '${studioId}' and permission = 'create' and role_id = '00000000-0000-4000-8000-000000000002'`,
    )
    expect(await works('lead', set('view_all_projects', true))).toBe(true)
    expect(await works('lead', set('view_all_projects', false))).toBe(true)
    expect(await works('admin', set('create', true))).toBe(false)
    expect(await works('owner', set('create', true))).toBe(true)
    await database.execute(set('view_all_projects', false))
    await database.execute(
      `update public.role_permissions set is_allowed = true
       where studio_id = '${studioId}' and permission = 'create' and role_id = '00000000-0000-4000-8000-000000000002'`,
    )
  })

  test('a refused grant says why', async () => {
    const granting = database.asUser(claimsOf('lead'), (lead) =>
      lead.query(
        `update public.role_permissions set is_allowed = true
         where studio_id = '${studioId}' and permission = 'view_all_projects' and role_id = '00000000-0000-4000-8000-000000000004'`,
      ),
    )

    await expect(granting).rejects.toThrow('You can only grant permissions that you have yourself')
  })

  test('a permission revoked in the matrix is gone', async () => {
    const comment = `insert into public.comments (task_id, content, created_by) values (${at('tasks')}, 'x', '${userId('viewer')}') returning 1`
    expect(await works('viewer', comment)).toBe(true)

    await database.execute(
      `update public.role_permissions set is_allowed = false where permission = 'comment' and role_id = '00000000-0000-4000-8000-000000000005'`,
    )
    expect(await works('viewer', comment)).toBe(false)
    await database.execute(
      `update public.role_permissions set is_allowed = true where permission = 'comment' and role_id = '00000000-0000-4000-8000-000000000005'`,
    )
  })

  test('a project closed to a role is closed with all its contents; lead follows member, owner and admin see all', async () => {
    const tables = [
      'projects',
      'spaces',
      'collections',
      'items',
      'item_tasks',
      'task_versions',
      'version_media',
      'media',
      'comments',
      'comment_attachments',
      'task_blocks',
      'task_estimations',
      'boards',
      'canvas_items',
    ]
    await database.execute(
      `insert into public.project_role_access (project_id, role_id, is_allowed) values (${at('projects')}, '00000000-0000-4000-8000-000000000004', false)`,
    )

    for (const table of tables) {
      expect([table, await whoMay(table, 'select')]).toEqual([table, ['owner', 'admin', 'viewer']])
    }
    await database.execute(
      `delete from public.project_role_access where role_id = '00000000-0000-4000-8000-000000000004'`,
    )
  })

  test('rows cannot be moved to or linked with another studio', async () => {
    const foreign = (table: string) => `'${rowId(table, 1, 2)}'`
    for (const statement of [
      `update public.items set collection_id = ${foreign('collections')} where id = ${at('items')} returning 1`,
      `update public.stages set studio_id = '${otherStudioId}' where id = ${at('stages')} returning 1`,
      `insert into public.collections (space_id, name) values (${foreign('spaces')}, 'x') returning 1`,
    ]) {
      await expect(works('owner', statement).catch(() => false)).resolves.toBe(false)
    }
    for (const statement of [
      `insert into public.item_tasks (item_id, stage_id, status_id) values (${at('items')}, ${foreign('stages')}, ${at('statuses')}) returning 1`,
      `update public.item_tasks set status_id = ${foreign('statuses')} where id = ${at('tasks')} returning 1`,
      `update public.projects set thumbnail_media_id = ${foreign('media')} where id = ${at('projects')} returning 1`,
      `update public.item_tasks set assignee_id = '${userId('outsider')}' where id = ${at('tasks')} returning 1`,
    ]) {
      await expect(works('owner', statement)).rejects.toThrow('owner: ')
    }
  })

  test('the database owner can delete a studio with everything in it and nothing else', async () => {
    const deleted = database.transaction(async (all) => {
      await all.execute(`delete from public.studios where id = '${studioId}'`)
      for (const table of Object.keys(rules)) {
        const [has] = await all.query<{ n: number }>(
          `select count(*)::int as n from pg_attribute where attrelid = 'public.${table}'::regclass and attname = 'studio_id'`,
        )
        if (has?.n === 0) continue
        const rows = await all.query(`select studio_id from public.${table} where studio_id = '${studioId}'`)
        expect([table, rows]).toEqual([table, []])
        const others = await all.query(`select studio_id from public.${table} where studio_id = '${otherStudioId}'`)
        expect([table, others.length > 0]).toEqual([table, true])
      }
      throw new RollBack()
    })

    await expect(deleted).rejects.toThrow('rolled back on purpose')
  })
})
