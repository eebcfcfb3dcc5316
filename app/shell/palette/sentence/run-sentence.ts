import type { CommandOutcome } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { openPalette } from '#app/stores/ui-store.ts'
import { applySentence } from './apply-sentence.ts'
import { makeSentencePlanner } from './sentence-planner.ts'

/**
 * Runs a macro's sentence: at once on the selection, like a key of the grid. One that names its tasks, or is unclear
 * here, is shown in the palette first.
 */
export async function runSentence(sentence: string): Promise<CommandOutcome> {
  const { client, studio } = clientStore.get()
  if (client === undefined || studio === undefined) return undefined
  const { signal } = new AbortController()
  const planned = await makeSentencePlanner(client, studio).plan({ sentence, reach: 'here', signal })
  const isClear = planned?.reading.problems.length === 0 && planned.plan.some(({ reason }) => reason === 'planned')
  if (planned?.isOnSelection === true && isClear) return await applySentence(planned)
  openPalette({ query: sentence })
  return undefined
}
