import type { FieldId, ProjectId, SpaceId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import type { FieldValue } from './field-values.ts'
import type { RoleName } from './user-roles.ts'
import { defineTable, initially, number, of, optional, text, type RowOf } from './define-table.ts'

/** The kinds of values a field can take. */
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

/** What fields can be defined on. */
export const fieldOwners = ['item', 'task', 'project'] as const
export type FieldOwner = (typeof fieldOwners)[number]

/** The tables whose rows carry field values. */
export const fieldTables = { item: 'items', task: 'item_tasks', project: 'projects' } as const satisfies Record<
  FieldOwner,
  string
>

/** An option of a field of kind `choice` or `choices`. */
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
    /** What the field is on; immutable. */
    of: initially<FieldOwner>('item', of<FieldOwner>()),
    /** The name of its values in scripts and files; immutable. */
    key: text,
    name: text,
    description: initially('', text),
    kind: of<FieldKind>(),
    /** The expression that a field of kind `formula` is calculated from. */
    formula: initially('', text),
    /** The unit of a number: `frames`, `m`. */
    unit: initially('', text),
    /** The decimal places shown of a number; all of them where absent. */
    decimals: optional(number),
    options: initially(noOptions, of<readonly FieldOption[]>()),
    /** The value a new row gets unless one is given; none where absent. */
    defaultValue: optional(of<FieldValue>()),
    /** The projects and spaces whose items or tasks have the field, or the projects that have it; empty for all. */
    placeIds: initially(noPlaces, of<readonly (ProjectId | SpaceId)[]>()),
    /** The lowest role, among those who may create items, that writes its values; empty for all of them. */
    writeFloor: initially<RoleName | ''>('', of<RoleName | ''>()),
    /** The lowest role that sees the field and its values; empty for everybody. */
    readFloor: initially<RoleName | ''>('', of<RoleName | ''>()),
    position: initially(0, number),
  },
})

/** A custom field of the studio. */
export type FieldDefinition = RowOf<typeof fieldDefinitions>

/** The part of a definition that decides which values a field takes. */
export type FieldShape = Omit<FieldDefinition, 'defaultValue' | 'of'>

/** Tells whether a field on items or tasks applies in a space. */
export function isFieldOf(
  { placeIds }: Pick<FieldDefinition, 'placeIds'>,
  { id, projectId }: { readonly id: SpaceId; readonly projectId: ProjectId },
): boolean {
  return placeIds.length === 0 || placeIds.includes(id) || placeIds.includes(projectId)
}

/** Tells whether a field applies to a project itself. */
export function isFieldOfProject({ of: owner, placeIds }: FieldDefinition, projectId: ProjectId): boolean {
  return owner === 'project' && (placeIds.length === 0 || placeIds.includes(projectId))
}
