import type { Mutation } from '../domain/mutations.ts'
import { toId, type OperationId, type TaskId } from '../lib/ids.ts'
import { badAnswer } from './http.ts'
import type { SkipReason, WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { toSnakeCase } from './tables.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Changes one field of many tasks, each with its automatic comment where it is the status. */
export async function updateTasks(
  rest: Rest,
  mutation: MutationOf<'update-tasks'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('update_tasks', {
      p_task_ids: mutation.taskIds,
      p_field: toSnakeCase(mutation.field),
      p_values: encodeValues(mutation.values),
      p_expected: mutation.expected === undefined ? null : encodeValues(mutation.expected),
      p_operation_id: operationId,
    }),
  )
}

/** Creates the tasks of empty cells. */
export async function fillTasks(
  rest: Rest,
  mutation: MutationOf<'fill-tasks'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  const answer = await rest.call('fill_empty_tasks', {
    p_cells: mutation.cells.map((cell) => ({ id: cell.id, item_id: cell.itemId, stage_id: cell.stageId })),
    p_status_id: mutation.statusId ?? null,
    p_operation_id: operationId,
  })
  const made = new Set<unknown>(namedTasks(answer) ?? mutation.cells.map(({ id }) => id))
  // A cell that somebody else filled first keeps their task.
  const skipped = mutation.cells
    .filter(({ id }) => !made.has(id))
    .map(({ id }) => ({ taskId: id, reason: 'conflict' as const }))
  return { ...toAnswer(answer), skipped }
}

function namedTasks(answer: unknown): readonly unknown[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('task_ids' in answer)) return undefined
  return Array.isArray(answer.task_ids) ? answer.task_ids : undefined
}

/** Reads what a writing procedure answers: `{rev, skipped}` and more that pulls bring as well. */
export function toAnswer(answer: unknown): WriteAnswer {
  if (typeof answer !== 'object' || answer === null) throw badAnswer('a write')
  const { rev, skipped }: { rev?: unknown; skipped?: unknown } = answer
  return {
    rev: typeof rev === 'number' ? rev : undefined,
    // A list only where the answer is about tasks; then each entry has this shape.
    skipped: Array.isArray(skipped) ? (skipped as WireSkipped[]).map(toSkipped) : [],
  }
}

type WireSkipped = { readonly task_id: string; readonly reason: SkipReason }

function toSkipped({ task_id, reason }: WireSkipped): WriteAnswer['skipped'][number] {
  return { taskId: toId<TaskId>(task_id), reason }
}

function encodeValues(values: { readonly all: unknown } | { readonly each: readonly unknown[] }): unknown {
  if ('each' in values) return values.each.map((value) => value ?? null)
  return values.all ?? null
}
