import type { StatusRow } from '#core/schema/task-statuses.ts'
import { findNamed, foldName } from '#core/lib/slug.ts'
import { findTaskBySlug } from '#core/tasks/task-slug.ts'

// What other programs and people's sheets call statuses that mean one thing, folded as names are. A word that could mean two of
// them, such as `waiting` or `pending`, stands in none.
const meanings: readonly (readonly string[])[] = [
  'todo to-do wtg waiting-to-start rdy ready-to-start rts ready not-started not-ready nrd open backlog ' +
    'offen a-faire por-hacer',
  'wip ip sip in-progress work-in-progress working-on-it doing started pgr prog in-arbeit en-cours ' +
    'en-progreso en-curso',
  'wfa rev pndng pending-review waiting-for-approval review in-review for-review to-review ' +
    'ready-for-review prv zur-abnahme a-valider',
  'feedback retake retakes rtk fix revise rework needs-changes changes-requested change-requested ' +
    'korrektur a-corriger',
  'client client-review clr sent-to-client dlvr delivered',
  'done fin final cmpt complete completed finished closed apr app approved appr valid validated fertig ' +
    'erledigt abgenommen termine valide hecho terminado aprobado',
  'hld hold on-hold onh blocked stuck paused pausiert en-pause',
].map((words) => words.split(' '))

/** Whether some program calls a status so. */
export function isStatusWord(text: string): boolean {
  return findMeaning(text) !== undefined
}

/** The words that mean the same as this one; none where it is nobody's word for a status. */
export function findMeaning(text: string): readonly string[] | undefined {
  return meanings.find((each) => each.includes(foldName(text)))
}

/** Every word that some program has for a status. */
export function listStatusWords(): readonly string[] {
  return meanings.flat()
}

/** Whether other programs mean by it that the work is done, is to be done again, or rests. */
export function guessStatusSense(text: string): 'done' | 'again' | 'rests' | undefined {
  const words = findMeaning(text)
  if (words === undefined) return undefined
  return words.includes('done')
    ? 'done'
    : words.includes('retake')
      ? 'again'
      : words.includes('hold')
        ? 'rests'
        : undefined
}

/** The status a text means, at every door alike: by its name, its short code, or a name that differs in case and signs only. */
export function findStatus<Status extends Pick<StatusRow, 'name' | 'shortCode'>>(
  statuses: readonly Status[],
  text: string,
): Status | undefined {
  const wanted = text.trim()
  const code = wanted.toLowerCase()
  return (
    statuses.find(({ name }) => name === wanted) ??
    statuses.find(({ shortCode }) => shortCode.toLowerCase() === code) ??
    findNamed(statuses, wanted, ({ name }) => name.toLowerCase())
  )
}

/**
 * The status that a file of another program means: as `findStatus` has it, or by the other program's word for the one status
 * here that means the same. Only for what is shown to a person before anything is changed.
 */
export function findForeignStatus<Status extends Pick<StatusRow, 'name' | 'shortCode'>>(
  statuses: readonly Status[],
  text: string,
): Status | undefined {
  const known = findStatus(statuses, text)
  if (known !== undefined) return known
  const words = findMeaning(text)
  const meant = statuses.filter(({ name, shortCode }) =>
    [name, shortCode].some((each) => words?.includes(foldName(each))),
  )
  return meant.length === 1 ? meant[0] : undefined
}

/** The stage a text means, at every door alike: by its name in any case, by a short name such as `anim`, or by its id. */
export function findStage<Stage extends { readonly id: string; readonly name: string }>(
  stages: readonly Stage[],
  text: string,
): Stage | undefined {
  const named = findNamed(stages, text.trim(), ({ name }) => name)
  if (named !== undefined) return named
  const id = findTaskBySlug(
    stages.map((stage) => ({ id: stage.id, title: stage.name })),
    text,
  )?.id
  return stages.find((stage) => stage.id === id)
}
