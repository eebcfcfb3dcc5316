/** A word of a sentence, an arrow or a quoted text, with its position. */
export type Token = {
  readonly kind: 'word' | 'arrow' | 'quote'
  /** The text as typed. */
  readonly text: string
  /** The text without quotation marks. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** Whether a comma or semicolon comes before it, so that a name cannot continue across it. */
  readonly isApart?: boolean
  /** Set for a `>` that may be a comparison or the arrow. */
  readonly isUnsure?: boolean
}

// An arrow; a quoted text; a kind or field name with a quoted text; else anything without spaces, commas, semicolons
// and arrows. A comma between digits is part of a number.
const pattern =
  /[→⇒➔➜⟶]|-+>|=+>|(?<=^|\s)>|>(?=\s)|(?<=[\p{L}\p{N}])(?<!<\S*)>(?=\p{L})|"[^"]*"|“[^”]*”|«[^»]*»|„[^“”"]*[“”"]|'(?:[^']|'(?=\p{L}))*'(?=[\s,]|$)|‘(?:[^’]|’(?=\p{L}))*’(?=[\s,]|$)|[\p{L}\p{N}_:-]+[:=]"[^"]*"|["'“‘«„].*$|(?:(?![→⇒➔➜⟶]|-+>|=+>|>\s|(?<=[\p{L}\p{N}])(?<!<\S*)>\p{L})(?:[^\s,;]|(?<=\d),(?=\d)|;(?!\s|$)))+/giu

/** Splits a sentence into words, arrows and quoted texts. */
export function toTokens(sentence: string): readonly Token[] {
  let before = 0
  return Array.from(sentence.matchAll(pattern), ({ 0: text, index }) => {
    const isApart = /[,;]/.test(sentence.slice(before, index))
    before = index + text.length
    const place = { text, start: index, end: before, ...(isApart && { isApart }) }
    if (/^(?:[→⇒➔➜⟶]|-+>|=+>|>)$/.test(text)) return { kind: 'arrow', value: text, ...place }
    const [, quoted] = /^["“'‘«„](.+)["”'’»“]$/u.exec(text) ?? []
    if (quoted !== undefined) return { kind: 'quote', value: quoted, ...place }
    return { kind: 'word', value: text.replaceAll('"', ''), ...place }
  })
}
