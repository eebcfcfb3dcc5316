import * as v from 'valibot'
import { fields, id, text } from '#core/change/shapes.ts'
import type { SpaceId, TaskId } from '#core/lib/ids.ts'
import { mutationShape } from '#core/sync/mutators.ts'

const storedChange = v.object({ taskId: id<TaskId>(), spaceId: id<SpaceId>() })

/** A change that gives tasks their former values, in the form its mutator takes. */
const tasks = v.pipe(
  v.object({ kind: v.literal('tasks'), field: text, changes: v.array(storedChange) }),
  v.check(({ field, changes }) => {
    const taskIds = changes.map(({ taskId }) => taskId)
    return v.is(mutationShape, { kind: 'update-tasks', taskIds, field, values: { each: [] } })
  }),
)

const effects = [
  // Its content is validated when it is read.
  v.object({ kind: v.literal('undo'), size: v.number(), undo: text }),
  v.object({
    kind: v.literal('call'),
    procedure: v.picklist([
      'create_task_block',
      'update_task_block',
      'delete_task_block',
      'delete_rows',
      'take_back_decisions',
    ]),
    args: fields(),
  }),
  v.object({ kind: v.literal('import'), spaceId: text, size: v.number(), reverse: fields() }),
  v.object({ kind: v.literal('revision'), spaceId: text, itemId: text, id: text, commentId: text }),
  tasks,
]

const entryShape = v.object({
  id: text,
  at: text,
  label: text,
  host: text,
  studioId: text,
  userId: text,
  undoneBy: v.optional(text),
  undoes: v.optional(text),
  effect: v.union(effects),
})

/** Returns whether a value read from this machine is a valid journal entry. */
export function isEntry(value: unknown): boolean {
  return v.is(entryShape, value)
}
