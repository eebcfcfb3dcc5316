import type { MentionablePerson } from './markup.ts'

// The most people that the picker lists.
const maxMentionMatches = 8

/** The unfinished @word at the caret: where its @ is, and what follows it. */
export type MentionQuery = { readonly start: number; readonly query: string }

/** One row of the picker. */
export type MentionOption = { readonly kind: 'here' } | { readonly kind: 'person'; readonly person: MentionablePerson }

/** Finds the @word before the caret, on its line and not inside a word such as an e-mail address. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret <= start || start === -1) return undefined
  const query = text.slice(start + 1, caret)
  const isInsideWord = /[\p{L}\p{N}_]$/u.test(text.slice(0, start))
  return isInsideWord || /^\s|\n/.test(query) ? undefined : { start, query }
}

/**
 * Returns at most eight people whose name contains the query in any case, after a `here` row if that starts with the
 * query.
 */
export function mentionOptions(query: string, people: readonly MentionablePerson[]): readonly MentionOption[] {
  const wanted = query.toLowerCase()
  const matches = people.filter((person) => person.name.toLowerCase().includes(wanted)).slice(0, maxMentionMatches)
  const here: readonly MentionOption[] = 'here'.startsWith(wanted) ? [{ kind: 'here' }] : []
  return [...here, ...matches.map((person): MentionOption => ({ kind: 'person', person }))]
}

/**
 * Replaces the @word with `@` and a name or `here[label]`, followed by one space; returns the text and the new caret.
 */
export function completeMention(
  text: string,
  mention: MentionQuery,
  name: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, mention.start)}@${name}`
  const after = text.slice(mention.start + 1 + mention.query.length)
  return after.startsWith(' ')
    ? { text: before + after, caret: before.length + 1 }
    : { text: `${before} ${after}`, caret: before.length + 1 }
}
