import { isLonger } from '#core/lib/text.ts'

/** Explains that a text is too long, in a sentence; undefined if it fits. */
export function explainTooLong(what: string, text: string, most: number): string | undefined {
  return isLonger(text, most) ? `A ${what} has at most ${most} characters.` : undefined
}

/** Converts line endings to line feeds, as texts are stored. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
