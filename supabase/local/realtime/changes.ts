import type { Database } from '../queryable.ts'
import type { Channel, Channels } from './channel.ts'
import type { ChangeLike } from './filter.ts'
import { matchesBinding } from './filter.ts'
import type { Relation, Relations } from './relations.ts'
import type { Identity } from './token.ts'

type Row = Record<string, unknown>
type ChangeRow = {
  id: string
  relation: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  record: Row | null
  old_record: Row | null
  changed_at: string
}
type Change = ChangeRow & { relation: string; about: Relation }
type Wanted = { change: Change; channel: Channel; ids: number[] }

/** Sends the changes of some statements to those who subscribed to them and may see the rows. */
export async function deliverChanges(
  database: Pick<Database, 'query' | 'asUser'>,
  { channels, relations }: { channels: Channels; relations: Relations },
  statementIds: readonly string[],
): Promise<void> {
  if (channels.listBound().length === 0) return
  const rows = await database.query<ChangeRow>(
    `select id::text, relation::text, type, record, old_record, changed_at
     from realtime.changes where statement_id = any($1::bigint[]) order by id`,
    [statementIds],
  )
  const changes: Change[] = []
  for (const row of rows) {
    const about = await relations.find(row.relation)
    if (about !== undefined) changes.push({ ...row, about })
  }
  const wanted = listWanted(channels.listBound(), changes)
  const visible = await loadVisible(database, wanted)
  for (const { change, channel, ids } of wanted)
    if (change.type === 'DELETE' || visible.has(toSight(channel.identity, change)))
      channel.outlet.send({ topic: channel.topic, event: 'postgres_changes', payload: { ids, data: toData(change) } })
}

function listWanted(bound: readonly Channel[], changes: readonly Change[]): Wanted[] {
  return changes.flatMap((change) => {
    const { schema, table } = change.about
    const like: ChangeLike = { type: change.type, schema, table, row: change.record ?? change.old_record ?? {} }
    return bound
      .map((channel) => ({
        change,
        channel,
        ids: channel.bindings.filter((binding) => matchesBinding(binding, like)).map(({ id }) => id),
      }))
      .filter(({ ids }) => ids.length > 0)
  })
}

/** Which changes each person may see: one query for each person and table. A deleted row can no longer be checked. */
async function loadVisible(database: Pick<Database, 'asUser'>, wanted: readonly Wanted[]): Promise<Set<string>> {
  const questions = new Map<string, { identity: Identity; about: Relation; changes: Map<string, Change> }>()
  for (const { change, channel } of wanted) {
    if (change.type === 'DELETE') continue
    const { identity } = channel
    const key = `${identity.person} ${change.relation}`
    const question = questions.get(key) ?? { identity, about: change.about, changes: new Map<string, Change>() }
    questions.set(key, question)
    question.changes.set(change.id, change)
  }
  const visible = new Set<string>()
  for (const { identity, about, changes } of questions.values()) {
    const keys = [...changes.values()].map(({ id, record }) => ({ id, record }))
    const seen = await database
      .asUser(identity.claims, (user) => user.query<{ id: string }>(toQuestion(about), [JSON.stringify(keys)]))
      .catch(returnNoChanges)
    for (const { id } of seen) {
      const change = changes.get(id)
      if (change !== undefined) visible.add(toSight(identity, change))
    }
  }
  return visible
}

/** People who may not read the table see no change of it; and one person's failure does not stop the news to others. */
function returnNoChanges(error: unknown): [] {
  const isRefused = error instanceof Error && 'code' in error && error.code === '42501'
  if (!isRefused) console.error('realtime could not ask what somebody may see:', error)
  return []
}

function toQuestion({ schema, table, key }: Relation): string {
  const isSameRow = key.map(
    ({ name, type }) => `r.${quote(name)} = (c.change -> 'record' ->> ${literal(name)})::${type}`,
  )
  return `select c.change ->> 'id' as id from jsonb_array_elements($1::jsonb) as c (change)
    where exists (select from ${quote(schema)}.${quote(table)} r where ${isSameRow.join(' and ')})`
}

const toSight = ({ person }: Identity, { id }: Change): string => `${person} ${id}`

function toData({ about, type, record, old_record, changed_at }: Change): Row {
  return {
    schema: about.schema,
    table: about.table,
    type,
    commit_timestamp: changed_at,
    columns: about.columns,
    ...(record !== null && { record }),
    ...(old_record !== null && { old_record }),
    errors: null,
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
