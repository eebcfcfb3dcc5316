import type { CommandOutcome } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { openPalette } from '#app/stores/ui-store.ts'
import { applySentence } from './apply-sentence.ts'
import { makeSentencePlanner } from './sentence-planner.ts'

/**
 * Runs a kept sentence: on what is selected at once, like a key of the grid; one that names its tasks, or that is not clear here, is
 * shown first.
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
