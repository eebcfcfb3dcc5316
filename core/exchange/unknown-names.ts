import { foldName } from '#core/lib/slug.ts'
import type { ItemType } from '#core/schema/items.ts'
import { findForeignStatus, findMeaning, listStatusWords } from '#core/studios/find-by-name.ts'
import { findKindNamed, meansNoKind } from './find-kind.ts'
import type { ImportRow } from './import-row.ts'
import type { NameCatalogue } from './name-rows.ts'
import { findMisspelt } from './option-names.ts'
import { meansNoTask } from './plan-tasks.ts'
import { longestName, toKindKey, type UnknownName } from './propose-names.ts'

type Counted = { name: string; rows: number }

/** Lists the statuses in rows that the studio lacks, each once, without texts that are clearly something else. */
export function listUnknownStatuses(
  rows: readonly Pick<ImportRow, 'tasks' | 'problem'>[],
  { statuses, members }: NameCatalogue,
): readonly UnknownName[] {
  const isPerson = (text: string): boolean =>
    members.some(
      ({ displayName, email }) =>
        foldName(displayName) === foldName(text) || email.toLowerCase() === text.trim().toLowerCase(),
    )
  const words = listStatusWords().map((name) => ({ name }))
  const texts = rows.map(({ tasks, problem }) =>
    problem === undefined ? [...tasks.values()].flatMap(({ status }) => status ?? []) : [],
  )
  const isUnknown = (text: string): boolean =>
    findForeignStatus(statuses, text) === undefined && !meansNoTask(text) && /\p{L}/u.test(text) && !isPerson(text)
  return count(texts, isUnknown, makeStatusKey(statuses)).map(({ name, rows: times }) => {
    const word = findMisspelt(words, name)?.name
    const like = findMisspelt(statuses, name) ?? (word === undefined ? undefined : findForeignStatus(statuses, word))
    return { of: 'status', name, rows: times, ...(like !== undefined && { like: like.name }) }
  })
}

/** Makes a function that folds statuses; words of one meaning that no status of the studio has fold to the same. */
export function makeStatusKey(statuses: NameCatalogue['statuses']): (text: string) => string {
  const known = new Set(statuses.flatMap(({ name, shortCode }) => [foldName(name), foldName(shortCode)]))
  return (text) => {
    const words = findMeaning(text)
    return words === undefined || words.some((word) => known.has(word)) ? foldName(text) : (words[0] ?? '')
  }
}

/** Lists the kinds of items in rows that the studio lacks, in the singular if any row has that. */
export function listUnknownKinds(
  rows: readonly Pick<ImportRow, 'kindName' | 'problem'>[],
  { kinds = [] }: NameCatalogue,
): readonly UnknownName[] {
  if (kinds.length === 0) return []
  const texts = rows.map(({ kindName, problem }) => (kindName === undefined || problem !== undefined ? [] : [kindName]))
  const isUnknown = (text: string): boolean =>
    findKindNamed(kinds, text) === undefined && !meansNoKind(text) && /\p{L}/u.test(text)
  return count(texts, isUnknown, toKindKey).map(({ name, rows: times }) => {
    const like = findMisspelt(kinds, name)
    return { of: 'kind', name, rows: times, ...(like !== undefined && { like: like.name }) }
  })
}

/** Returns the item type of a kind from the first row that states it; asset by default. */
export function findTypeOfKind(rows: readonly ImportRow[], kind: string): ItemType {
  const said = rows.find(
    ({ kindName, item }) => toKindKey(kindName ?? '') === toKindKey(kind) && item.itemType !== undefined,
  )
  return said?.item.itemType ?? 'asset'
}

/** Lists stages that the studio has and the space lacks, and in which rows have tasks. */
export function listStagesElsewhere(
  rows: readonly ImportRow[],
  { stages, activeStageIds }: NameCatalogue,
): readonly UnknownName[] {
  return stages.flatMap(({ id, name }): readonly UnknownName[] => {
    if (activeStageIds.includes(id)) return []
    const times = rows.filter(({ tasks, problem, isListOfTasks }) => {
      const values = tasks.get(name)
      if (values === undefined || problem !== undefined) return false
      if (values.status !== undefined) return !meansNoTask(values.status)
      return isListOfTasks === true || Object.values(values).some((value) => (value ?? 0) !== 0 && value !== false)
    }).length
    return times === 0 ? [] : [{ of: 'stage', name, rows: times, isElsewhere: true }]
  })
}

/** Counts unknown texts by row, each once and in the order of the file. */
export function count(
  rows: readonly (readonly string[])[],
  isUnknown: (text: string) => boolean,
  toKey: (text: string) => string,
): readonly Readonly<Counted>[] {
  const counted = new Map<string, Counted>()
  // Cached: sheets repeat the same few words.
  const keys = new Map<string, string | undefined>()
  const keyOf = (text: string): string | undefined => {
    if (!keys.has(text)) keys.set(text, isUnknown(text) ? toKey(text) : undefined)
    return keys.get(text)
  }
  for (const texts of rows)
    for (const key of new Set(texts.flatMap((text) => keyOf(text) ?? []))) {
      const written = texts.find((text) => keyOf(text) === key) ?? ''
      const name = written.replace(/\s+/g, ' ').trim()
      if (name === '' || name.length > longestName) continue
      const known = counted.get(key)
      if (known === undefined) counted.set(key, { name, rows: 1 })
      else {
        known.rows += 1
        // A kind in the singular.
        if (name.length < known.name.length && foldName(known.name) === `${foldName(name)}s`) known.name = name
      }
    }
  return [...counted.values()]
}
