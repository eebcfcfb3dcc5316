import { downloadZip } from 'client-zip'

/** A sheet of a workbook: the XML of its rows, and of what comes before and after them. */
export type WorkbookSheet = {
  readonly name: string
  readonly rows: string
  readonly cols?: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly isChart?: boolean
  /** Cells with a comment, and addresses behind cells. */
  readonly comments?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
}

/** Makes a workbook as a spreadsheet writes it; style 1 is the first of the formats. */
export async function aWorkbook(
  sheets: readonly WorkbookSheet[],
  formats: readonly string[] = [],
): Promise<Uint8Array> {
  const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const listed = sheets.map(({ name, state = 'visible' }, at) => {
    return `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`
  })
  const related = sheets.map(({ isChart = false }, at) => {
    const kind = isChart ? 'chartsheet' : 'worksheet'
    return `<Relationship Id="rId${at + 1}" Type="${types}/${kind}" Target="${kind}s/${at}.xml"/>`
  })
  const codes = formats.map((code, at) => {
    const text = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return `<numFmt numFmtId="${170 + at}" formatCode="${text}"/>`
  })
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`)]
  const parts = [
    ['xl/workbook.xml', `<workbook xmlns:r="${types}"><sheets>${listed.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${related.join('')}</Relationships>`],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.flatMap(({ rows, cols = '', isChart = false, comments, links = {} }, at) => {
      if (isChart) return [[`xl/chartsheets/${at}.xml`, '<chartsheet/>']]
      const behind = Object.keys(links).map((ref, index) => `<hyperlink ref="${ref}" r:id="rId${index + 1}"/>`)
      const addresses = Object.values(links).map((to, index) => {
        return `<Relationship Id="rId${index + 1}" Type="${types}/hyperlink" Target="${to}" TargetMode="External"/>`
      })
      const ofComments = `<Relationship Id="c" Type="${types}/comments" Target="../comments${at}.xml"/>`
      const said = (comments ?? []).map((ref) => `<comment ref="${ref}"><text><t>see</t></text></comment>`)
      const after = `<hyperlinks xmlns:r="${types}">${behind.join('')}</hyperlinks>`
      return [
        [`xl/worksheets/${at}.xml`, `<worksheet>${cols}<sheetData>${rows}</sheetData>${after}</worksheet>`],
        [`xl/worksheets/_rels/${at}.xml.rels`, `<Relationships>${addresses.join('')}${ofComments}</Relationships>`],
        ...(comments === undefined ? [] : [[`xl/comments${at}.xml`, `<comments>${said.join('')}</comments>`]]),
      ]
    }),
  ].map(([name = '', input = '']) => ({ name, input }))
  return new Uint8Array(await downloadZip(parts).arrayBuffer())
}

/** Makes a row of texts and raw XML cells. */
export function aRow(cells: readonly (string | { readonly xml: string })[], attributes = ''): string {
  const each = cells.map((cell) =>
    typeof cell === 'string' ? `<c t="inlineStr"><is><t>${cell}</t></is></c>` : cell.xml,
  )
  return `<row${attributes}>${each.join('')}</row>`
}

/** Makes a number cell with a style. */
export function aNumber(value: number, style = 0): { readonly xml: string } {
  return { xml: `<c s="${style}"><v>${value}</v></c>` }
}
