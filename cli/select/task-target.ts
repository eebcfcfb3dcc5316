import { isUuid } from '#core/lib/ids.ts'
import { usageError } from '../cli-error.ts'
import { isPlainName, makeNameMatcher, type Named } from './name-pattern.ts'
import { makeStageMatcher } from './stage-matcher.ts'
import type { TaskFilter } from './where.ts'

/** What one argument such as `ep01/sq010/*:animation` names. */
export type TaskTarget = {
  readonly text: string
  readonly matches: TaskFilter
  /** The place it is limited to, so that only that is loaded; absent where it may be anywhere. */
  readonly project: string | undefined
  readonly space: string | undefined
  /** Whether it names one thing rather than a pattern: that must then be there. */
  readonly isPlain: boolean
}

const anyMatch = (): boolean => true

/**
 * Reads a target: an id, or a path from the right (`item`, `collection/item`, `space/collection/item`,
 * `project/space/collection/item`) with `:stage` after it; without, every stage. Each part may be a pattern, `**` any parts.
 */
export function parseTaskTarget(text: string): TaskTarget {
  const id = text.toLowerCase()
  if (isUuid(id)) {
    return {
      text,
      matches: ({ task }) => task.id === id || task.itemId === id,
      project: undefined,
      space: undefined,
      isPlain: true,
    }
  }
  const colon = text.lastIndexOf(':')
  const [place, stage] = colon === -1 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)]
  const parts = expandStars(place.split('/'), text)
  if (parts.some((part) => part === '') || stage === '')
    throw usageError(`"${text}" names no task.`, 'Write it like: ep01/sq010/sh0040:animation')
  const [project, space, collection, item] = parts
  const matchers = {
    project: toMatcher(project),
    space: toMatcher(space),
    collection: toMatcher(collection),
    item: toMatcher(item),
    stage: stage === undefined ? anyMatch : makeStageMatcher(stage),
  }
  return {
    text,
    project,
    space,
    isPlain: isPlainName(text),
    matches: ({ names }) =>
      names.project.some(matchers.project) &&
      names.space.some(matchers.space) &&
      names.collection.some(matchers.collection) &&
      names.item.some(matchers.item) &&
      names.stage.some(matchers.stage),
  }
}

type Parts = readonly [string | undefined, string | undefined, string | undefined, string | undefined]

/** Fills a path up to four parts from the left; `**` stands for as many as are missing. */
function expandStars(parts: readonly string[], text: string): Parts {
  const stars = parts.indexOf('**')
  if (parts.length > 4 || parts.lastIndexOf('**') !== stars)
    throw usageError(`"${text}" has too many parts.`, 'Write it like: project/space/collection/item:stage')
  if (stars === -1) {
    const missing = Array.from({ length: 4 - parts.length }, () => undefined)
    return toParts([...missing, ...parts])
  }
  const before = parts.slice(0, stars)
  const after = parts.slice(stars + 1)
  // `ep01/**` starts at the space unless there are four parts: people rarely write the project.
  const head = before.length + after.length < 3 && before.length > 0 ? [undefined, ...before] : before
  const middle = Array.from({ length: 4 - head.length - after.length }, () => undefined)
  return toParts([...head, ...middle, ...after])
}

function toParts([project, space, collection, item]: readonly (string | undefined)[]): Parts {
  return [project, space, collection, item]
}

function toMatcher(part: string | undefined): (named: Named) => boolean {
  return part === undefined ? anyMatch : makeNameMatcher(part)
}
