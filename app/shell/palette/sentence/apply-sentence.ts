import { countOf } from '#core/lib/text.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { messages } from '#core/lib/messages.ts'
import { listPlanWrites } from '#core/plan/apply-plan.ts'
import { isAboutItems } from '#core/plan/plan.ts'
import type { CommandOutcome } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { performAll } from '#app/widgets/perform.ts'
import type { PlannedSentence } from './sentence-planner.ts'

/** Makes a plan's changes exactly as shown, as one undo step. */
export async function applySentence({ plan, reading, sentence }: PlannedSentence): Promise<CommandOutcome> {
  const { client, studio } = clientStore.get()
  if (client === undefined || studio === undefined) return undefined
  const planned = plan.filter(({ reason }) => reason === 'planned')
  // Spaces that were only read are opened, so that their replicas follow the changes.
  const opened = new Map<SpaceReplica, SpaceReplica>()
  for (const { task } of planned) {
    if (!opened.has(task.space)) opened.set(task.space, await client.openSpace(task.space))
  }
  const inOpened = planned.map((each) => {
    const space = opened.get(each.task.space) ?? each.task.space
    return { ...each, task: { ...each.task, space } }
  })
  const count = countOf(planned.length, isAboutItems(reading.actions) ? 'item' : 'task')
  return await performAll(listPlanWrites(inOpened, { client, studio, label: sentence }), {
    client,
    failedText: messages.unexpected,
    doneText: `${count} changed: ${sentence}`,
  })
}
