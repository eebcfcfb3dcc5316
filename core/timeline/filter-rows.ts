import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import {
  expressionsOf,
  findKind,
  isAnyEnough,
  isPerTaskField,
  isUnknown,
  kindsOf,
  listSubjects,
  type Filter,
  type FilterCondition,
  type FilteredRow,
  type FilterKind,
  type FilterScreen,
} from './filter-kinds.ts'
import { isComplete, makeValueTest, type TestContext } from './filter-tests.ts'

/** Returns the conditions that narrow a screen: those of kinds it knows. */
function narrowing(filter: Filter, screen: FilterScreen): readonly (FilterCondition & { kind: FilterKind })[] {
  return filter.flatMap((condition) => {
    const kind = findKind(condition, screen)
    return kind === undefined ? [] : [{ ...condition, kind }]
  })
}

/** Whether a filter reads tasks: an item then needs one that passes. */
export function isAboutTasks(filter: Filter, screen: FilterScreen): boolean {
  return filter.some(
    ({ field }) => isPerTaskField(field) || kindsOf(screen).some((kind) => kind.field === field && kind.isAboutTasks),
  )
}

/** What conditions about fields, people and days need besides the row. */
export type FilterContext = TestContext & {
  /** Fields of items, and of their tasks. */
  readonly fields: readonly FieldDefinition[]
  /** The stages whose tasks have conditions of their own. */
  readonly stages?: readonly { readonly id: string; readonly name: string }[] | undefined
  /** Returns a row's value in a field of items: the stored one, or a formula's result. */
  readonly valueOf: (field: FieldDefinition, row: FilteredRow) => unknown
  /** Finds the enabled task of a row's item in a stage; no condition about it holds where there is none. */
  readonly findTask?: ((row: FilteredRow, stageId: string) => Pick<FilteredRow, 'fields'> | undefined) | undefined
  /** Makes a test from an expression. */
  readonly holds?: ((text: string) => (row: FilteredRow) => boolean) | undefined
}

type RowTest = (row: FilteredRow) => boolean

/** Whether a filter narrows a screen at all; unknown and incomplete conditions do not. */
export function isNarrowing(filter: Filter, screen: FilterScreen, asked?: FilterContext): boolean {
  return filter.some(
    (condition) =>
      findKind(condition, screen) !== undefined ||
      expressionsOf([condition]).length > 0 ||
      makeConditionTest(condition, screen, asked) !== undefined,
  )
}

/**
 * Makes a test of a custom field, or of a kind other than by chosen values; absent where it is unknown or incomplete.
 */
function makeConditionTest(
  condition: FilterCondition,
  screen: FilterScreen,
  asked?: FilterContext,
): RowTest | undefined {
  if (asked === undefined || findKind(condition, screen) !== undefined) return undefined
  const { field, test, values } = condition
  const subject = listSubjects(screen, asked).find((each) => each.field === field)
  const known = subject?.tests.find((each) => each.test === test)
  if (subject === undefined || known === undefined || !isComplete(known, values)) return undefined
  const { kind, definition, stageId } = subject
  const passes = makeValueTest(test, values, asked)
  if (definition !== undefined && stageId !== undefined) {
    return (row) => {
      const task = asked.findTask?.(row, stageId)
      return task !== undefined && passes(task.fields?.[definition.key])
    }
  }
  if (definition?.of === 'task') return (row) => passes(row.taskFields?.[definition.key])
  if (definition !== undefined) return (row) => passes(asked.valueOf(definition, row))
  if (kind?.readValue !== undefined) return (row) => passes(kind.readValue?.(row))
  return (row) => passes(listOf(kind?.read(row)))
}

/**
 * Makes a test to run over many rows. Conditions unknown to this version hide nothing; a parent that stands for its
 * children passes beside children chosen one by one.
 */
export function makeFilterTest(filter: Filter, screen: FilterScreen, asked?: FilterContext): RowTest {
  const tests = new Map<string, RowTest[]>()
  const apart: RowTest[] = []
  for (const { kind, values } of narrowing(filter, screen)) {
    const wanted = new Set(values)
    const isWanted = (id: string): boolean => wanted.has(id) || id === isUnknown
    // Runs for each of half a million tasks: allocates nothing for a single value.
    const passes = (row: FilteredRow): boolean => {
      const read = kind.read(row)
      return typeof read === 'string' ? isWanted(read) : read !== undefined && read.some(isWanted)
    }
    if (kind.isApart === true) apart.push(passes)
    else {
      const group = (kind.isCheckedWithParent === true && kind.parent) || kind.field
      tests.set(group, [...(tests.get(group) ?? []), passes])
    }
  }
  const groups = [...tests.values()].map(anyOf)
  const others = filter.flatMap((condition) => makeConditionTest(condition, screen, asked) ?? [])
  const written = asked?.holds === undefined ? [] : expressionsOf(filter).map(asked.holds)
  const joined = [...groups, ...others, ...written]
  const isAny = isAnyEnough(filter) && joined.length > 0
  return allOf([...apart, isAny ? anyOf(joined) : allOf(joined)])
}

function anyOf(tests: readonly RowTest[]): RowTest {
  const [first, ...others] = tests
  return first !== undefined && others.length === 0 ? first : (row) => tests.some((passes) => passes(row))
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [first, ...others] = tests
  return first !== undefined && others.length === 0 ? first : (row) => tests.every((passes) => passes(row))
}

function listOf(read: ReturnType<FilterKind['read']>): readonly string[] {
  return typeof read === 'string' ? [read] : (read ?? [])
}
