import type { Rows, TableName } from '../domain/rows.ts'

/** How one field is written in the database: its column, and its value where JSON has no such type. */
type Column = {
  readonly name?: string
  readonly decode?: (value: unknown) => unknown
  readonly encode?: (value: unknown) => unknown
}

const same: Column = {}
const named = (name: string): Column => ({ name })
const moment: Column = {
  decode: (value) => Date.parse(String(value)),
  encode: (value) => new Date(Number(value)).toISOString(),
}
const rank: Column = { decode: String }
const number: Column = { decode: Number }
const text: Column = { decode: (value) => (value === '' ? undefined : value), encode: (value) => value ?? '' }

type TableColumns<Row> = { readonly [Field in keyof Row]-?: Column }

/** The columns of every table a client keeps, by the rows' fields. A column is the field in snake case unless named. */
export const tables: { readonly [Name in TableName]: TableColumns<Rows[Name]> } = {
  studios: { id: same, name: same, slug: named('custom_slug') },
  user_roles: { id: same, name: same, hierarchyLevel: same },
  studio_members: {
    userId: same,
    roleId: same,
    archivedAt: moment,
    displayName: same,
    email: same,
    avatarUrl: same,
  },
  role_permissions: { roleId: same, permission: same, isAllowed: same },
  projects: {
    id: same,
    name: same,
    slug: named('custom_slug'),
    description: same,
    isActive: same,
    displayOrder: same,
    thumbnailMediaId: same,
    createdAt: moment,
  },
  project_role_access: { projectId: same, roleId: same, isAllowed: same },
  spaces: {
    id: same,
    projectId: same,
    name: same,
    slug: named('custom_slug'),
    layout: named('type_id'),
    position: same,
    isActive: same,
    thumbnailMediaId: named('thumbnail'),
  },
  stages: { id: same, name: same, color: same, category: same, icon: same, orderIndex: same },
  task_statuses: {
    id: same,
    name: same,
    shortCode: same,
    color: same,
    position: same,
    isDone: same,
    isDefault: same,
  },
  space_stages: { spaceId: same, stageId: same, isActive: same, orderIndex: same },
  space_statuses: { spaceId: same, statusId: same, orderIndex: same, colorOverride: same },
  studio_stage_presets: { id: same, name: same, description: same, position: same },
  studio_stage_preset_items: { presetId: same, stageId: same, orderIndex: same },
  studio_status_presets: { id: same, name: same, description: same, position: same },
  studio_status_preset_items: { presetId: same, statusId: same, orderIndex: same },
  collections: { id: same, name: same, description: same, position: same, orderRank: rank, isDefault: same },
  items: {
    id: same,
    collectionId: same,
    title: same,
    slug: named('custom_slug'),
    description: same,
    itemType: named('item_type_id'),
    thumbnailMediaId: same,
    position: same,
    orderRank: rank,
    frameIn: same,
    frameOut: same,
    handleIn: same,
    handleOut: same,
    frameRate: same,
    externalIds: same,
  },
  item_tasks: {
    id: same,
    itemId: same,
    stageId: same,
    statusId: same,
    assigneeId: same,
    dueDate: same,
    priority: same,
    isDisabled: same,
  },
  task_blocks: {
    id: same,
    taskId: same,
    assigneeId: same,
    startDate: same,
    durationDays: { name: 'duration', decode: Number },
    rowIndex: same,
  },
  task_estimations: { taskId: same, estimatedHours: number },
  timeline_tasks: {
    id: same,
    itemId: same,
    collectionId: same,
    spaceId: same,
    projectId: same,
    stageId: same,
    statusId: same,
    priority: same,
    dueDate: same,
    isDisabled: same,
    estimatedHours: number,
    itemTitle: same,
    itemSlug: same,
    collectionName: same,
  },
  member_days_off: { userId: same, day: same },
  boards: { id: same, projectId: same },
  canvas_items: {
    id: same,
    type: same,
    mediaId: same,
    text: same,
    x: same,
    y: same,
    width: same,
    height: same,
    rotation: same,
    zIndex: same,
    groupId: same,
    isLocked: same,
    opacity: same,
    fontSize: same,
    color: same,
  },
  task_versions: {
    id: same,
    taskId: same,
    versionNumber: same,
    createdBy: same,
    comment: same,
    timeSpent: text,
    isCurrent: same,
    createdAt: moment,
  },
  version_media: { versionId: same, mediaId: same, displayOrder: same },
  media: {
    id: same,
    filename: same,
    contentType: same,
    sizeBytes: number,
    width: same,
    height: same,
    frameRate: same,
    frameCount: same,
    durationMs: same,
    posterMediaId: same,
    thumbnailMediaId: same,
    isStored: same,
    createdBy: same,
    createdAt: moment,
  },
  comments: {
    id: same,
    taskId: same,
    content: same,
    createdBy: same,
    createdAt: moment,
    isEdited: same,
    metadata: same,
  },
  comment_attachments: { commentId: same, mediaId: same, displayOrder: same },
}

/** A name in snake case: `orderRank` → `order_rank`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The columns of a table as a list: field, column, and how values change on the way. */
export function columnsOf(
  table: TableName,
): readonly { field: string; column: string; decode?: Column['decode']; encode?: Column['encode'] }[] {
  // `Object.entries` forgets the value type of a mapped type over a union.
  const entries = Object.entries(tables[table]) as [string, Column][]
  return entries.map(([field, { name, ...change }]) => ({ field, column: name ?? toSnakeCase(field), ...change }))
}
