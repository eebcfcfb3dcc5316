/** A word of a sentence, an arrow or a quoted text, with its place. */
export type Token = {
  readonly kind: 'word' | 'arrow' | 'quote'
  /** As it was typed. */
  readonly text: string
  /** Without quotation marks. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** Whether a comma or semicolon stands before it: what it names begins with it. */
  readonly isApart?: boolean
  /** `>` that compares or is the sentence's arrow. */
  readonly isUnsure?: boolean
}

// An arrow; a text between quotation marks; a named kind or field with such a text; else what has no space, comma, semicolon or arrow in it. A
// comma between digits belongs to a number.
const pattern =
  /→|->|=>|(?<=^|\s)>|>(?=\s)|"[^"]*"|“[^”]*”|'(?:[^']|'(?=\p{L}))*'(?=[\s,]|$)|‘(?:[^’]|’(?=\p{L}))*’(?=[\s,]|$)|[\p{L}\p{N}_:-]+[:=]"[^"]*"|["'“‘].*$|(?:(?!→|->|=>|>\s)(?:[^\s,;]|(?<=\d),(?=\d)|;(?!\s|$)))+/giu

/** Splits a sentence into words, arrows and quoted texts. */
export function toTokens(sentence: string): readonly Token[] {
  let before = 0
  return Array.from(sentence.matchAll(pattern), ({ 0: text, index }) => {
    const isApart = /[,;]/.test(sentence.slice(before, index))
    before = index + text.length
    const place = { text, start: index, end: before, ...(isApart && { isApart }) }
    if (/^(?:→|->|=>|>)$/.test(text)) return { kind: 'arrow', value: text, ...place }
    const [, quoted] = /^["“'‘](.+)["”'’]$/u.exec(text) ?? []
    if (quoted !== undefined) return { kind: 'quote', value: quoted, ...place }
    return { kind: 'word', value: text.replaceAll('"', ''), ...place }
  })
}
