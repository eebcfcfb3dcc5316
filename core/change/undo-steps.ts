import type { Result } from '#core/lib/result.ts'
import type { Done, Undo, UndoStep } from './context.ts'

/** The result of an undo: that of each step, the last step first, and how to redo them. */
export type UndoOutcome = { readonly results: readonly Result<Done>[]; readonly redo: Undo | undefined }

/** Undoes an action, last step first; a failed step does not stop the others. */
export async function undoSteps(
  { label, steps }: Undo,
  carryOut: (step: UndoStep) => Promise<Result<Done>>,
): Promise<UndoOutcome> {
  const results: Result<Done>[] = []
  const again: UndoStep[] = []
  for (const step of steps.toReversed()) {
    const result = await carryOut(step)
    results.push(result)
    if (result.ok) again.push(...(result.value.undo?.steps ?? []))
  }
  return { results, redo: again.length === 0 ? undefined : { label, steps: again } }
}
