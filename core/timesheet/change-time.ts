import type { ChangeContext, Done } from '#core/change/context.ts'
import type { StudioId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { TimeEdit } from './edits.ts'
import { changeTime as change } from './mutators.ts'

export type ChangeTimeInput = {
  readonly studioId: StudioId
  readonly label: string
  readonly edits: readonly TimeEdit[]
}

/** Changes one's own logged time in one write. Undo leaves alone what has changed since. */
export async function changeTime(input: ChangeTimeInput, context: ChangeContext): Promise<Result<Done>> {
  return await context.mutate(change, input, { studioId: input.studioId })
}
