import { ok, type Result } from '#core/lib/result.ts'
import { placeOf, problemAt, type FileProblem } from './file-problem.ts'

/** Text encodings of import files; `latin-1` is Windows-1252. */
export const textEncodings = ['utf-8', 'latin-1', 'utf-16'] as const
export type TextEncoding = (typeof textEncodings)[number]

/**
 * Decodes a file and drops its byte order mark. UTF-8 unless the mark or the caller says otherwise; invalid UTF-8 is
 * refused with its position, never guessed.
 */
export function decodeText(bytes: Uint8Array, encoding?: TextEncoding): Result<string, FileProblem> {
  const [first = 0, second = 0] = bytes
  const isLittle = first === 0xff && second === 0xfe
  if (isLittle || (first === 0xfe && second === 0xff))
    return ok(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes))
  // Without a mark: the first letter is ASCII, so its zero byte tells the byte order.
  if (encoding === 'utf-16') return ok(new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le').decode(bytes))
  if (encoding === 'latin-1') return ok(new TextDecoder('windows-1252').decode(bytes))
  const zero = bytes.indexOf(0)
  if (zero !== -1)
    return problemAt(
      findEnd(bytes.subarray(0, zero)),
      'This is not text in UTF-8. If the file is what Windows calls Unicode, it may be UTF-16.',
    )
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return problemAt(
      findBadByte(bytes),
      'This is not UTF-8. If the file is from an older spreadsheet, it may be Latin-1.',
    )
  }
}

/** Finds the first byte that is not UTF-8, by bisection. */
function findBadByte(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isUtf8(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  return findEnd(bytes.subarray(0, good))
}

/** Returns the place after the last character of a file's beginning. */
function findEnd(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return placeOf(text, text.length)
}

/** Tells whether bytes are UTF-8; the last character may be cut off. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
