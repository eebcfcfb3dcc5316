/**
 * A sheet to write, titles first; `numberColumns` are the titles of columns whose whole numbers are written as numbers.
 */
export type WrittenSheet = {
  readonly name: string
  readonly rows: Iterable<readonly string[]>
  readonly numberColumns: ReadonlySet<string>
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/**
 * Writes an Excel workbook (`.xlsx`, ECMA-376) of one or more sheets. Cells are texts, so that nothing runs as a formula
 * and leading zeros stay; only the given columns hold numbers. The row of titles is frozen.
 */
export async function writeXlsx(first: WrittenSheet, others: readonly WrittenSheet[] = []): Promise<Uint8Array> {
  const { downloadZip } = await import('client-zip')
  const sheets = [first, ...others]
  const parts = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`)
  const overrides = parts.map((part) => `<Override PartName="/xl/${part}" ContentType="${types}.worksheet+xml"/>`)
  const names = nameSheets(sheets)
  const listed = names.map((name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': toRelations('officeDocument', ['xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': toRelations('worksheet', parts),
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/${parts[at]}`, [...toSheetXml(sheet)].join('')])),
  }
  const entries = Object.entries(files).map(([path, text]) => ({
    name: path,
    input: head + text,
    lastModified: new Date(1980, 0, 1),
  }))
  return new Uint8Array(await downloadZip(entries).arrayBuffer())
}

function toRelations(type: string, targets: readonly string[]): string {
  const each = targets.map(
    (target, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

function* toSheetXml({ rows, numberColumns }: WrittenSheet): Generator<string> {
  yield `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let titles: readonly string[] | undefined
  for (const cells of rows) {
    const isNumber = cells.map((_, at) => numberColumns.has(titles?.[at] ?? ''))
    yield `<row>${cells.map((cell, at) => toCell(cell, isNumber[at] === true)).join('')}</row>`
    titles ??= cells
  }
  yield '</sheetData></worksheet>'
}

function toCell(text: string, isNumber: boolean): string {
  if (text === '') return '<c/>'
  if (isNumber && /^(?:0|-?[1-9]\d{0,8})$/.test(text)) return `<c><v>${text}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`
}

/** Escapes text for XML 1.0; characters it cannot hold are written as Excel does (`_x001F_`). */
function escape(text: string): string {
  return text
    .replace(/_x[\dA-F]{4}_/gi, (code) => `_x005F${code}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

// A carriage return would be read as a line feed. A lone surrogate is not a character.
const unwritable =
  // oxlint-disable-next-line no-control-regex -- exactly these characters are meant
  /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Names the sheets, numbered where an earlier one has the name in any case, which Excel refuses. */
function nameSheets(sheets: readonly WrittenSheet[]): readonly string[] {
  const taken = new Set<string>()
  return sheets.map((sheet) => {
    const name = toSheetName(sheet.name)
    let free = name
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name} ${n}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** Makes a valid name for an Excel sheet: at most 31 characters, without reserved ones. */
function toSheetName(name: string): string {
  const plain = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
  return Array.from(plain).slice(0, 31).join('') || 'Items'
}
