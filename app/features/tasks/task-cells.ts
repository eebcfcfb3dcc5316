import type { Done } from '#core/change/context.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { TaskColumnId } from '#core/projects/list-view-form.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { findStatus } from '#core/studios/find-by-name.ts'
import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import { priorities } from '#core/tasks/priorities.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { SpacePart } from '#app/widgets/project-list/change-rows.ts'
import type { OwnCell } from '#app/widgets/project-list/list-cells.ts'
import type { TaskRow } from './task-rows.ts'

/** Returns how a column that every task has is edited, as if it were a field; undefined if it is read-only. */
export function findTaskCell(columnId: string): OwnCell<TaskRow> | undefined {
  return writtenColumns[columnId]?.()
}

const writtenColumns: Readonly<Record<string, () => OwnCell<TaskRow>>> = {
  status: () => {
    const statuses = findProjectContent()?.studio.getStatuses() ?? []
    const field = like({ id: 'status', name: 'Status', kind: 'choice', choices: statuses })
    return {
      field,
      valueOf: ({ task }) => task.statusId,
      read: (text) => {
        const status = findStatus(statuses, text)
        return status === undefined ? required(field, text) : ok(status.id)
      },
      write: async (part, values) => await write(part, 'statusId', values),
    }
  },
  artist: () => ({
    field: like({ id: 'artist', name: 'Artist', kind: 'person' }),
    valueOf: ({ task }) => task.assigneeId,
    write: async (part, values) => await write(part, 'assigneeId', values),
  }),
  due: () => ({
    field: like({ id: 'due', name: 'Due', kind: 'date' }),
    valueOf: ({ task }) => task.dueDate,
    write: async (part, values) => await write(part, 'dueDate', values),
  }),
  estimate: () => {
    const field = like({ id: 'estimate', name: 'Estimate', kind: 'number' })
    return {
      field,
      valueOf: ({ task, place }) => place.replica.findEstimatedHours(task.id),
      read: (text) => {
        if (text.trim() === '') return ok(null)
        const hours = parseEstimateEntry(text)
        return hours === undefined ? refuse(`Estimate: “${text.slice(0, 60)}” is not a number of hours.`) : ok(hours)
      },
      write: async (part, values) => await write(part, 'estimatedHours', values),
    }
  },
  priority: () => {
    const choices = priorities.map(({ value, label }) => ({ id: String(value), name: label }))
    return {
      field: like({ id: 'priority', name: 'Priority', kind: 'choice', choices }),
      valueOf: ({ task }) => String(task.priority),
      write: async (part, values) =>
        await write(
          part,
          'priority',
          values.map((value) => Number(value ?? 0)),
        ),
    }
  },
} satisfies Partial<Record<TaskColumnId, () => OwnCell<TaskRow>>>

type Like = Pick<FieldDefinition, 'name' | 'kind'> & {
  readonly id: TaskColumnId
  readonly choices?: readonly { readonly id: string; readonly name: string }[]
}

function like({ id, name, kind, choices = [] }: Like): FieldDefinition {
  return {
    id: toId(id),
    of: 'task',
    key: id,
    name,
    description: '',
    kind,
    formula: '',
    decimals: undefined,
    defaultValue: undefined,
    unit: kind === 'number' ? 'h' : '',
    options: choices.map((choice) => ({ id: choice.id, name: choice.name, color: defaultStatusColor })),
    placeIds: [],
    writeFloor: '',
    readFloor: '',
    position: 0,
  }
}

/** Parses a value that a task always has: an empty text is refused. */
function required(field: FieldDefinition, text: string): Result<FieldValue | null> {
  if (text.trim() === '') return refuse(`${field.name}: a task always has one.`)
  return parseFieldText(field, text, [])
}

function refuse(text: string): Result<never> {
  return err(new AppError('invalid-input', text))
}

type Values = readonly (FieldValue | null)[]

async function write(part: SpacePart<TaskRow>, field: TaskField, values: Values): Promise<Result<Done>> {
  const { client, replica: space, rows } = part
  const taskIds = rows.map(({ task }) => task.id)
  // The cell parsed the values for this field.
  const each = values.map((value) => (value ?? undefined) as never)
  return await setTaskField({ space, taskIds, field, values: { each } }, client)
}
