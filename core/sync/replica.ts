import type { Replica, ReplicaState } from '#core/schema/replica.ts'
import { rowKey, tablesIn, type Rows, type TableName } from '#core/schema/tables.ts'
import { layFields } from '#core/schema/field-values.ts'
import { parseScope, type Scope, type StudioAccess } from '#core/schema/scope.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import type { Rev } from '#core/lib/ids.ts'
import { makeChildIndex, parentKey, parentTable, type ChildIndex } from './child-index.ts'
import { layRow, makeLayer, patchKeys, type Layer } from './layer.ts'
import type { Patch } from './patches.ts'
import type { CachedScope } from './ports.ts'

type Row = Rows[TableName]
type Listener = () => void

/** The side of a replica that only the sync engine uses. */
export interface WritableReplica extends Replica {
  /** Starts from the cache, unless what is there is newer; pending layers stay on top. */
  restore: (cached: CachedScope) => void
  /** Takes in an answer of the server and takes away the layers of writes it contains; the others stay on top. */
  merge: (answer: PullAnswer, contained: ReadonlySet<string>) => void
  /** Lays a write's patches for this scope over the rows; the same id twice counts once. */
  addLayer: (id: string, patches: readonly Patch[]) => void
  /** Takes writes' layers away: the server's rows show through. */
  dropLayers: (ids: ReadonlySet<string>) => void
  /** Forgets every row, and the layers of writes that are through. */
  setGone: (settled: ReadonlySet<string>) => void
  /** The server's rows without layers. */
  toCache: () => CachedScope
}

/** An empty replica of a scope. */
export function makeReplica(scope: Scope): WritableReplica {
  return new RowReplica(scope)
}

type Table = {
  readonly rows: Map<string, Row>
  /** The server's version of each row that a layer concerns; absent there: the server has no such row. */
  readonly server: Map<string, Row | undefined>
  readonly children: ChildIndex
  version: number
}

// A class, because five thousand changes in one step want plain field access and no closures per row.
class RowReplica implements WritableReplica {
  readonly scope: Scope
  readonly #tables = new Map<TableName, Table>()
  readonly #touched = new Map<string, number>()
  readonly #listeners = new Map<string, Set<Listener>>()
  #layers: readonly Layer[] = []
  #state: ReplicaState = 'empty'
  #rev: Rev = 0
  #access: StudioAccess | undefined
  #version = 0
  /** Whether the change under way changed anything that can be seen. */
  #isNews = false
  /** The version of all rows that have none of their own. */
  #floor = 0

  constructor(scope: Scope) {
    this.scope = scope
    for (const name of tablesIn(parseScope(scope).kind)) {
      const rows = new Map<string, Row>()
      this.#tables.set(name, { rows, server: new Map(), children: makeChildIndex(name, rows), version: 0 })
    }
  }

  getState = (): ReplicaState => this.#state
  getRev = (): Rev => this.#rev
  findAccess = (): StudioAccess | undefined => this.#access

  // Each table's map holds that table's rows only; `Table` forgets which.
  getRows = <Name extends TableName>(table: Name): ReadonlyMap<string, Rows[Name]> =>
    this.#table(table).rows as ReadonlyMap<string, unknown> as ReadonlyMap<string, Rows[Name]>

  find = <Name extends TableName>(table: Name, key: string): Rows[Name] | undefined => this.getRows(table).get(key)

  // As above.
  getUnder = <Name extends TableName>(table: Name, parent: string): readonly Rows[Name][] =>
    this.#table(table).children.under(parent) as readonly unknown[] as readonly Rows[Name][]

  getVersion = (table?: TableName): number => (table === undefined ? this.#version : this.#table(table).version)
  getRowVersion = (key: string): number => this.#touched.get(key) ?? this.#floor

  subscribe = (listener: Listener): (() => void) => this.#listen('*', listener)
  subscribeTable = (table: TableName, listener: Listener): (() => void) => this.#listen(`*${table}`, listener)
  subscribeRow = (key: string, listener: Listener): (() => void) => this.#listen(key, listener)

  restore(cached: CachedScope): void {
    if (cached.rev < this.#rev) return
    this.#change(() => {
      this.#replaceAll(cached.tables)
      this.#rev = cached.rev
      this.#access = cached.access
    })
  }

  merge(answer: PullAnswer, contained: ReadonlySet<string>): void {
    this.#change(() => {
      if (answer.full) {
        this.#layers = this.#layers.filter((layer) => !contained.has(layer.id))
        this.#replaceAll(answer.tables)
      } else {
        // Off the stack first: rows that the answer brings are then laid once, and under what is left only.
        const removed = this.#takeLayers(contained)
        this.#mergeChanges(answer)
        this.#relayUnder(removed)
      }
      this.#rev = answer.rev
      if (answer.access !== undefined) this.#setAccess(answer.access)
    })
  }

  addLayer(id: string, patches: readonly Patch[]): void {
    const mine = patches.filter((patch) => patch.scope === this.scope)
    if (mine.length === 0 || this.#layers.some((layer) => layer.id === id)) return
    this.#change(() => {
      const layer = makeLayer(id, mine)
      this.#layers = [...this.#layers, layer]
      for (const patch of mine) this.#apply(patch)
    })
  }

  dropLayers(ids: ReadonlySet<string>): void {
    if (this.#layers.some((layer) => ids.has(layer.id))) this.#change(() => this.#relayUnder(this.#takeLayers(ids)))
  }

  setGone(settled: ReadonlySet<string>): void {
    this.#change(() => {
      this.#layers = this.#layers.filter((layer) => !settled.has(layer.id))
      this.#replaceAll({})
      this.#rev = 0
      // Before anybody is told, who then asks for it.
      this.#state = 'gone'
    })
  }

  toCache(): CachedScope {
    const tables = Object.fromEntries(
      Array.from(this.#tables, ([name, { rows, server }]) => {
        return [name, serverRows(rows, server)]
      }),
    )
    return {
      scope: this.scope,
      rev: this.#rev,
      tables,
      ...(this.#access === undefined ? {} : { access: this.#access }),
    }
  }

  #table(name: TableName): Table {
    const table = this.#tables.get(name)
    if (table === undefined) throw new Error(`${this.scope} holds no ${name}`)
    return table
  }

  #listen(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic)
    }
  }

  /** Makes changes as one step: versions grow once, listeners hear of it afterwards. */
  #change(make: () => void): void {
    this.#version += 1
    this.#isNews = false
    make()
    if (!this.#isNews) {
      this.#version -= 1
      return
    }
    const floorMoved = this.#floor === this.#version
    for (const [topic, listeners] of this.#listeners) {
      const isHit = floorMoved || topic === '*' || this.#touched.get(topic) === this.#version || this.#isTableHit(topic)
      if (isHit) for (const listener of listeners) listener()
    }
  }

  #isTableHit(topic: string): boolean {
    // Topics of tables are '*name'.
    return topic.startsWith('*') && this.#tables.get(topic.slice(1) as TableName)?.version === this.#version
  }

  /** Marks a row as changed, and every row above it; one that is marked already has marked those above. */
  #touch(name: TableName, key: string, row: object | undefined): void {
    this.#touched.set(key, this.#version)
    const above = row === undefined ? undefined : parentKey(name, row)
    const aboveIn = parentTable(name)
    if (above === undefined || aboveIn === undefined) return
    // An estimate has its task's key: the mark just made is its own.
    if (above !== key && this.#touched.get(above) === this.#version) return
    this.#touch(aboveIn, above, this.#tables.get(aboveIn)?.rows.get(above))
  }

  #put(name: TableName, key: string, after: Row | undefined): void {
    const table = this.#table(name)
    const before = table.rows.get(key)
    // The server's word for what is shown already, such as one's own change, is no news for anybody.
    if (before === after || (before !== undefined && after !== undefined && hasSameFields(before, after))) return
    this.#isNews = true
    if (after === undefined) table.rows.delete(key)
    else table.rows.set(key, after)
    table.version = this.#version
    table.children.move(before, after)
    this.#touch(name, key, after ?? before)
    // A row that changed its parent is news for the one it left, too.
    if (before !== undefined && after !== undefined && parentKey(name, before) !== parentKey(name, after)) {
      this.#touch(name, key, before)
    }
  }

  #apply(patch: Patch): void {
    const { rows, server } = this.#table(patch.table)
    if (patch.kind === 'add') {
      for (const row of patch.rows as readonly Row[]) {
        const key = rowKey(patch.table, row)
        if (!server.has(key)) server.set(key, rows.get(key))
        if (!rows.has(key)) this.#put(patch.table, key, row)
      }
      return
    }
    for (const key of patch.keys) {
      const before = rows.get(key)
      if (before === undefined) continue
      if (!server.has(key)) server.set(key, before)
      this.#put(patch.table, key, patch.kind === 'remove' ? undefined : withFields(before, patch.fields))
    }
  }

  #takeLayers(ids: ReadonlySet<string>): readonly Layer[] {
    const taken = this.#layers.filter((layer) => ids.has(layer.id))
    if (taken.length > 0) this.#layers = this.#layers.filter((layer) => !ids.has(layer.id))
    return taken
  }

  #relayUnder(layers: readonly Layer[]): void {
    for (const { patches } of layers) {
      for (const patch of patches) for (const key of patchKeys(patch)) this.#relay(patch.table, key)
    }
  }

  /** Computes a row anew from the server's version and the layers that are left. */
  #relay(name: TableName, key: string): void {
    const { rows, server } = this.#table(name)
    const base = server.has(key) ? server.get(key) : rows.get(key)
    const effects = this.#layers.flatMap((layer) => layer.effectsOn(name, key))
    if (effects.length === 0) server.delete(key)
    else server.set(key, base)
    this.#put(name, key, layRow(base, effects))
  }

  #setServerRow(name: TableName, key: string, row: Row | undefined): void {
    const { rows, server } = this.#table(name)
    if (server.has(key) || (this.#layers.length > 0 && !rows.has(key))) {
      server.set(key, row)
      this.#relay(name, key)
    } else this.#put(name, key, row)
  }

  #mergeChanges({ tables, deleted }: PullAnswer): void {
    for (const name of this.#tables.keys()) {
      // Deletions first: a row that is there was put back after the deletion that the same answer tells of.
      for (const key of deleted[name] ?? []) this.#setServerRow(name, key, undefined)
      for (const row of tables[name] ?? []) this.#setServerRow(name, rowKey(name, row), row)
    }
  }

  #replaceAll(tables: CachedScope['tables']): void {
    for (const [name, table] of this.#tables) {
      table.rows.clear()
      table.server.clear()
      table.children.reset()
      table.version = this.#version
      for (const row of tables[name] ?? []) table.rows.set(rowKey(name, row), row)
      // Now, while somebody waits for the rows anyway, and not in the middle of the first drawing of them.
      table.children.build()
    }
    this.#isNews = true
    this.#touched.clear()
    this.#floor = this.#version
    this.#state = 'ready'
    for (const layer of this.#layers) for (const patch of layer.patches) this.#apply(patch)
  }

  /** Drops what the caller may no longer see: projects that are not listed, with everything below. */
  #setAccess(access: StudioAccess): void {
    this.#access = access
    this.#isNews = true
    const open = new Set<string>(access.projectIds)
    const isShut = (projectId: string | undefined): boolean => projectId !== undefined && !open.has(projectId)
    const spaces = this.getRows('spaces')
    const shutSpaces = new Set([...spaces.values()].filter((space) => isShut(space.projectId)).map(({ id }) => id))
    this.#dropWhere('projects', (row) => isShut(row.id))
    this.#dropWhere('project_role_access', (row) => isShut(row.projectId))
    this.#dropWhere('space_stages', (row) => shutSpaces.has(row.spaceId))
    this.#dropWhere('space_statuses', (row) => shutSpaces.has(row.spaceId))
    this.#dropWhere('space_views', (row) => shutSpaces.has(row.spaceId))
    this.#dropWhere('project_views', (row) => isShut(row.projectId))
    this.#dropWhere('review_sessions', (row) => isShut(row.projectId))
    this.#dropWhere('spaces', (row) => shutSpaces.has(row.id))
  }

  #dropWhere<Name extends TableName>(name: Name, isDropped: (row: Rows[Name]) => boolean): void {
    const { server } = this.#table(name)
    for (const [key, row] of this.getRows(name)) {
      // What only a pending write has added is not the server's to drop.
      if (isDropped(row) && !(server.has(key) && server.get(key) === undefined))
        this.#setServerRow(name, key, undefined)
    }
  }
}

/** A row with some fields set anew; patches carry fields of their own table only, so it stays a row of that table. */
function withFields(row: Row, fields: object): Row {
  return layFields(row, fields)
}

/** The server's rows in the order of those on screen: a cache that is written piece by piece finds its pieces again. */
function serverRows(rows: ReadonlyMap<string, Row>, server: ReadonlyMap<string, Row | undefined>): readonly Row[] {
  if (server.size === 0) return [...rows.values()]
  const kept: Row[] = []
  for (const [key, shown] of rows) {
    const row = server.has(key) ? server.get(key) : shown
    if (row !== undefined) kept.push(row)
  }
  for (const [key, row] of server) if (row !== undefined && !rows.has(key)) kept.push(row)
  return kept
}

/** Whether two versions of a row say the same; lists and objects inside count as different unless they are one. */
function hasSameFields(before: object, after: object): boolean {
  // Rows are plain records.
  const [one, other] = [before as Record<string, unknown>, after as Record<string, unknown>]
  let count = 0
  for (const field in one) {
    if (one[field] !== other[field]) return false
    count += 1
  }
  for (const field in other) if (!(field in one)) return false
  return count > 0
}
