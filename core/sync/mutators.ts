import * as v from 'valibot'
import { changeBoard } from '#core/boards/mutators.ts'
import type { ArgsOf, Mutator } from '#core/change/define-mutator.ts'
import type { AnyMutation } from '#core/change/mutation.ts'
import { setPlaces } from '#core/change/place-mutators.ts'
import { deleteRows, insertRows, restoreRows, updateRows } from '#core/change/row-mutators.ts'
import { setItemLinks } from '#core/casting/mutators.ts'
import { addComment, editComment } from '#core/comments/mutators.ts'
import { changeFieldKind } from '#core/fields/kind-mutator.ts'
import { setFields } from '#core/fields/mutators.ts'
import { createItems } from '#core/items/mutators.ts'
import { deleteProject, saveSpaceConfig } from '#core/projects/mutators.ts'
import { changeReview, startReview } from '#core/reviews/mutators.ts'
import { createRevision } from '#core/revisions/mutators.ts'
import { reorderStages, reorderStatuses, setDefaultStatus } from '#core/studios/mutators.ts'
import { fillTasks, updateTasks } from '#core/tasks/mutators.ts'
import { changeBlocks, setDaysOff } from '#core/timeline/mutators.ts'
import { changeTime, setTimeLock } from '#core/timesheet/mutators.ts'

/** Every kind of change. */
const mutators = [
  updateTasks,
  fillTasks,
  createItems,
  setFields,
  changeFieldKind,
  createRevision,
  addComment,
  editComment,
  insertRows,
  updateRows,
  deleteRows,
  deleteProject,
  restoreRows,
  setPlaces,
  saveSpaceConfig,
  reorderStages,
  reorderStatuses,
  setDefaultStatus,
  changeBlocks,
  setDaysOff,
  changeBoard,
  changeTime,
  setTimeLock,
  startReview,
  changeReview,
  setItemLinks,
] as const

type MutatorUnion = (typeof mutators)[number]

/** Any change, as data. */
export type Mutation = {
  [M in MutatorUnion as M['kind']]: { readonly kind: M['kind'] } & ArgsOf<M>
}[MutatorUnion['kind']]

const byKind = new Map<string, Mutator<string, object>>(
  // Each mutator is only given arguments of its own kind.
  mutators.map((mutator) => [mutator.kind, mutator as unknown as Mutator<string, object>]),
)

/** Returns a change's mutator; undefined for a kind that this version does not know. */
export function findMutator({ kind }: AnyMutation): Mutator<string, object> | undefined {
  return byKind.get(kind)
}

/** Accepts a change that this version can carry out: of a known kind, with arguments that its mutator accepts. */
export const mutationShape = v.custom<Mutation>((value) => {
  if (!v.is(v.looseObject({ kind: v.string() }), value)) return false
  const mutator = findMutator(value)
  return mutator !== undefined && v.is(mutator.args, value)
})
