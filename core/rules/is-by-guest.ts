import type { RuleEvent, RuleRows } from './rule.ts'

/** Whether a guest did it: somebody who may look and comment alone, by their role of today, as a studio's clients have it. */
export function isByGuest({ actor }: RuleEvent, { people }: Pick<RuleRows, 'people'>): boolean {
  if (actor.kind !== 'person') return actor.kind === 'guest'
  return people.some(({ id, role }) => id === actor.id && role === 'viewer')
}
