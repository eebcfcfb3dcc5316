import { findNamed, foldName } from '#core/lib/slug.ts'
import type { FieldDefinition, FieldOption } from '#core/schema/field-definitions.ts'
import { readList } from './guess-field.ts'

/** What the name of an option comes down to where case and spaces do not count, as in the database's `private.fold_option`. */
export function foldOption(name: string): string {
  return name.replace(/\s+/g, '').toLowerCase()
}

/** The option that a text means: by its name, whatever its case, spaces and signs, or by its id. */
export function findOptionNamed(options: readonly FieldOption[], text: string): FieldOption | undefined {
  const wanted = foldOption(text)
  return (
    options.find(({ name }) => name === text) ??
    options.find(({ name }) => foldOption(name) === wanted) ??
    findNamed(options, text, ({ name }) => name) ??
    options.find(({ id }) => id === text)
  )
}

/** What a cell chooses: each name, and the option that it means, if there is one. */
export type Chosen = { readonly text: string; readonly option: FieldOption | undefined }

/** What a cell of a list chooses; of several, a name with commas of its own is the longest run of parts that is one. */
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
 * The option, or whatever has a name, that a text could be a misspelling of: the same words but for a letter of a word of four and more, or two of
 * one of eight and more. Numbers are never misspelt: `Unit 2` is not `Unit 1`.
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

/** Letters to add, leave out, change or swap with the next, until one word is the other. */
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
