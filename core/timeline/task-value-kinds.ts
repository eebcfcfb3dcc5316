import { priorities } from '#core/tasks/priorities.ts'
import { dueTests, estimateTests, type FilterTest } from './filter-tests.ts'

/** A task's own values as filters read them; absent where the row is an item without tasks. */
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

/** The filter kinds for a task's own values: priority has a list of choices, due date and hours have tests. */
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

/** Rounds a priority down to one that people can choose. */
function levelOf(priority: number | undefined): readonly string[] {
  const level = priorities.findLast(({ value }) => priority !== undefined && value <= priority)
  return level === undefined ? [] : [String(level.value)]
}
