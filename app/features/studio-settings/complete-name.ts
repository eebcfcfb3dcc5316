/** What could be meant by the word that somebody is writing, and where it stands. */
export type Completion = { readonly from: number; readonly to: number; readonly options: readonly string[] }

/** The names a formula can use, and what can be asked of one of them after a point: `task("anim").done`. */
export type FormulaNames = { readonly names: readonly string[]; readonly members: readonly string[] }

/** The names that begin like the word at the caret, whatever its case; none in a text between quotes. */
export function findCompletion(text: string, caret: number, { names, members }: FormulaNames): Completion {
  const before = text.slice(0, caret)
  const word = /[a-z_]\w*$/i.exec(before)?.[0] ?? ''
  const from = caret - word.length
  const to = caret + (/^\w*/.exec(text.slice(caret))?.[0].length ?? 0)
  if (word === '' || isQuoted(before)) return { from, to, options: [] }
  const known = text[from - 1] === '.' ? members : names
  const whole = text.slice(from, to)
  const options = known.filter((name) => name !== whole && name.toLowerCase().startsWith(word.toLowerCase()))
  return { from, to, options: [...new Set(options)] }
}

/** Whether a text ends between quotes. */
function isQuoted(text: string): boolean {
  return /["']/.test(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, ''))
}
