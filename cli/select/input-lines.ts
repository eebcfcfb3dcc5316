/** What standard input lists: a name a line, or between zero bytes, as `find -print0` writes names that have line breaks. */
export function listInput(text: string): readonly string[] {
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((line) => line.trim() !== '')
}
