import { isLonger } from '#core/lib/text.ts'

/** Why a text is too long, as a sentence; absent where it fits. */
export function sayTooLong(what: string, text: string, most: number): string | undefined {
  return isLonger(text, most) ? `A ${what} has at most ${most} characters.` : undefined
}

/** A text whose lines end as they are kept, whatever system its file is from. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
