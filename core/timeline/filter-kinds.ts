import { itemFlags, type ItemFlags } from '#core/schema/item-flags.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { TimelineFilterData } from './filter-data.ts'
import type { GoneNames, Named } from './gone-choices.ts'
import { taskValueKinds, type TaskValues } from './task-value-kinds.ts'
import { fieldTests, listTests, noneId, noValue, peopleTests, type FilterTest } from './filter-tests.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** One condition of a filter. A later version may have saved fields and tests unknown to this one. */
export type FilterCondition = { readonly field: string; readonly test: string; readonly values: readonly string[] }

/** Conditions that must all hold, or any of them where the filter says so. No condition has an empty list of values. */
export type Filter = readonly FilterCondition[]

/** The filter that shows everything. */
export const emptyFilter: Filter = []

/** Where rows are filtered. Grid and kanban of a space share one filter; a project's tasks have their own. */
export type FilterScreen = 'grid' | 'timeline' | 'tasks' | 'projects'

/** The values of a task, or of an item without tasks, that a filter reads. */
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
    /** The item's values in custom fields. */
    readonly fields?: FieldValues | undefined
    /** The task's values in custom fields. */
    readonly taskFields?: FieldValues | undefined
    /** What a task waits for: `nothing`, or `anything` and the ids of stages; absent where unknown. */
    readonly waitsFor?: readonly string[] | undefined
  }

/** One choice in a filter. */
export type FilterChoice = {
  readonly id: string
  readonly name: string
  /** Shown in a chip instead of the name. */
  readonly short?: string | undefined
  readonly parentId?: string
  /** Whether it was removed and is listed only because it is chosen. */
  readonly isGone?: boolean
}

/** The sources of all choices; a grid leaves out what it does not use. */
export type FilterSource = Omit<TimelineFilterData, 'statuses'> & {
  readonly statuses: readonly (TimelineFilterData['statuses'][number] & { readonly shortCode?: string })[]
  /** Custom fields of the filtered rows: of items, and of their tasks. */
  readonly fields?: readonly FieldDefinition[]
  /** Custom fields of all places, for naming those of other places. */
  readonly everyField?: readonly FieldDefinition[]
  /** The studio's kinds of items. */
  readonly kinds?: readonly { readonly id: string; readonly name: string }[]
  /** The stages that others wait for. */
  readonly waitedFor?: readonly { readonly id: string; readonly name: string }[]
  /** Returns what is wrong with an expression; nothing where it can be read, or where that is not known yet. */
  readonly findProblem?: (expression: string) => string | undefined
  /**
   * Returns a hint about an expression that is likely a mistake, such as an unknown name; it is applied all the same.
   */
  readonly findHint?: (expression: string) => string | undefined
  /**
   * By field, values that exist and are not offered, such as archived members; they are named where they are chosen.
   */
  readonly unlisted?: Readonly<Partial<Record<'artist' | 'stage' | 'status' | 'waits', readonly Named[]>>>
  /** Whether only some places and items are listed, so that an unlisted one need not be gone. */
  readonly isPartial?: boolean
}

/** A kind of filter. */
export type FilterKind = {
  readonly field: string
  readonly label: string
  readonly plural: string
  /** The label where nothing is chosen; `All statuses` and the like unless given. */
  readonly allLabel?: string
  readonly screens: readonly FilterScreen[]
  /** The name of its list in saved filters, from before there were conditions; newer kinds have none. */
  readonly savedAs?: string
  /** The field whose choices are the parents of this one's. */
  readonly parent?: string
  /**
   * The label of a chosen value that is not among the choices; without one, such a value counts as a later version's.
   */
  readonly gone?: string
  /** Whether a checked parent stands for all of its children, later ones included. */
  readonly isCheckedWithParent?: boolean
  /** Whether it must hold even where any one of the other conditions is enough. */
  readonly isApart?: boolean
  /** Whether it reads tasks: an item then needs one that passes. */
  readonly isAboutTasks?: boolean
  /** The tests of its value, where there is no list to choose from. */
  readonly tests?: readonly FilterTest[]
  readonly readValue?: (row: FilteredRow) => unknown
  /** Returns the row's value or values; one of them must be chosen. */
  readonly read: (row: FilteredRow) => string | undefined | readonly string[]
  readonly choices: (source: FilterSource) => readonly FilterChoice[]
}

const everywhere: readonly FilterScreen[] = ['grid', 'timeline', 'tasks']
/** Values that a grid shows as its own page or columns. */
const notOnGrid: readonly FilterScreen[] = ['timeline', 'tasks']
const timelineOnly: readonly FilterScreen[] = ['timeline']
/** Screens that know what tasks wait for, and the results of formulas. */
const withLinks: readonly FilterScreen[] = ['grid', 'tasks']
/** Stands for an unknown value, which hides nothing. */
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

/** Kinds whose choices are complete only where the whole place is loaded. */
const places: readonly string[] = ['project', 'space', 'collection', 'item', 'stage', 'waits']

/** Returns how to name chosen values of a kind that are no longer offered. */
export function getGoneNames(
  { field, gone }: Pick<FilterKind, 'field' | 'gone'>,
  { isPartial, unlisted = {} }: FilterSource,
): GoneNames {
  if (isPartial === true && places.includes(field)) return { gone: undefined }
  const named: Readonly<Record<string, readonly Named[] | undefined>> = unlisted
  return { gone, unlisted: named[field] }
}

const anyOf = 'in'

/** A condition whose values are expressions; it hides nothing where they cannot be evaluated. */
const expression = { field: 'expression', test: 'holds' } as const

/** Returns the expressions of a filter. */
export function expressionsOf(filter: Filter): readonly string[] {
  return filter.flatMap(({ field, test, values }) =>
    field === expression.field && test === expression.test ? values : [],
  )
}

/** Replaces the expressions of a filter; all of them must hold. */
export function withExpressions(filter: Filter, texts: readonly string[]): Filter {
  const others = filter.filter(({ field }) => field !== expression.field)
  return texts.length === 0 ? others : [...others, { ...expression, values: texts }]
}

/** Whether a filter asks what tasks wait for. */
export function asksForWaits(filter: Filter): boolean {
  return filter.some(({ field, test }) => field === 'waits' && test === anyOf)
}

/** Returns the kinds a screen offers. */
export function kindsOf(screen: FilterScreen): readonly FilterKind[] {
  return filterKinds.filter(({ screens }) => screens.includes(screen))
}

/** Returns the kinds of a screen whose values are chosen from lists. */
export function listedKindsOf(screen: FilterScreen): readonly FilterKind[] {
  return kindsOf(screen).filter(({ tests }) => tests === undefined)
}

/** Finds the kind of a condition on a screen; none for a custom field. */
export function findKind({ field, test }: FilterCondition, screen: FilterScreen): FilterKind | undefined {
  return test === anyOf ? listedKindsOf(screen).find((kind) => kind.field === field) : undefined
}

/** Returns the chosen values of a field; empty where it does not narrow. */
export function valuesOf(filter: Filter, field: string): readonly string[] {
  return filter.find((condition) => condition.field === field && condition.test === anyOf)?.values ?? []
}

/** Replaces the chosen values of a field; without any the field no longer narrows. */
export function withValues(filter: Filter, field: string, values: readonly string[]): Filter {
  const others = filter.filter((condition) => condition.field !== field || condition.test !== anyOf)
  return values.length === 0 ? others : [...others, { field, test: anyOf, values }]
}

/** How conditions, lanes and colours name a custom field of items or of tasks. */
export type FieldName = `field:${string}` | `task:${string}`

/** Returns the name of a field of items, `field:difficulty`, or of tasks, `task:vendor`. */
export function fieldName({ key, of }: Pick<FieldDefinition, 'key' | 'of'>): FieldName {
  return of === 'task' ? `task:${key}` : `field:${key}`
}

/** Reads a text as a field name, where it is one; the field itself may be gone. */
export function readFieldName(text: string): FieldName | undefined {
  const [, of, key = ''] = /^(field|task):(.*)$/s.exec(text) ?? []
  if (of === undefined) return undefined
  return of === 'task' ? `task:${key}` : `field:${key}`
}

/** Returns how a condition names a field of an item's task of one stage: `task:vendor@<stage>`. */
function taskFieldName(field: FieldDefinition, stageId: string): string {
  return `${fieldName(field)}@${stageId}`
}

/** Whether a condition reads a field of each task, rather than of the task of one stage. */
export function isPerTaskField(field: string): boolean {
  return field.startsWith('task:') && !field.includes('@')
}

/** Something to filter by: a kind or a custom field, and its tests. */
export type FilterSubject = {
  readonly field: string
  readonly label: string
  readonly tests: readonly FilterTest[]
  readonly kind: FilterKind | undefined
  readonly definition: FieldDefinition | undefined
  /** The stage whose task the field is read from; absent to read each task. */
  readonly stageId?: string
}

/** The fields that conditions can read, and the stages whose tasks have the task fields. */
export type AskableFields = {
  readonly fields?: readonly FieldDefinition[]
  readonly stages?: readonly { readonly id: string; readonly name: string }[] | undefined
}

/**
 * Lists everything a screen can be filtered by with tests, fields first. Formulas need the tasks of items, which a
 * timeline does not have.
 */
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
    // Each row of the timeline is a task, whose stage has a filter of its own.
    ...(screen === 'grid' ? stages.flatMap(ofStage) : []),
  ]
}

/** What a task waits for is computed late; on a timeline, artists are rows instead of a filter. */
function hasListAlone(field: string, screen: FilterScreen): boolean {
  return field === 'waits' || (field === 'artist' && screen === 'timeline')
}

/** Any one condition is enough. Older versions, which require all, show this condition as unknown. */
const anyIsEnough: FilterCondition = { field: 'join', test: 'any', values: noValue }

/** Whether any one condition is enough. */
export function isAnyEnough(filter: Filter): boolean {
  return filter.some(({ field, test }) => field === anyIsEnough.field && test === anyIsEnough.test)
}

/** Joins the conditions of a filter by any, or by all. */
export function setIsAnyEnough(filter: Filter, isAny: boolean): Filter {
  const others = filter.filter(({ field }) => field !== anyIsEnough.field)
  return isAny ? [...others, anyIsEnough] : others
}
