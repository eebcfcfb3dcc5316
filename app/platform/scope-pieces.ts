import type { Scope } from '#core/schema/scope.ts'
import type { Table } from 'dexie'
import type { CachedScope } from '#core/sync/ports.ts'
import { newId } from '#core/lib/ids.ts'
import { packRows, unpackRows, type StoredRows } from './packed-rows.ts'

type Rows = readonly object[]
type Tables = Readonly<Record<string, Rows>>

/** Some rows of one table of a large scope. */
export type PieceRecord = { readonly key: string; readonly rows: StoredRows }

/** The keys of the pieces of each table, in order. */
export type PieceList = Readonly<Record<string, readonly string[]>>

/** A scope without the rows stored in pieces. */
type Head = { readonly cached: CachedScope; readonly pieces: PieceList }

/** A scope with no more rows than this is one record: one read, the fastest there is. */
const ROWS_IN_ONE = 8000
/** A few milliseconds per piece: packing rows and giving them to the database takes the main thread. */
const ROWS_PER_PIECE = 2500

/** How many unchanged pieces are compared before input and frames get their turn. */
const PIECES_AT_ONCE = 40

/** Stores the rows of large scopes in pieces, of which only those with a changed row are rewritten. */
export type ScopePieces = {
  /**
   * Writes what changed since the last time and returns the scope's head; undefined if the scope fits into one record.
   */
  readonly write: (cached: CachedScope) => Promise<Head | undefined>
  /** Puts a scope together; undefined if a piece is missing or damaged. */
  readonly read: (head: Head) => Promise<CachedScope | undefined>
  /** Forgets what was written, so that everything is next time. */
  readonly forget: (scope: Scope) => void
  /**
   * Removes pieces that a scope does not use, in the transaction that writes its head; false if another tab has removed
   * some that it does use.
   */
  readonly sweep: (scope: Scope, used: PieceList) => Promise<boolean>
}

type Piece = { readonly key: string; readonly rows: Rows }

/** Returns pieces stored in a database table. Remembers what was last written, and compares rows by identity. */
export function makeScopePieces(table: Table<PieceRecord, string>): ScopePieces {
  const written = new Map<Scope, ReadonlyMap<string, readonly Piece[]>>()

  const writeTable = async (scope: Scope, rows: Rows, before: readonly Piece[]): Promise<readonly Piece[]> => {
    const pieces: Piece[] = []
    for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
      const slice = rows.slice(from, from + ROWS_PER_PIECE)
      const known = before[pieces.length]
      if (known !== undefined && isSame(known.rows, slice)) {
        pieces.push(known)
        if (pieces.length % PIECES_AT_ONCE === 0) await nextTask()
        continue
      }
      const piece = { key: `${scope} ${newId()}`, rows: slice }
      await table.put({ key: piece.key, rows: packRows(slice) })
      // One task per piece, so that input and frames are handled in between.
      await nextTask()
      pieces.push(piece)
    }
    return pieces
  }

  return {
    write: async (cached) => {
      const tables = cached.tables as Tables // Tables are lists of rows, whatever their names.
      if (countRows(tables) <= ROWS_IN_ONE) {
        written.delete(cached.scope)
        return undefined
      }
      const before = written.get(cached.scope)
      const kept = new Map<string, readonly Piece[]>()
      for (const [name, rows] of Object.entries(tables)) {
        kept.set(name, await writeTable(cached.scope, rows, before?.get(name) ?? []))
      }
      written.set(cached.scope, kept)
      return { cached: { ...cached, tables: {} }, pieces: listPieces(kept) }
    },
    read: async ({ cached, pieces }) => {
      const tables: Record<string, Rows> = {}
      const kept = new Map<string, readonly Piece[]>()
      for (const [name, keys] of Object.entries(pieces)) {
        const found = await table.bulkGet([...keys])
        const whole = found.flatMap((record) => unpackPiece(record) ?? [])
        if (whole.length < keys.length) return undefined
        kept.set(name, whole)
        tables[name] = whole.flatMap(({ rows }) => rows)
      }
      written.set(cached.scope, kept)
      return { ...cached, tables }
    },
    forget: (scope) => {
      written.delete(scope)
    },
    sweep: async (scope, used) => {
      const keys = await table.where('key').startsWith(`${scope} `).primaryKeys()
      const isUsed = new Set(Object.values(used).flat())
      const left = keys.filter((key) => !isUsed.has(key))
      if (keys.length - left.length < isUsed.size) return false
      if (left.length > 0) await table.bulkDelete(left)
      return true
    },
  }
}

function unpackPiece(record: PieceRecord | undefined): Piece | undefined {
  const rows = unpackRows(record?.rows)
  return record && rows && { key: record.key, rows }
}

function countRows(tables: Tables): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)
}

function listPieces(kept: ReadonlyMap<string, readonly Piece[]>): PieceList {
  return Object.fromEntries([...kept].map(([name, list]) => [name, list.map(({ key }) => key)]))
}

async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })
}

function isSame(one: Rows, other: Rows): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index])
}
