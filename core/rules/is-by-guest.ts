import type { RuleEvent, RuleRows } from './rule.ts'

/** Tells whether a guest did it: somebody whose current role can only look and comment, such as a studio's clients. */
export function isByGuest({ actor }: RuleEvent, { people }: Pick<RuleRows, 'people'>): boolean {
  if (actor.kind !== 'person') return actor.kind === 'guest'
  return people.some(({ id, role }) => id === actor.id && role === 'viewer')
}
