import type { StatusRow } from '#core/schema/task-statuses.ts'
import { findNamed, foldName } from '#core/lib/slug.ts'
import { findTaskBySlug } from '#core/tasks/task-slug.ts'

// Synonyms of statuses in other programs and in spreadsheets, folded like names. Words with two possible meanings, such
// as `waiting` or `pending`, are in none.
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

/** Tells whether any program uses this word for a status. */
export function isStatusWord(text: string): boolean {
  return findMeaning(text) !== undefined
}

/** Returns the synonyms of a word for a status; undefined if it is not one. */
export function findMeaning(text: string): readonly string[] | undefined {
  return meanings.find((each) => each.includes(foldName(text)))
}

/** Lists every known word for a status. */
export function listStatusWords(): readonly string[] {
  return meanings.flat()
}

/** Guesses whether a status in another program means done, to be redone, or on hold. */
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

/**
 * Finds a status by its name, its short code, or a name that differs only in case and punctuation. Every entry point
 * uses this.
 */
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
 * Finds the status that another program's file means: as `findStatus` does, or by a synonym if exactly one status here
 * matches. Only for results that a person confirms.
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

/** Finds a stage by its name in any case, by a short name such as `anim`, or by its id. Every entry point uses this. */
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
