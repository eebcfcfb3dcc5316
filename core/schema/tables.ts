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

/** Every table a client keeps, by its name in the database; parents before what hangs under them. */
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

/** The name of a table a client keeps, as the database has it. */
export type TableName = keyof typeof tables

/** Every table with the type of its rows. */
export type Rows = { readonly [Name in TableName]: RowOf<(typeof tables)[Name]> }

export const tableNames = Object.keys(tables) as readonly TableName[]

const described: Readonly<Record<TableName, Table>> = tables

/** A table's description, whichever it is. */
export function describe(table: TableName): Table {
  return described[table]
}

/** The tables that a kind of scope brings. */
export function tablesIn(kind: ScopeKind): readonly TableName[] {
  return tableNames.filter((name) => described[name].scopes.includes(kind))
}

/** A whole row from what is said of it: the rest by default. */
export function newRow<Name extends TableName>(table: Name, given: NewRowOf<(typeof tables)[Name]>): Rows[Name] {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(described[table].fields)) row[name] = field.default
  // What has no default is given, as the parameter's type says.
  return Object.assign(row, given) as Rows[Name]
}

/** A row's key as deletions name it: its id, or the parts of a composite key joined by colons. */
export function rowKey<Name extends TableName>(table: Name, row: Rows[Name]): string {
  const { key } = described[table]
  const [only = ''] = key
  // A key is made of the row's own fields.
  const values = row as Readonly<Record<string, unknown>>
  return key.length === 1 ? String(values[only]) : key.map((field) => String(values[field])).join(':')
}

/** Rows in the order people see them in. */
export function inOrder<Name extends TableName>(table: Name, rows: Iterable<Rows[Name]>): readonly Rows[Name][] {
  // Each table compares its own rows.
  return [...rows].sort(described[table].order as ((first: Rows[Name], second: Rows[Name]) => number) | undefined)
}

/** A name in snake case: `orderRank` → `order_rank`. */
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

/** The columns of a table: field, column, and how values change on the way. */
export function columnsOf(table: TableName): readonly Column[] {
  let columns = columnLists.get(table)
  if (columns === undefined) {
    columns = Object.entries(described[table].fields).map(
      ([field, { column = toSnakeCase(field), decode, encode }]) => ({
        field,
        column,
        ...(decode && { decode }),
        // It is asked for values of its own field alone.
        ...(encode && { encode: encode as (value: unknown) => unknown }),
      }),
    )
    columnLists.set(table, columns)
  }
  return columns
}
