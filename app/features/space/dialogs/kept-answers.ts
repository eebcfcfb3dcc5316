import { parseJson } from '#core/lib/json.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

/** Prefix of a choice that maps a name to an existing one. */
export const sameAs = 'same as '

/** Choices by the key of the name they map. */
export type Choices = Readonly<Record<string, string>>

/** Mappings from earlier files: of statuses, stages and kinds, and of list options. */
export type KeptAnswers = { readonly names: Choices; readonly options: Choices }

/** The most choices kept of each; the oldest go first. */
const mostKept = 300

const keyOf = (studioId: StudioId): string => `importAnswers_${studioId}`

/** Returns the mappings of files imported into this studio on this device. */
export function findKeptAnswers(studioId: StudioId): KeptAnswers {
  const kept = Object(parseJson(readStored(keyOf(studioId)))) as Record<string, unknown>
  return { names: readChoices(kept['names']), options: readChoices(kept['options']) }
}

/** Keeps the mappings made for a file, and drops those of its names that are no longer mapped. */
export function keepAnswers(
  studioId: StudioId,
  asked: { readonly [Of in keyof KeptAnswers]: readonly string[] },
  chosen: KeptAnswers,
): void {
  const kept = findKeptAnswers(studioId)
  const next: KeptAnswers = {
    names: withChoices(kept.names, asked.names, chosen.names),
    options: withChoices(kept.options, asked.options, chosen.options),
  }
  const isNone = Object.values(next).every((choices) => Object.keys(choices).length === 0)
  writeStored(keyOf(studioId), isNone ? undefined : JSON.stringify(next))
}

/** Keeps only choices whose target is still offered: the first line of a key names the list. */
export function pickOffered(choices: Choices, listNames: (list: string) => readonly string[]): Choices {
  return Object.fromEntries(
    Object.entries(choices).filter(([key, choice]) => {
      const [list = ''] = key.split('\n', 1)
      return listNames(list).includes(choice.slice(sameAs.length))
    }),
  )
}

function withChoices(kept: Choices, asked: readonly string[], chosen: Choices): Choices {
  const others = Object.entries(kept).filter(([key]) => !asked.includes(key))
  const said = asked.flatMap((key): (readonly [string, string])[] => {
    const choice = chosen[key] ?? ''
    return choice.startsWith(sameAs) ? [[key, choice]] : []
  })
  return Object.fromEntries([...others, ...said].slice(-mostKept))
}

function readChoices(value: unknown): Choices {
  const known = Object.entries(Object(value) as Record<string, unknown>)
  return Object.fromEntries(
    known.flatMap(([key, choice]) => (typeof choice === 'string' && choice.startsWith(sameAs) ? [[key, choice]] : [])),
  )
}
