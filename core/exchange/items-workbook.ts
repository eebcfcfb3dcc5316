import { fieldsSheetName } from './described-field.ts'
import { listSheetRows, numberColumns } from './export-sheet.ts'
import { listFieldRows } from './fields-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'
import { writeXlsx } from './write-xlsx.ts'

/** Writes a space as an Excel workbook: its items, and a second sheet that describes its own fields if it has any. */
export async function writeItemsWorkbook(
  name: string,
  content: SpaceContent,
  catalogue: Catalogue,
): Promise<Uint8Array> {
  const rows = listFieldRows(content, catalogue)
  const fields = { name: fieldsSheetName, rows, numberColumns: new Set(['decimals']) }
  return await writeXlsx(
    { name, rows: listSheetRows(content, catalogue), numberColumns },
    rows.length === 0 ? [] : [fields],
  )
}
