import { findNamed, foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldOption } from '#core/schema/field-definitions.ts'
import { readList } from './guess-field.ts'

/** Folds an option's name, ignoring case and spaces, as the database's `private.fold_option` does. */
export function foldOption(name: string): string {
  return name.replace(/\s+/g, '').toLowerCase()
}

/** Finds the option a text names: by name, ignoring case, spaces and punctuation, or by id. */
export function findOptionNamed(options: readonly FieldOption[], text: string): FieldOption | undefined {
  const wanted = foldOption(text)
  return (
    options.find(({ name }) => name === text) ??
    options.find(({ name }) => foldOption(name) === wanted) ??
    findNamed(options, text, ({ name }) => name) ??
    options.find(({ id }) => id === text)
  )
}

/** A name chosen in a cell, with its option if it exists. */
export type Chosen = { readonly text: string; readonly option: FieldOption | undefined }

/** Splits a list cell into names; names that contain commas match the longest run of parts that is an option. */
export function listChosen(
  { kind, options }: Pick<FieldDefinition, 'kind' | 'options'>,
  cell: string,
): readonly Chosen[] {
  const toChosen = (text: string): Chosen => ({ text, option: findOptionNamed(options, text) })
  if (kind === 'choice') return cell.trim() === '' ? [] : [toChosen(cell.trim())]
  const listed = readList(cell)
  if (listed !== undefined)
    return listed
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(toChosen)
  const parts = cell.split(/[,;]/).filter((part) => part.trim() !== '')
  const chosen: Chosen[] = []
  for (let from = 0; from < parts.length;) {
    let to = parts.length
    const run = (): Chosen => toChosen(parts.slice(from, to).join(',').trim())
    while (to > from + 1 && run().option === undefined) to -= 1
    chosen.push(run())
    from = to
  }
  return chosen
}

/**
 * Finds the option, or other named thing, that a text may misspell: the same words with at most one edit in a word of
 * four letters or more, two in one of eight or more. Numbers are never misspelt: `Unit 2` is not `Unit 1`.
 */
export function findMisspelt<Named extends Pick<FieldOption, 'name'>>(
  options: readonly Named[],
  text: string,
): Named | undefined {
  return options.find(({ name }) => isNear(foldName(text).split('-'), foldName(name).split('-')))
}

function isNear(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return words.join('') === others.join('')
  const differing = words.flatMap((word, at) => (word === others[at] ? [] : [[word, others[at] ?? ''] as const]))
  return differing.length === 1 && differing.every(([word, other]) => isNearWord(word, other))
}

function isNearWord(one: string, other: string): boolean {
  const digits = (text: string): string => text.replace(/\D/g, '')
  const shorter = Math.min(one.length, other.length)
  return shorter >= 4 && digits(one) === digits(other) && countSlips(one, other) <= (shorter < 8 ? 1 : 2)
}

/** Returns the edit distance between words: letters added, removed, changed or swapped with the next. */
function countSlips(one: string, other: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      const isSwap = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const swapped = isSwap ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, changed, swapped))
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
