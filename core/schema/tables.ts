import { boards } from './boards.ts'
import { canvasItems } from './canvas-items.ts'
import { collections } from './collections.ts'
import { comments } from './comments.ts'
import type { NewRowOf, RowOf, ScopeKind, Table } from './define-table.ts'
import { fieldDefinitions } from './field-definitions.ts'
import { itemKinds } from './item-kinds.ts'
import { itemLinks } from './item-links.ts'
import { itemTasks } from './item-tasks.ts'
import { items } from './items.ts'
import { commentAttachments, media, versionMedia } from './media.ts'
import { memberDaysOff } from './member-days-off.ts'
import { stagePresetItems, stagePresets, statusPresetItems, statusPresets } from './presets.ts'
import { projectRoleAccess } from './project-role-access.ts'
import { projects } from './projects.ts'
import { reviewEntries } from './review-entries.ts'
import { reviewSessions } from './review-sessions.ts'
import { rolePermissions } from './role-permissions.ts'
import { spaceStages } from './space-stages.ts'
import { spaceStatuses } from './space-statuses.ts'
import { spaces } from './spaces.ts'
import { spaceViews } from './space-views.ts'
import { stageNeeds } from './stage-needs.ts'
import { stages } from './stages.ts'
import { studioMembers } from './studio-members.ts'
import { studios } from './studios.ts'
import { taskBlocks } from './task-blocks.ts'
import { taskEstimations } from './task-estimations.ts'
import { taskStatuses } from './task-statuses.ts'
import { projectViews } from './project-views.ts'
import { taskVersions } from './task-versions.ts'
import { timelineTasks } from './timeline-tasks.ts'
import { userRoles } from './user-roles.ts'

/** Every table that clients cache, by its database name; parents before children. */
export const tables = {
  studios,
  user_roles: userRoles,
  studio_members: studioMembers,
  role_permissions: rolePermissions,
  projects,
  project_role_access: projectRoleAccess,
  spaces,
  stages,
  task_statuses: taskStatuses,
  field_definitions: fieldDefinitions,
  item_kinds: itemKinds,
  stage_needs: stageNeeds,
  space_stages: spaceStages,
  space_statuses: spaceStatuses,
  space_views: spaceViews,
  project_views: projectViews,
  studio_stage_presets: stagePresets,
  studio_stage_preset_items: stagePresetItems,
  studio_status_presets: statusPresets,
  studio_status_preset_items: statusPresetItems,
  collections,
  items,
  item_tasks: itemTasks,
  item_links: itemLinks,
  task_blocks: taskBlocks,
  task_estimations: taskEstimations,
  timeline_tasks: timelineTasks,
  member_days_off: memberDaysOff,
  boards,
  canvas_items: canvasItems,
  task_versions: taskVersions,
  media,
  version_media: versionMedia,
  comments,
  comment_attachments: commentAttachments,
  review_sessions: reviewSessions,
  review_entries: reviewEntries,
}

/** The database name of a table that clients cache. */
export type TableName = keyof typeof tables

/** The row type of every table. */
export type Rows = { readonly [Name in TableName]: RowOf<(typeof tables)[Name]> }

export const tableNames = Object.keys(tables) as readonly TableName[]

const described: Readonly<Record<TableName, Table>> = tables

/** Returns a table's description. */
export function describe(table: TableName): Table {
  return described[table]
}

/** Returns the tables that a kind of scope pulls. */
export function tablesIn(kind: ScopeKind): readonly TableName[] {
  return tableNames.filter((name) => described[name].scopes.includes(kind))
}

/** A row of which only the fields without a default must be given. */
export type NewRow<Name extends TableName> = NewRowOf<(typeof tables)[Name]>

/** Makes a whole row from the given fields, with defaults for the rest. */
export function newRow<Name extends TableName>(table: Name, given: NewRow<Name>): Rows[Name] {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(described[table].fields)) row[name] = field.default
  // The parameter's type requires every field without a default.
  return Object.assign(row, given) as Rows[Name]
}

/** Returns a row's key as deletions name it: its id, or the parts of a composite key joined by colons. */
export function rowKey<Name extends TableName>(table: Name, row: Rows[Name]): string {
  const { key } = described[table]
  const [only = ''] = key
  // A key is made of the row's own fields.
  const values = row as Readonly<Record<string, unknown>>
  return key.length === 1 ? String(values[only]) : key.map((field) => String(values[field])).join(':')
}

/** Sorts rows in display order. */
export function inOrder<Name extends TableName>(table: Name, rows: Iterable<Rows[Name]>): readonly Rows[Name][] {
  // Each table compares its own rows.
  return [...rows].sort(described[table].order as ((first: Rows[Name], second: Rows[Name]) => number) | undefined)
}

/** Converts a name to snake case: `orderRank` → `order_rank`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

type Column = {
  readonly field: string
  readonly column: string
  readonly decode?: (value: unknown) => unknown
  readonly encode?: (value: unknown) => unknown
}

const columnLists = new Map<TableName, readonly Column[]>()

/** Returns the columns of a table: field, column, and codecs. */
export function columnsOf(table: TableName): readonly Column[] {
  let columns = columnLists.get(table)
  if (columns === undefined) {
    columns = Object.entries(described[table].fields).map(
      ([field, { column = toSnakeCase(field), decode, encode }]) => ({
        field,
        column,
        ...(decode && { decode }),
        // It is called only with values of its own field.
        ...(encode && { encode: encode as (value: unknown) => unknown }),
      }),
    )
    columnLists.set(table, columns)
  }
  return columns
}
