import { itemFlags, type ItemFlags } from '#core/schema/item-flags.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { TimelineFilterData } from './filter-data.ts'
import type { GoneNames, Named } from './gone-choices.ts'
import { taskValueKinds, type TaskValues } from './task-value-kinds.ts'
import { fieldTests, listTests, noneId, noValue, peopleTests, type FilterTest } from './filter-tests.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** One thing a view is narrowed by. A later version may have saved fields and tests that this one does not know. */
export type FilterCondition = { readonly field: string; readonly test: string; readonly values: readonly string[] }

/** What a view is narrowed to: all conditions hold, or any where it says so; none has an empty list of values. */
export type Filter = readonly FilterCondition[]

/** Nothing narrowed: everything is shown. */
export const emptyFilter: Filter = []

/** Where things are filtered. Grid and kanban of a space share one filter; a project's tasks have their own. */
export type FilterScreen = 'grid' | 'timeline' | 'tasks' | 'projects'

/** What of a task, or of an item without tasks, a filter looks at. */
export type FilteredRow = Partial<ItemFlags> &
  TaskValues & {
    readonly projectId?: string
    readonly spaceId?: string
    readonly collectionId?: string
    readonly itemId?: string
    readonly kindId?: string | undefined
    readonly stageId?: string
    readonly statusId?: string | undefined
    readonly artistIds?: readonly string[] | undefined
    /** What the item has in the studio's own fields. */
    readonly fields?: FieldValues | undefined
    /** What the task has in them. */
    readonly taskFields?: FieldValues | undefined
    /** What a task waits for: `nothing`, or `anything` and the ids of stages; absent where that is not known. */
    readonly waitsFor?: readonly string[] | undefined
  }

/** Something to choose in a filter. */
export type FilterChoice = {
  readonly id: string
  readonly name: string
  /** What a chip says instead of the name. */
  readonly short?: string | undefined
  readonly parentId?: string
  /** Whether it is no longer there, and listed because it is chosen. */
  readonly isGone?: boolean
}

/** What the choices are read from; a grid leaves out what it has no use for. */
export type FilterSource = Omit<TimelineFilterData, 'statuses'> & {
  readonly statuses: readonly (TimelineFilterData['statuses'][number] & { readonly shortCode?: string })[]
  /** The studio's own fields of what is filtered: of items, and of their tasks. */
  readonly fields?: readonly FieldDefinition[]
  /** The studio's fields of all places: those that are not of this one are named. */
  readonly everyField?: readonly FieldDefinition[]
  /** The studio's kinds of items. */
  readonly kinds?: readonly { readonly id: string; readonly name: string }[]
  /** The stages that others wait for. */
  readonly waitedFor?: readonly { readonly id: string; readonly name: string }[]
  /** What is wrong with an expression; nothing where it can be read, or is not known yet. */
  readonly findProblem?: (expression: string) => string | undefined
  /** What an expression hardly means, as a name that nothing has; it is applied all the same. */
  readonly findHint?: (expression: string) => string | undefined
  /** By field, what is there and not offered, as archived members are: it is named where it is chosen. */
  readonly unlisted?: Readonly<Partial<Record<'artist' | 'stage' | 'status' | 'waits', readonly Named[]>>>
  /** Whether there are more places and items than are listed here, so that one not listed need not be gone. */
  readonly isPartial?: boolean
}

/** Everything there is to know of a kind of filter. */
export type FilterKind = {
  readonly field: string
  readonly label: string
  readonly plural: string
  /** What is said where nothing is chosen; `All statuses` and the like unless given. */
  readonly allLabel?: string
  readonly screens: readonly FilterScreen[]
  /** The name of its list in saved filters that are older than the list of conditions; newer kinds have none. */
  readonly savedAs?: string
  /** The field whose choices this one's hang under. */
  readonly parent?: string
  /** What is said for a chosen value that is not among the choices; later versions' values where there is none. */
  readonly gone?: string
  /** Whether a parent that is checked stands for all of these under it, later ones too. */
  readonly isCheckedWithParent?: boolean
  /** Whether it holds beside the others even where any of those is enough. */
  readonly isApart?: boolean
  /** Whether it looks at tasks: an item then has to have one that passes. */
  readonly isAboutTasks?: boolean
  /** What can be asked of its value, where there is no list to choose from. */
  readonly tests?: readonly FilterTest[]
  readonly readValue?: (row: FilteredRow) => unknown
  /** The row's value, or several; one of them has to be among the chosen. */
  readonly read: (row: FilteredRow) => string | undefined | readonly string[]
  readonly choices: (source: FilterSource) => readonly FilterChoice[]
}

const everywhere: readonly FilterScreen[] = ['grid', 'timeline', 'tasks']
/** What stands on the grid as its page or its columns. */
const notOnGrid: readonly FilterScreen[] = ['timeline', 'tasks']
const timelineOnly: readonly FilterScreen[] = ['timeline']
/** Where it is known what tasks wait for, and what formulas give. */
const withLinks: readonly FilterScreen[] = ['grid', 'tasks']
/** A value that passes whatever is chosen. */
/** What stands for a value that is not known: it hides nothing. */
export const isUnknown = '?'

/** The kinds of filters, in the order of the panels. A new kind is one entry here. */
export const filterKinds: readonly FilterKind[] = [
  {
    field: 'project',
    label: 'Project',
    plural: 'Projects',
    gone: 'Project not found',
    screens: timelineOnly,
    savedAs: 'projectIds',
    read: (row) => row.projectId,
    choices: ({ projects }) => projects,
  },
  {
    field: 'space',
    label: 'Space',
    plural: 'Spaces',
    gone: 'Space not found',
    screens: notOnGrid,
    savedAs: 'spaceIds',
    parent: 'project',
    read: (row) => row.spaceId,
    choices: ({ spaces }) => spaces.map(({ id, name, projectId }) => ({ id, name, parentId: projectId })),
  },
  {
    field: 'collection',
    label: 'Collection',
    plural: 'Collections',
    gone: 'Collection not found',
    screens: everywhere,
    savedAs: 'collectionIds',
    parent: 'space',
    read: (row) => row.collectionId,
    choices: ({ collections }) => collections.map(({ id, name, spaceId }) => ({ id, name, parentId: spaceId })),
  },
  {
    field: 'item',
    label: 'Item',
    plural: 'Items',
    gone: 'Item not found',
    screens: everywhere,
    savedAs: 'itemIds',
    parent: 'collection',
    isCheckedWithParent: true,
    read: (row) => row.itemId,
    choices: ({ items }) => items.map(({ id, title, collectionId }) => ({ id, name: title, parentId: collectionId })),
  },
  {
    field: 'kind',
    label: 'Kind',
    plural: 'Kinds',
    gone: removedName,
    screens: everywhere,
    read: (row) => row.kindId ?? noneId,
    choices: ({ kinds = [] }) => [...kinds.map(({ id, name }) => ({ id, name })), { id: noneId, name: 'No kind' }],
  },
  {
    field: 'stage',
    label: 'Stage',
    plural: 'Stages',
    gone: removedName,
    screens: notOnGrid,
    savedAs: 'stageIds',
    isAboutTasks: true,
    read: (row) => row.stageId,
    choices: ({ stages }) => stages,
  },
  {
    field: 'status',
    label: 'Status',
    plural: 'Statuses',
    gone: removedName,
    screens: everywhere,
    savedAs: 'statusIds',
    isAboutTasks: true,
    read: (row) => row.statusId,
    choices: ({ statuses }) => statuses.map(({ id, name, shortCode }) => ({ id, name, short: shortCode })),
  },
  {
    field: 'artist',
    label: 'Artist',
    plural: 'Artists',
    gone: removedName,
    screens: everywhere,
    savedAs: 'artistIds',
    isAboutTasks: true,
    read: (row) => row.artistIds ?? [],
    choices: ({ artists }) => artists,
  },
  ...taskValueKinds.map((kind) => ({ ...kind, screens: everywhere, isAboutTasks: true })),
  {
    field: 'waits',
    label: 'Waits for',
    plural: 'Waits for',
    gone: removedName,
    allLabel: 'Waiting or not',
    screens: withLinks,
    isAboutTasks: true,
    read: (row) => row.waitsFor ?? isUnknown,
    choices: ({ waitedFor = [] }) => [
      { id: 'nothing', name: 'Nothing: ready' },
      { id: 'anything', name: 'Anything cast' },
      ...waitedFor.map(({ id, name }) => ({ id, name })),
    ],
  },
  ...itemFlags.map(({ name, label, field }) => ({
    field: name,
    label,
    plural: `${label} items`,
    allLabel: 'Shown',
    isApart: true,
    screens: everywhere,
    read: (row: FilteredRow) => (row[field] === true ? 'only' : 'hidden'),
    choices: () => [
      { id: 'hidden', name: 'Hidden' },
      { id: 'only', name: 'Only' },
    ],
  })),
]

/** Kinds whose choices are all there only where all of the place was loaded. */
const places: readonly string[] = ['project', 'space', 'collection', 'item', 'stage', 'waits']

/** What stands for chosen values of a kind that are no longer there. */
export function goneNames(
  { field, gone }: Pick<FilterKind, 'field' | 'gone'>,
  { isPartial, unlisted = {} }: FilterSource,
): GoneNames {
  if (isPartial === true && places.includes(field)) return { gone: undefined }
  const named: Readonly<Record<string, readonly Named[] | undefined>> = unlisted
  return { gone, unlisted: named[field] }
}

const anyOf = 'in'

/** A condition in the expression language, written as a text; where it is not known it hides nothing. */
const expression = { field: 'expression', test: 'holds' } as const

/** The conditions of a filter that are written in the expression language. */
export function expressionsOf(filter: Filter): readonly string[] {
  return filter.flatMap(({ field, test, values }) =>
    field === expression.field && test === expression.test ? values : [],
  )
}

/** The filter with other such conditions; all of them have to hold. */
export function withExpressions(filter: Filter, texts: readonly string[]): Filter {
  const others = filter.filter(({ field }) => field !== expression.field)
  return texts.length === 0 ? others : [...others, { ...expression, values: texts }]
}

/** Whether a filter asks what tasks wait for. */
export function asksWaits(filter: Filter): boolean {
  return filter.some(({ field, test }) => field === 'waits' && test === anyOf)
}

/** The kinds a screen offers. */
export function kindsOf(screen: FilterScreen): readonly FilterKind[] {
  return filterKinds.filter(({ screens }) => screens.includes(screen))
}

/** The kinds of a screen whose values are chosen from lists. */
export function listedKindsOf(screen: FilterScreen): readonly FilterKind[] {
  return kindsOf(screen).filter(({ tests }) => tests === undefined)
}

/** What kind of filter a condition of a screen is; none for a field of the studio's own. */
export function findKind({ field, test }: FilterCondition, screen: FilterScreen): FilterKind | undefined {
  return test === anyOf ? listedKindsOf(screen).find((kind) => kind.field === field) : undefined
}

/** What is chosen of a field; nothing where it does not narrow. */
export function valuesOf(filter: Filter, field: string): readonly string[] {
  return filter.find((condition) => condition.field === field && condition.test === anyOf)?.values ?? []
}

/** The filter with other values of a field; without any the field no longer narrows. */
export function withValues(filter: Filter, field: string, values: readonly string[]): Filter {
  const others = filter.filter((condition) => condition.field !== field || condition.test !== anyOf)
  return values.length === 0 ? others : [...others, { field, test: anyOf, values }]
}

/** What conditions, lanes and colours call a field of the studio's own: one of items, or of tasks. */
export type FieldName = `field:${string}` | `task:${string}`

/** The name of a field of items, `field:difficulty`, or of tasks, `task:vendor`. */
export function fieldName({ key, of }: Pick<FieldDefinition, 'key' | 'of'>): FieldName {
  return of === 'task' ? `task:${key}` : `field:${key}`
}

/** The name that a text has where it is one; a field of that name may be gone. */
export function readFieldName(text: string): FieldName | undefined {
  const [, of, key = ''] = /^(field|task):(.*)$/s.exec(text) ?? []
  if (of === undefined) return undefined
  return of === 'task' ? `task:${key}` : `field:${key}`
}

/** What a condition calls a field of an item's task of one stage: `task:vendor@<stage>`. */
function taskFieldName(field: FieldDefinition, stageId: string): string {
  return `${fieldName(field)}@${stageId}`
}

/** Whether a condition asks a field of whichever task is looked at. */
export function isOfEachTask(field: string): boolean {
  return field.startsWith('task:') && !field.includes('@')
}

/** Something to filter by: a kind, or a field of the studio's own, and what can be asked of it. */
export type FilterSubject = {
  readonly field: string
  readonly label: string
  readonly tests: readonly FilterTest[]
  readonly kind: FilterKind | undefined
  readonly definition: FieldDefinition | undefined
  /** Where a field is asked of the item's task of this stage, whichever task is looked at. */
  readonly stageId?: string
}

/** The fields that can be asked of, and the stages whose tasks have those of tasks. */
export type AskableFields = {
  readonly fields?: readonly FieldDefinition[]
  readonly stages?: readonly { readonly id: string; readonly name: string }[] | undefined
}

/** Everything a screen can be filtered by test for test, fields first. Formulas need the tasks of items, which a timeline has not. */
export function listSubjects(
  screen: FilterScreen,
  { fields = [], stages = [] }: AskableFields,
): readonly FilterSubject[] {
  const askable = fields.filter(({ kind }) => screen !== 'timeline' || kind !== 'formula')
  const toSubject = (definition: FieldDefinition) => ({
    field: fieldName(definition),
    label: definition.name,
    tests: fieldTests[definition.kind],
    kind: undefined,
    definition,
  })
  const ofStage = ({ id, name }: { readonly id: string; readonly name: string }): readonly FilterSubject[] =>
    askable
      .filter(({ of }) => of === 'task')
      .map((definition) => ({
        ...toSubject(definition),
        field: taskFieldName(definition, id),
        label: `${name}: ${definition.name}`,
        stageId: id,
      }))
  return [
    ...askable.map(toSubject),
    ...kindsOf(screen)
      .filter(({ isApart, field }) => isApart !== true && !hasListAlone(field, screen))
      .map((kind) => ({
        field: kind.field,
        label: kind.label,
        tests: kind.tests ?? (kind.field === 'artist' ? peopleTests : listTests),
        kind,
        definition: undefined,
      })),
    // A row of the timeline is a task of its own, whose stage is filtered beside it.
    ...(screen === 'grid' ? stages.flatMap(ofStage) : []),
  ]
}

/** What a task waits for is worked out late; on a timeline artists have rows instead of a filter. */
function hasListAlone(field: string, screen: FilterScreen): boolean {
  return field === 'waits' || (field === 'artist' && screen === 'timeline')
}

/** Any of the conditions is enough. An older version, to which all have to hold, says that it does not know this. */
const anyIsEnough: FilterCondition = { field: 'join', test: 'any', values: noValue }

/** Whether any of the conditions is enough. */
export function isAnyEnough(filter: Filter): boolean {
  return filter.some(({ field, test }) => field === anyIsEnough.field && test === anyIsEnough.test)
}

/** The filter with its conditions joined by any, or by all. */
export function joinBy(filter: Filter, isAny: boolean): Filter {
  const others = filter.filter(({ field }) => field !== anyIsEnough.field)
  return isAny ? [...others, anyIsEnough] : others
}
