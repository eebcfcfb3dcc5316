/** What can complete the word at the caret, and the range it replaces. */
export type Completion = { readonly from: number; readonly to: number; readonly options: readonly string[] }

/**
 * The names that a formula can use, what can follow a point as in `task("anim").done`, and the texts that can stand in
 * quotes.
 */
export type FormulaNames = {
  readonly names: readonly string[]
  readonly members: readonly string[]
  readonly texts: readonly string[]
}

/**
 * Returns the names that start like the word at the caret, ignoring case; between quotes, stages, statuses and people.
 */
export function findCompletion(text: string, caret: number, { names, members, texts }: FormulaNames): Completion {
  const before = text.slice(0, caret)
  const quote = findQuote(before)
  if (quote >= 0) {
    const to = caret + (/^[^"'\n]*(?=["'])|^\w*/.exec(text.slice(caret))?.[0].length ?? 0)
    return { from: quote + 1, to, options: beginning(texts, before.slice(quote + 1), text.slice(quote + 1, to)) }
  }
  const word = /[a-z_]\w*$/i.exec(before)?.[0] ?? ''
  const from = caret - word.length
  const to = caret + (/^\w*/.exec(text.slice(caret))?.[0].length ?? 0)
  if (word === '') return { from, to, options: [] }
  const known = text[from - 1] === '.' ? members : names
  return { from, to, options: beginning(known, word, text.slice(from, to)) }
}

function beginning(known: readonly string[], word: string, whole: string): readonly string[] {
  const options = known.filter((name) => name !== whole && name.toLowerCase().startsWith(word.toLowerCase()))
  return word === '' ? [] : [...new Set(options)]
}

/** Returns the index of the open quote at the end of a text; -1 if there is none. */
function findQuote(text: string): number {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (quoted) => ' '.repeat(quoted.length))
  return outside.search(/["']/)
}
