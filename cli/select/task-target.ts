import { isUuid } from '#core/lib/ids.ts'
import { usageError } from '../cli-error.ts'
import { isPlainName, makeNameMatcher, type Named } from './name-pattern.ts'
import { makeStageMatcher } from './stage-matcher.ts'
import type { TaskFilter } from './where.ts'

/** A parsed target argument such as `ep01/sq010/*:animation`. */
export type TaskTarget = {
  readonly text: string
  readonly matches: TaskFilter
  /** Whether such a task may be in a space, so that others need not be loaded. */
  readonly mayBeIn: (project: Named, space: Named) => boolean
  /** Whether it names one thing instead of a pattern, which must then exist. */
  readonly isPlain: boolean
  /** The item part, or the id, in lower case. */
  readonly item: string
}

type Matcher = (named: Named) => boolean
const anyMatch: Matcher = () => true

const levels = ['project', 'space', 'collection', 'item'] as const

/**
 * Parses a target: the id of a task or item, or a path from the right (`item`, `collection/item`,
 * `space/collection/item`, `project/space/collection/item`) followed by `:stage`, or every stage without it. Each part
 * may be a pattern; after a project or space, `**` means everything below.
 */
export function parseTaskTarget(text: string): TaskTarget {
  const id = text.toLowerCase()
  if (isUuid(id)) {
    const matches: TaskFilter = ({ task }) => task.id === id || task.itemId === id
    return { text, matches, mayBeIn: anyMatch, isPlain: true, item: id }
  }
  const colon = text.lastIndexOf(':')
  const [place, stage] = colon === -1 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)]
  const parts = place.split('/')
  if (parts.includes('') || stage === '')
    throw usageError(`"${text}" names no task.`, 'Write it like: ep01/sq010/sh0040:animation')
  const ways = listWays(parts, text)
  const matchesStage = stage === undefined ? anyMatch : makeStageMatcher(stage)
  return {
    text,
    isPlain: isPlainName(text),
    item: parts.at(-1)?.trim().toLowerCase() ?? '',
    mayBeIn: (project, space) => ways.some(([first, second]) => first(project) && second(space)),
    matches: ({ names }) =>
      names.stage.some(matchesStage) &&
      ways.some((way) => levels.every((level, at) => names[level].some(way[at] ?? anyMatch))),
  }
}

type Way = readonly [Matcher, Matcher, Matcher, Matcher]

/** Lists the ways a path can be read as project, space, collection and item. */
function listWays(parts: readonly string[], text: string): readonly Way[] {
  const stars = parts.indexOf('**')
  if (parts.length > levels.length || parts.lastIndexOf('**') !== stars)
    throw usageError(`"${text}" has too many parts.`, 'Write it like: project/space/collection/item:stage')
  if (stars === -1) return [toWay(parts, levels.length - parts.length)]
  const head = parts.slice(0, stars)
  const tail = parts.slice(stars + 1)
  // The part before `**` may begin with the project or the space.
  const starts = head.length === 0 || head.length + tail.length === levels.length - 1 ? [0] : [0, 1]
  return starts.map((start) => {
    const [first, second, third, fourth] = [toWay(head, start), toWay(tail, levels.length - tail.length)]
      .map((way) => way.map((matcher) => [matcher]))
      .reduce((one, other) => one.map((matchers, at) => [...matchers, ...(other[at] ?? [])]))
      .map(
        (matchers): Matcher =>
          (named) =>
            matchers.every((matches) => matches(named)),
      )
    return [first ?? anyMatch, second ?? anyMatch, third ?? anyMatch, fourth ?? anyMatch]
  })
}

/** Assigns parts to levels from `start` on; other levels match anything. */
function toWay(parts: readonly string[], start: number): Way {
  const [first, second, third, fourth] = levels.map((_, at) => {
    const part = parts[at - start]
    return part === undefined ? anyMatch : makeNameMatcher(part)
  })
  return [first ?? anyMatch, second ?? anyMatch, third ?? anyMatch, fourth ?? anyMatch]
}
