import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { PlannedSentence } from './sentence-planner.ts'

/** Returns the equivalent command line for a POSIX shell; undefined if the selection cannot be named. */
export function toCommandLine(planned: PlannedSentence, studio: StudioReplica): string | undefined {
  const subject = planned.isOnSelection ? nameSelected(planned, studio) : ''
  if (subject === undefined) return undefined
  const actions = planned.sentence.replace(/^\s*(?:[→⇒➔➜⟶]|-+>|=+>|>|(?:to|as)\s(?!do\b))\s*/i, '')
  const sentence = planned.isOnSelection ? `${subject} → ${actions}` : planned.sentence
  return ['studio-cli do', quote(sentence), ...planned.spaces.flags.map(quoteIfNeeded)].join(' ')
}

/** Names the selected tasks, if they are all tasks of some items in some stages. */
function nameSelected({ plan }: PlannedSentence, studio: StudioReplica): string | undefined {
  const items = new Map(plan.map(({ task }) => [task.itemId, task.space]))
  const stages = new Set(plan.map(({ task }) => task.stageId))
  if (items.size * stages.size !== plan.length) return undefined
  const titles = [...items].map(([id, space]) => space.replica.find('items', id)?.title)
  const names = [...stages].map((id) => studio.replica.find('stages', id)?.name)
  return [...titles.map((title) => `item:"${title}"`), ...names.map((name) => `stage:"${name}"`)].join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function quoteIfNeeded(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : quote(text)
}
