import { suggestSimilarNames } from '#core/items/item-names.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { isPlainName, makeListMatcher, splitList, type Named } from './name-pattern.ts'
import { makeStageMatcher } from './stage-matcher.ts'
import { listAskedValues } from './where.ts'
import type { TaskFilterOptions } from './load-tasks.ts'

/**
 * Describes names in flags and conditions that the studio does not have, one sentence each, to explain an empty list.
 */
export function describeUnknownNames(
  studio: StudioReplica,
  options: Pick<TaskFilterOptions, 'status' | 'stage' | 'assignee' | 'where'>,
): readonly string[] {
  const asked = (field: 'status' | 'stage' | 'assignee'): readonly string[] => [
    ...splitList(options[field] ?? ''),
    ...(options.where ?? []).flatMap((text) => listAskedValues(text, field)),
  ]
  const statuses = studio.getStatuses().flatMap((each) => [each, { id: each.id, name: each.shortCode }])
  const people = studio.getMembers().flatMap(({ userId: id, displayName: name, email }) => [{ id, name, slug: email }])
  return [
    ...describe('status', { asked: asked('status'), known: statuses, match: makeListMatcher }),
    ...describe('stage', { asked: asked('stage'), known: studio.getStages(), match: makeStageMatcher }),
    ...describe('member', { asked: asked('assignee'), known: people, match: makeListMatcher }),
  ]
}

type Names = {
  readonly asked: readonly string[]
  readonly known: readonly Named[]
  readonly match: (pattern: string) => (named: Named) => boolean
}

function describe(what: string, { asked, known, match }: Names): readonly string[] {
  const isUnknown = (name: string): boolean =>
    isPlainName(name) && name !== 'none' && name !== 'me' && !known.some(match(name))
  return [...new Set(asked)].filter(isUnknown).map((name) => {
    const similar = suggestSimilarNames(name, [...new Set(known.map((each) => each.name))])
    const hint = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : ''
    return `There is no ${what} "${name}".${hint}`
  })
}
