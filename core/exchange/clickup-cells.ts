import type { Sheet } from './csv.ts'
import { listTexts } from './option-columns.ts'

const timeTitle = 'time estimated'

/**
 * Rewrites the cells of ClickUp's export that other programs write differently: milliseconds as hours, and names in
 * brackets, `[hero,fx]`, without them. ClickUp writes each time a second time in words, by which its sheets are known.
 */
export function withClickUpCells(sheet: Sheet): Sheet {
  const titles = sheet.header.map((title) => title.toLowerCase())
  if (!titles.includes(`${timeTitle} text`)) return sheet
  const timeAt = titles.findIndex(
    (title, at) => title === timeTitle && listTexts(sheet.records, at).every((text) => /^\d{1,12}$/.test(text)),
  )
  const [sample] = listTexts(sheet.records, timeAt)
  const isOfNames = titles.map((title) => title === 'assignees' || title === 'tags')
  const records = sheet.records.map((record) => ({
    ...record,
    cells: record.cells.map((cell, at) =>
      at === timeAt ? toHours(cell) : isOfNames[at] === true ? withoutBrackets(cell) : cell,
    ),
  }))
  if (sample === undefined) return { ...sheet, records }
  const note = `Column "${sheet.header[timeAt] ?? ''}" is in milliseconds and read as hours: ${sample} is ${toNumber(sample)}.`
  return { ...sheet, records, notes: [...(sheet.notes ?? []), note] }
}

function toNumber(milliseconds: string): number {
  return Number((Number(milliseconds) / 3_600_000).toFixed(2))
}

function toHours(cell: string): string {
  return cell.trim() === '' ? '' : `${toNumber(cell)} h`
}

/** Quoted names are read elsewhere, and an empty list means nobody. */
function withoutBrackets(cell: string): string {
  return /^\s*\[\s*([^\s'"[\]][^'"[\]]*)\]\s*$/.exec(cell)?.[1]?.trim() ?? cell
}
