/**
 * Splits standard input into names: one per line, or separated by zero bytes, as `find -print0` writes names with line
 * breaks.
 */
export function listInput(text: string): readonly string[] {
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((line) => line.trim() !== '')
}
