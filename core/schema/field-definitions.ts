import type { FieldId, ProjectId, SpaceId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import type { FieldValue } from './field-values.ts'
import type { RoleName } from './user-roles.ts'
import { defineTable, initially, number, of, optional, text, type RowOf } from './define-table.ts'

/** What a field takes. */
export const fieldKinds = [
  'text',
  'long_text',
  'number',
  'checkbox',
  'date',
  'choice',
  'choices',
  'url',
  'person',
  'formula',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** What has a field of its own. */
export const fieldOwners = ['item', 'task', 'project'] as const
export type FieldOwner = (typeof fieldOwners)[number]

/** The tables whose rows have fields. */
export const fieldTables = { item: 'items', task: 'item_tasks', project: 'projects' } as const satisfies Record<
  FieldOwner,
  string
>

/** One of what can be chosen in a field of kind `choice` or `choices`. */
export type FieldOption = { readonly id: string; readonly name: string; readonly color: string }

const noOptions: readonly FieldOption[] = []
const noPlaces: readonly (ProjectId | SpaceId)[] = []

export const fieldDefinitions = defineTable({
  key: ['id'],
  scopes: ['studio'],
  unique: ['key'],
  order: (first, second) => first.position - second.position || compareText(first.key, second.key),
  fields: {
    id: of<FieldId>(),
    /** What has it; it never changes. */
    of: initially<FieldOwner>('item', of<FieldOwner>()),
    /** The name of its values in scripts and files; it never changes. */
    key: text,
    name: text,
    description: initially('', text),
    kind: of<FieldKind>(),
    /** What one of kind `formula` is calculated from, in the expression language. */
    formula: initially('', text),
    /** What a number counts: `frames`, `m`. */
    unit: initially('', text),
    /** The digits shown after the point of a number; as many as there are where absent. */
    decimals: optional(number),
    options: initially(noOptions, of<readonly FieldOption[]>()),
    /** What a new row has where nothing else is given; nothing where absent. */
    defaultValue: optional(of<FieldValue>()),
    /** The projects and spaces whose items or tasks have it, or the projects that have it; all where empty. */
    placeIds: initially(noPlaces, of<readonly (ProjectId | SpaceId)[]>()),
    /** The lowest role that writes its values, of those who may create items; each of them where empty. */
    writeFloor: initially<RoleName | ''>('', of<RoleName | ''>()),
    /** The lowest role that reads the field and its values; everybody where empty. */
    readFloor: initially<RoleName | ''>('', of<RoleName | ''>()),
    position: initially(0, number),
  },
})

/** A field of the studio's own. */
export type FieldDefinition = RowOf<typeof fieldDefinitions>

/** What says which values a field takes. */
export type FieldShape = Omit<FieldDefinition, 'defaultValue' | 'of'>

/** Whether a field of items or tasks is one of a space's. */
export function isFieldOf(
  { placeIds }: Pick<FieldDefinition, 'placeIds'>,
  { id, projectId }: { readonly id: SpaceId; readonly projectId: ProjectId },
): boolean {
  return placeIds.length === 0 || placeIds.includes(id) || placeIds.includes(projectId)
}

/** Whether a field is one of a project's own. */
export function isFieldOfProject({ of: owner, placeIds }: FieldDefinition, projectId: ProjectId): boolean {
  return owner === 'project' && (placeIds.length === 0 || placeIds.includes(projectId))
}
