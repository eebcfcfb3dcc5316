// The palette's search in a large studio: `node bench/scale/search.ts --items 50000 --comments 100000`. Prints how long
// each kind of query takes in the database, as the caller, and how many things it finds.
import { parseArgs } from 'node:util'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { toPercentiles } from './cpu.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { items: option, comments: option, database: option } })
const [items, comments] = [Number(values.items ?? 50_000), Number(values.comments ?? 100_000)]

const queries = {
  'one item by its name': 'sh12345',
  'an item by parts of its name': 'sq123 0040',
  'a word that many comments hold': 'lighting',
  'a word that every comment holds': 'please',
  'two letters': 'sh',
  'a slip in a long word': 'refelction',
  'a slip in a short word': 'rigg',
  'nothing, whatever is forgiven': 'zebrawood',
}

const host = await startTestHost({ database: values.database === 'pglite' ? 'pglite' : 'postgres' })
try {
  const studio = await seedLarge(host.database, { items, stages: 2, spaces: 10 })
  await host.database.query(
    `insert into public.comments (task_id, space_id, studio_id, project_id, content, created_by, created_at)
     select t.id, t.space_id, t.studio_id, t.project_id,
       'please look at the ' || (array['reflection', 'lighting', 'silhouette', 'contact shadow', 'camera move'])[1 + n % 5]
         || ' of sh' || n || (array[', it flickers', ' again', ', frame 1012', ''])[1 + n % 4],
       $2, now() - n * interval '1 minute'
     from (select t.*, row_number() over () as n from public.item_tasks t where t.studio_id = $1) as t
     where n <= $3`,
    [studio.studioId, studio.ownerId, comments],
  )
  await host.database.query('analyze')
  const caller = { role: 'authenticated', sub: studio.memberId }
  for (const [title, query] of Object.entries(queries)) {
    const times: number[] = []
    let found = 0
    for (let turn = 0; turn < 12; turn += 1) {
      const begun = performance.now()
      const [row] = await host.database.asUser(
        caller,
        async (user) =>
          await user.query<{ count: number }>('select json_array_length(public.search_studio($1, $2)) as count', [
            studio.studioId,
            query,
          ]),
      )
      times.push(performance.now() - begun)
      found = row?.count ?? 0
    }
    console.log(`${title} ("${query}"): ${found} found, ${toPercentiles(times)}`)
  }
} finally {
  await host.close()
}
