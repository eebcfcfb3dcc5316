/** The part of a database that the seed needs. */
export interface SeedQueryable {
  query<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  execute(text: string): Promise<void>
}

export type SeedRow = Readonly<Record<string, unknown>>

/** Inserts rows into a table in one statement. All rows have the columns of the first. */
export async function insertRows(database: SeedQueryable, table: string, rows: readonly SeedRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).join(', ')
  await database.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  )
}

// Triggers of these tables notify people, post comments and feed realtime: right for a change, wrong for a whole studio
// at once. The seed fills in itself what else they would set.
const quietTables = ['item_tasks', 'task_blocks', 'comments', 'mentions', 'canvas_items', 'notification_recipients']

/**
 * Runs `work` without the triggers of these tables. Only inside a transaction: nobody else may write in the meantime.
 */
export async function withoutTriggers(database: SeedQueryable, work: () => Promise<void>): Promise<void> {
  const switchTriggers = (verb: 'disable' | 'enable'): string =>
    quietTables.map((table) => `alter table public.${table} ${verb} trigger user;`).join('\n')
  await database.execute(switchTriggers('disable'))
  await work()
  await database.execute(switchTriggers('enable'))
}
