import { dateInZone } from '#core/lib/calendar-date.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { makeGrowingLexicon, type Lexicon } from '#core/plan/lexicon.ts'
import { loadDateReader, mayContainDate } from '#core/plan/load-date-reader.ts'
import { listFieldNames } from '#core/plan/field-names.ts'
import { planTask, type PlannedTask } from '#core/plan/plan.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import { areOfSelection, type Action, type Reading, type Thing } from '#core/plan/reading.ts'
import { listSpaceTasks, toSpaceTask, type SpaceTask } from '#core/plan/space-tasks.ts'
import { listNames } from '#core/plan/studio-names.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { sentencePlace, type SelectedTask } from '#app/commands/sentence-place.ts'
import { inSlices } from '#app/lib/in-slices.ts'
import { listSentenceSpaces, openSentenceSpaces, type SentenceReach, type SentenceSpaces } from './sentence-spaces.ts'

/** A sentence with what would happen to each task; if it was not understood, the plan is empty. */
export type PlannedSentence = {
  readonly sentence: string
  readonly reading: Reading
  readonly plan: readonly PlannedTask<SpaceTask>[]
  /** Whether it applies to the selected tasks. */
  readonly isOnSelection: boolean
  readonly spaces: SentenceSpaces
  readonly reach: SentenceReach
  /** How many spaces could not be read: not on this device, and no network. */
  readonly missing: number
}

type Wanted = { readonly sentence: string; readonly reach: SentenceReach; readonly signal: AbortSignal }

/** Reads sentences against the names in the spaces within reach, which it gathers once, and plans their changes. */
export interface SentencePlanner {
  readonly plan: (wanted: Wanted) => Promise<PlannedSentence | undefined>
}

type Names = {
  readonly found: SentenceSpaces
  readonly spaces: readonly SpaceReplica[]
  readonly missing: number
  readonly lexicon: Lexicon
  readonly version: string
}

/** Make one for each opening of the palette: the selection cannot change while it is open. */
export function makeSentencePlanner(client: StudioClient, studio: StudioReplica): SentencePlanner {
  const known = new Map<SentenceReach, Promise<Names>>()
  const gather = async (reach: SentenceReach): Promise<Names> => {
    const there = await known.get(reach)
    if (there !== undefined && there.version === versionOf(studio, there.spaces)) return there
    const gathering = gatherNames(client, studio, reach)
    known.set(reach, gathering)
    gathering.catch(() => known.delete(reach))
    return await gathering
  }
  return {
    plan: async ({ sentence, reach, signal }) => {
      const { lexicon, spaces, found, missing } = await gather(reach)
      const selected = sentencePlace.find()?.getSelected() ?? []
      const today = dateInZone(client.clock.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
      const fields = listFieldNames(studio)
      const readDate = mayContainDate(sentence, fields) ? await loadDateReader() : undefined
      const me: Thing = {
        kind: 'person',
        id: client.userId,
        name: studio.replica.find('studio_members', client.userId)?.displayName ?? 'me',
        within: [],
      }
      const reading = readSentence(sentence, {
        lexicon,
        fields,
        today,
        me,
        hasSelection: selected.length > 0,
        readDate,
      })
      // Terms that only exclude narrow the selection.
      const isOnSelection = selected.length > 0 && areOfSelection(reading.terms)
      const plan: PlannedTask<SpaceTask>[] = []
      const mayDo = (action: Action): boolean => {
        if (action.field === 'own') return studio.canWrite(action.own)
        return studio.can(action.field === 'comment' ? 'comment' : 'create')
      }
      const tasks = isOnSelection ? listSelected(studio, selected) : listAll(studio, spaces)
      const wanted = { reading, today, mayDo, seen: new Set<string>() }
      if (reading.problems.length === 0) {
        await inSlices(tasks, (task) => plan.push(...[planTask(task, wanted) ?? []].flat()), signal)
      }
      if (signal.aborted) return undefined
      return { sentence, reading, plan, isOnSelection, spaces: found, reach, missing: isOnSelection ? 0 : missing }
    },
  }
}

async function gatherNames(client: StudioClient, studio: StudioReplica, reach: SentenceReach): Promise<Names> {
  const found = listSentenceSpaces(studio, reach, location.pathname)
  const { spaces, missing } = await openSentenceSpaces(found.rows, { client, studio })
  const version = versionOf(studio, spaces)
  const lexicon = makeGrowingLexicon()
  await inSlices(listNames(studio, spaces), lexicon.add)
  return { found, spaces, missing, lexicon, version }
}

/** Changes whenever a name may have changed. */
function versionOf({ replica }: StudioReplica, spaces: readonly SpaceReplica[]): string {
  const ofSpaces = spaces.map((space) => [space.replica.getVersion('items'), space.replica.getVersion('collections')])
  return [replica.getVersion(), ...ofSpaces].join(' ')
}

function* listAll(studio: StudioReplica, spaces: readonly SpaceReplica[]): Generator<SpaceTask> {
  for (const space of spaces) yield* listSpaceTasks(studio, space)
}

function* listSelected(studio: StudioReplica, selected: readonly SelectedTask[]): Generator<SpaceTask> {
  for (const { space, task } of selected) yield toSpaceTask({ studio, space, task })
}
