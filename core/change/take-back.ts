import type { Result } from '#core/lib/result.ts'
import type { Done, Undo, UndoStep } from './context.ts'

/** What became of taking something back: the answer to each step, the last one first, and how to do it again. */
export type TakenBack = { readonly results: readonly Result<Done>[]; readonly redo: Undo | undefined }

/** Takes back what a person did, the last step first; a step that fails does not stop the others. */
export async function takeBack(
  { label, steps }: Undo,
  carryOut: (step: UndoStep) => Promise<Result<Done>>,
): Promise<TakenBack> {
  const results: Result<Done>[] = []
  const again: UndoStep[] = []
  for (const step of steps.toReversed()) {
    const result = await carryOut(step)
    results.push(result)
    if (result.ok) again.push(...(result.value.undo?.steps ?? []))
  }
  return { results, redo: again.length === 0 ? undefined : { label, steps: again } }
}
