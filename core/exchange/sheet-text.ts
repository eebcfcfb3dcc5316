/** Why a text is too long, as a sentence; letters are counted as the database counts them, a picture as one. Absent where it fits. */
export function sayTooLong(what: string, text: string, most: number): string | undefined {
  const isLonger = text.length > most && Array.from(text).length > most
  return isLonger ? `A ${what} has at most ${most} characters.` : undefined
}

/** A text whose lines end as they are kept, whatever system its file is from. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
