import { suggestSimilarNames } from '#core/items/item-names.ts'
import { foldName } from '#core/lib/slug.ts'
import { nothingMatched, type CliError } from '../cli-error.ts'
import type { TaskRecord } from './task-record.ts'
import { parseTaskTarget } from './task-target.ts'

/**
 * Returns the error for a path that matches no task, suggesting another stage of that item or an item with a similar
 * name.
 */
export function missingTask(text: string, records: readonly TaskRecord[]): CliError {
  return nothingMatched(`There is no task "${text}".`, suggest(text, records))
}

function suggest(text: string, records: readonly TaskRecord[]): string | undefined {
  const colon = text.lastIndexOf(':')
  const [place, stage] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  const ofItem = records.filter(parseTaskTarget(place).matches)
  if (stage !== '' && ofItem.length > 0) {
    const stages = [...new Set(ofItem.map((record) => foldName(record.stage)))]
    const similar = suggestSimilarNames(stage, stages)
    if (similar.length > 0) return `Did you mean ${similar.map((each) => `${place}:${each}`).join(' or ')}?`
    return `Its stages are ${stages.join(', ')}.`
  }
  const wanted = place.split('/').at(-1) ?? place
  const items = new Set(records.map(({ path }) => path.slice(0, path.lastIndexOf(':')).split('/').slice(-2).join('/')))
  const byName = new Map([...items].map((path) => [path.split('/').at(-1) ?? path, path]))
  const similar = suggestSimilarNames(wanted, [...byName.keys()]).map((name) => byName.get(name) ?? name)
  if (similar.length === 0) return undefined
  return `Did you mean ${similar.map((path) => (stage === '' ? path : `${path}:${stage}`)).join(' or ')}?`
}
