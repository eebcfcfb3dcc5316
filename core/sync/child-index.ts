import type { Rows, TableName } from '../domain/rows.ts'

/** Which field of a row names the row it hangs under, and in which table that one is. */
type Parent = { readonly field: string; readonly table: TableName }

/** Where rows hang: a change below is also a change of everything above it in the same scope. */
export const parents: { readonly [Name in TableName]?: Parent & { readonly field: keyof Rows[Name] & string } } = {
  spaces: { field: 'projectId', table: 'projects' },
  project_role_access: { field: 'projectId', table: 'projects' },
  space_stages: { field: 'spaceId', table: 'spaces' },
  space_statuses: { field: 'spaceId', table: 'spaces' },
  studio_stage_preset_items: { field: 'presetId', table: 'studio_stage_presets' },
  studio_status_preset_items: { field: 'presetId', table: 'studio_status_presets' },
  items: { field: 'collectionId', table: 'collections' },
  item_tasks: { field: 'itemId', table: 'items' },
  task_blocks: { field: 'taskId', table: 'item_tasks' },
  task_estimations: { field: 'taskId', table: 'item_tasks' },
  task_versions: { field: 'taskId', table: 'item_tasks' },
  version_media: { field: 'versionId', table: 'task_versions' },
  comments: { field: 'taskId', table: 'item_tasks' },
  comment_attachments: { field: 'commentId', table: 'comments' },
}

/** The key of the row that a row hangs under. */
export function parentKey(table: TableName, row: object): string | undefined {
  const field = parents[table]?.field
  // `field` is one of the row's own fields, and parents are named by ids.
  return field === undefined ? undefined : ((row as Record<string, unknown>)[field] as string)
}

/** Keys of rows by the key of the row above; built when first asked for, then kept up to date. */
export type ChildIndex = {
  readonly under: (key: string) => ReadonlySet<string>
  readonly move: (key: string, from: object | undefined, to: object | undefined) => void
  readonly reset: () => void
}

const nothing: ReadonlySet<string> = new Set()

/** An index of one table's rows by their parent. */
export function makeChildIndex(table: TableName, rows: ReadonlyMap<string, object>): ChildIndex {
  let index: Map<string, Set<string>> | undefined
  const add = (built: Map<string, Set<string>>, key: string, row: object): void => {
    const parent = parentKey(table, row)
    if (parent === undefined) return
    const keys = built.get(parent)
    if (keys === undefined) built.set(parent, new Set([key]))
    else keys.add(key)
  }
  return {
    under: (parent) => {
      if (index === undefined) {
        index = new Map()
        for (const [key, row] of rows) add(index, key, row)
      }
      return index.get(parent) ?? nothing
    },
    move: (key, from, to) => {
      if (index === undefined) return
      if (from !== undefined && to !== undefined && parentKey(table, from) === parentKey(table, to)) return
      if (from !== undefined) index.get(parentKey(table, from) ?? '')?.delete(key)
      if (to !== undefined) add(index, key, to)
    },
    reset: () => {
      index = undefined
    },
  }
}
