import { groupBy } from '#core/lib/collections.ts'
import type { CsvRecord } from './csv.ts'
import type { LeftOut } from './import-row.ts'
import { listChildren, parseXml, type XmlElement } from './xml.ts'

type Given = {
  /** The sheet's XML. */
  readonly body: string
  /** The sheet's part of the archive: `xl/worksheets/sheet1.xml`. */
  readonly part: string
  readonly rows: readonly CsvRecord[]
  readonly loadText: (part: string) => Promise<string | undefined>
}

const commentTag = /<(?:\w+:)?comment\s[^>]*\bref="([A-Z]+\d+)"/g

/** Lists what a sheet has beside the texts of its cells: comments, and links whose address no cell shows. */
export async function listBeside({ body, part, rows, loadText }: Given): Promise<readonly LeftOut[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const relations = await loadText(`${folder}_rels/${part.slice(folder.length)}.rels`)
  if (relations === undefined) return []
  const related = listChildren(parseXml(relations), 'Relationship').map(({ attributes }) => attributes)
  const comments = related.find(({ Type: type }) => type?.endsWith('/comments'))?.['Target']
  const ofComments = comments === undefined ? undefined : await loadText(resolve(folder, comments))
  const commented = Array.from((ofComments ?? '').matchAll(commentTag), ([, ref = '']) => ref)
  const cells = new Map(rows.map(({ line, cells: texts }) => [line, texts]))
  const linked = listLinks(body).flatMap(({ attributes }) => {
    const { ref = '', id = '' } = attributes
    const [, letters = '', line = ''] = /^([A-Z]+)(\d+)$/.exec(ref) ?? []
    const address = related.find(({ Id: each }) => each === id)?.['Target'] ?? ''
    const text = cells.get(Number(line))?.[toIndex(letters)]?.trim() ?? ''
    return text === '' || address === '' || toPlace(address) === toPlace(text) ? [] : [ref]
  })
  return [
    ...describe(commented, ['comment on a cell', 'comments on cells'], 'Move what it says to a column of the sheet.'),
    ...describe(linked, ['link behind a cell', 'links behind cells'], 'Only the text of its cell is read.'),
  ]
}

function listLinks(body: string): readonly XmlElement[] {
  return Array.from(body.matchAll(/<(?:\w+:)?hyperlink\s[^>]*?\/?>/g), ([tag]) =>
    parseXml(tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`),
  )
}

/** Describes cells by column: `2 comments on cells in column B`. */
function describe(refs: readonly string[], [one, many]: readonly [string, string], reason: string): readonly LeftOut[] {
  return [...groupBy(refs, (ref) => ref.replace(/\d+$/, ''))].map(([column, all]) => {
    const part = all.length === 1 ? `A ${one} (${all.join('')})` : `Each of ${all.length} ${many} in column ${column}`
    return { part, reason }
  })
}

function toPlace(address: string): string {
  return address.replace(/^\w+:\/*/, '').replace(/\/$/, '')
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const parts = folder.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') parts.pop()
    else parts.push(step)
  }
  return parts.join('/')
}

function toIndex(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
