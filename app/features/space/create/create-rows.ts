import { parsePastedRows, type NewItemRow } from '#core/items/item-names.ts'

/** A row of the form, with a key of its own so that rows can be removed from the middle. */
export type CreateRow = NewItemRow & { readonly key: number }

/** The form's rows. */
export type CreateRows = { readonly rows: readonly CreateRow[]; readonly nextKey: number }

/** One empty row. */
export const emptyCreateRows: CreateRows = { rows: [{ key: 0, name: '', description: '' }], nextKey: 1 }

export function addRow({ rows, nextKey }: CreateRows): CreateRows {
  return { rows: [...rows, { key: nextKey, name: '', description: '' }], nextKey: nextKey + 1 }
}

/** Removes a row, the last one unless given; one row always stays. */
export function removeRow(state: CreateRows, key = state.rows.at(-1)?.key): CreateRows {
  return state.rows.length === 1 ? state : { ...state, rows: state.rows.filter((row) => row.key !== key) }
}

export function changeRow(state: CreateRows, key: number, change: Partial<NewItemRow>): CreateRows {
  return { ...state, rows: state.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) }
}

/**
 * Fills rows from a pasted list of names or a spreadsheet range: the first goes into the row pasted in, the others
 * follow it.
 */
export function pasteRows(state: CreateRows, key: number, text: string): CreateRows | undefined {
  const pasted = parsePastedRows(text)
  if (pasted.length < 2 && !text.includes('\t')) return undefined
  const fresh = pasted.map((row, index) => ({ ...row, key: state.nextKey + index }))
  const at = state.rows.findIndex((row) => row.key === key)
  const own = state.rows[at]
  const isKept = own !== undefined && own.name.trim() !== ''
  return {
    rows: state.rows.toSpliced(isKept ? at + 1 : at, isKept ? 0 : 1, ...fresh),
    nextKey: state.nextKey + fresh.length,
  }
}

/** Whether the form can be submitted: every row has a name, and a collection is chosen where one is needed. */
export function isReady(rows: readonly NewItemRow[], collection: { isNeeded: boolean; isChosen: boolean }): boolean {
  return rows.every(({ name }) => name.trim() !== '') && (collection.isChosen || !collection.isNeeded)
}

/** Whether any row has input. */
export function hasText(rows: readonly NewItemRow[]): boolean {
  return rows.some(({ name, description }) => `${name}${description}`.trim() !== '')
}

/** Trims rows for creating items. */
export function toTrimmedRows(rows: readonly NewItemRow[]): readonly NewItemRow[] {
  return rows.map(({ name, description }) => ({ name: name.trim(), description: description.trim() }))
}

/** Parses rows sent as text; leaves out what is not a row. */
export function parseRows(text: string): readonly NewItemRow[] {
  const rows: unknown = JSON.parse(text)
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null || !('name' in row) || typeof row.name !== 'string') return []
    const description = 'description' in row && typeof row.description === 'string' ? row.description : ''
    return [{ name: row.name, description }]
  })
}

/** An action of a row for the form's reducer. */
export type RowAction =
  | { readonly kind: 'change'; readonly key: number; readonly name?: string; readonly description?: string }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'paste'; readonly key: number; readonly text: string }
  | { readonly kind: 'add' }

/** Applies a row's action to the form. */
export function applyAction(state: CreateRows, action: RowAction): CreateRows {
  switch (action.kind) {
    case 'add':
      return addRow(state)
    case 'remove':
      return removeRow(state, action.key)
    case 'paste':
      return pasteRows(state, action.key, action.text) ?? state
    case 'change': {
      const { kind: _kind, key, ...change } = action
      return changeRow(state, key, change)
    }
  }
}
