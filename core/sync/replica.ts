import type { Replica, ReplicaState } from '#core/schema/replica.ts'
import { rowKey, tablesIn, type Rows, type TableName } from '#core/schema/tables.ts'
import { overlayFields } from '#core/schema/field-values.ts'
import { parseScope, type Scope, type StudioAccess } from '#core/schema/scope.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import type { Rev } from '#core/lib/ids.ts'
import { makeChildIndex, parentKey, parentTable, type ChildIndex } from './child-index.ts'
import { overlayRow, makeLayer, patchKeys, type Layer } from './layer.ts'
import type { Patch } from './patches.ts'
import type { CachedScope } from './ports.ts'

type Row = Rows[TableName]
type Listener = () => void

/** The writable side of a replica, for the sync engine only. */
export interface WritableReplica extends Replica {
  /** Loads cached rows, unless the replica's are newer; pending layers stay on top. */
  restore: (cached: CachedScope) => void
  /** Merges a pull and removes the layers of the writes it contains; other layers stay on top. */
  merge: (answer: PullAnswer, contained: ReadonlySet<string>) => void
  /** Overlays a write's patches for this scope; adding the same id twice has no effect. */
  addLayer: (id: string, patches: readonly Patch[]) => void
  /** Removes the layers of writes, revealing the server's rows. */
  dropLayers: (ids: ReadonlySet<string>) => void
  /** Clears all rows, and the layers of settled writes. */
  setGone: (settled: ReadonlySet<string>) => void
  /** Returns the server's rows, without layers. */
  toCache: () => CachedScope
}

/** Makes an empty replica of a scope. */
export function makeReplica(scope: Scope): WritableReplica {
  return new RowReplica(scope)
}

type Table = {
  readonly rows: Map<string, Row>
  /** The server's version of each row that a layer concerns; undefined if the server has no such row. */
  readonly server: Map<string, Row | undefined>
  readonly children: ChildIndex
  version: number
}

// A class, because five thousand changes in one step need plain field access and no closures per row.
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
  /** Whether the current change altered anything visible. */
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

  // Each table's map holds only that table's rows; the type `Table` loses that.
  getRows = <Name extends TableName>(table: Name): ReadonlyMap<string, Rows[Name]> =>
    this.#table(table).rows as ReadonlyMap<string, unknown> as ReadonlyMap<string, Rows[Name]>

  find = <Name extends TableName>(table: Name, key: string): Rows[Name] | undefined => this.getRows(table).get(key)

  // Same as above.
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
        // Layers go first, so that rows from the pull are laid once, under the remaining layers only.
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
      // Set before listeners run, because they read it.
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

  /** Makes changes as one step: versions grow once, and listeners run afterwards. */
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
    // Table topics are '*name'.
    return topic.startsWith('*') && this.#tables.get(topic.slice(1) as TableName)?.version === this.#version
  }

  /** Marks a row and its ancestors as changed; a row already marked has marked ancestors. */
  #touch(name: TableName, key: string, row: object | undefined): void {
    this.#touched.set(key, this.#version)
    const above = row === undefined ? undefined : parentKey(name, row)
    const aboveIn = parentTable(name)
    if (above === undefined || aboveIn === undefined) return
    // An estimate has its task's key, so that mark may be its own.
    if (above !== key && this.#touched.get(above) === this.#version) return
    this.#touch(aboveIn, above, this.#tables.get(aboveIn)?.rows.get(above))
  }

  #put(name: TableName, key: string, after: Row | undefined): void {
    const table = this.#table(name)
    const before = table.rows.get(key)
    // A pull that confirms what is shown already, such as one's own change, is no change.
    if (before === after || (before !== undefined && after !== undefined && hasSameFields(before, after))) return
    this.#isNews = true
    if (after === undefined) table.rows.delete(key)
    else table.rows.set(key, after)
    table.version = this.#version
    table.children.move(before, after)
    this.#touch(name, key, after ?? before)
    // A row that changed its parent also changes its former parent.
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

  /** Recomputes a row from the server's version and the remaining layers. */
  #relay(name: TableName, key: string): void {
    const { rows, server } = this.#table(name)
    const base = server.has(key) ? server.get(key) : rows.get(key)
    const effects = this.#layers.flatMap((layer) => layer.effectsOn(name, key))
    if (effects.length === 0) server.delete(key)
    else server.set(key, base)
    this.#put(name, key, overlayRow(base, effects))
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
      // Deletions first: a row in the same pull was restored after its deletion.
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
      // Built now, while people wait for the rows anyway, rather than during the first drawing.
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
      // The server cannot drop rows that only a pending write has added.
      if (isDropped(row) && !(server.has(key) && server.get(key) === undefined))
        this.#setServerRow(name, key, undefined)
    }
  }
}

/**
 * Returns a row with some fields set; patches carry only fields of their own table, so it stays a row of that table.
 */
function withFields(row: Row, fields: object): Row {
  return overlayFields(row, fields)
}

/** Returns the server's rows in on-screen order, so that a cache written in pieces finds its pieces again. */
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

/** Tells whether two versions of a row are equal; nested lists and objects must be identical. */
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
