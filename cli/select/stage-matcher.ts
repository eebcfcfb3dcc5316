import { findStage } from '#core/studios/find-by-name.ts'
import { makeListMatcher, splitList, type Named } from './name-pattern.ts'

/** Like `makeListMatcher`, and also knows common short names of stages: `anim`, `lgt`, `comp`. */
export function makeStageMatcher(patterns: string): (stage: Named) => boolean {
  const matches = makeListMatcher(patterns)
  const names = splitList(patterns).flatMap(expandBraces)
  return (stage) => matches(stage) || names.some((name) => findStage([stage], name) !== undefined)
}

/** Expands `{anim,lgt}`, because short names are looked up one by one. */
function expandBraces(pattern: string): readonly string[] {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  if (inside === undefined) return [pattern]
  return inside.split(',').flatMap((part) => expandBraces(`${before}${part}${after}`))
}
