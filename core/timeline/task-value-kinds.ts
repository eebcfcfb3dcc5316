import { priorities } from '#core/tasks/priorities.ts'
import { dueTests, estimateTests, type FilterTest } from './filter-tests.ts'

/** What a filter asks of a task's own values: absent where the row is an item's without tasks. */
export type TaskValues = {
  readonly dueDate?: string | undefined
  readonly priority?: number | undefined
  readonly estimatedHours?: number | undefined
}

type ValueKind = {
  readonly field: string
  readonly label: string
  readonly plural: string
  readonly tests?: readonly FilterTest[]
  readonly readValue?: (row: TaskValues) => unknown
  readonly read: (row: TaskValues) => readonly string[]
  readonly choices: () => readonly { readonly id: string; readonly name: string }[]
}

const noList = { read: () => [], choices: () => [] }

/** The kinds of filters about a task's own values: a priority is chosen from a list, days and hours are asked for. */
export const taskValueKinds: readonly ValueKind[] = [
  {
    field: 'priority',
    label: 'Priority',
    plural: 'Priorities',
    read: ({ priority }) => levelOf(priority),
    choices: () => priorities.map(({ value, label }) => ({ id: String(value), name: label })),
  },
  {
    ...noList,
    field: 'due',
    label: 'Due date',
    plural: 'Due dates',
    tests: dueTests,
    readValue: ({ dueDate }) => dueDate,
  },
  {
    ...noList,
    field: 'estimate',
    label: 'Estimate in hours',
    plural: 'Estimates',
    tests: estimateTests,
    readValue: ({ estimatedHours }) => estimatedHours,
  },
]

/** A priority between those people choose counts as the one below it. */
function levelOf(priority: number | undefined): readonly string[] {
  const level = priorities.findLast(({ value }) => priority !== undefined && value <= priority)
  return level === undefined ? [] : [String(level.value)]
}
