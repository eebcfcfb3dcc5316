import { toTitle, type Sheet } from './csv.ts'

/**
 * Reads an Avid Log Exchange: headings with the rate of all clips, a line of titles below `Column`, and clips below
 * `Data`, all with tabs. Undefined for any other text.
 */
export function parseAle(text: string): Sheet | undefined {
  const lines = text.split(/\r\n|\r|\n/)
  const find = (word: string): number => lines.findIndex((line) => line.trim().toLowerCase() === word)
  const [headingAt, columnAt, dataAt] = [find('heading'), find('column'), find('data')]
  if (headingAt !== 0 || columnAt === -1 || dataAt < columnAt) return undefined
  const titlesAt = columnAt + 1 + lines.slice(columnAt + 1).findIndex((line) => line.trim() !== '')
  const header = (lines[titlesAt] ?? '').split('\t').map((title) => inSource(toTitle(title)))
  // Avid ends the line of titles with a tab.
  if (header.at(-1) === '') header.pop()
  const fps = lines.slice(0, columnAt).flatMap((line) => /^FPS\t\s*(\S+)/i.exec(line)?.[1] ?? [])[0]
  const hasRate = header.some((title) => /^fps$/i.test(title))
  const records = lines.flatMap((written, at) => {
    if (at <= dataAt || written.trim() === '') return []
    const cells = written.replace(/\t$/, '').split('\t')
    return [{ line: at + 1, cells: fps === undefined || hasRate ? cells : [...pad(cells, header.length), fps] }]
  })
  return { header: fps === undefined || hasRate ? header : [...header, 'FPS'], line: titlesAt + 1, records }
}

/** Names the timecodes of the source as such: elsewhere a start may be a position in the cut. */
function inSource(title: string): string {
  return /^(start|end)$/i.test(title) ? `Source ${title}` : title
}

function pad(cells: readonly string[], length: number): readonly string[] {
  return cells.concat(Array.from({ length: Math.max(0, length - cells.length) }, () => ''))
}
