import type { PaletteRow } from '../palette-rows.ts'

/** A row that puts a text into the field. */
export function toTextRow(title: string, text: string): PaletteRow {
  return { ...toNoteRow(title), id: `sentence:${text}`, target: { kind: 'text', text } }
}

/** A row that only shows information. */
export function toNoteRow(title: string, detail?: string): PaletteRow {
  const target = { kind: 'note' } as const
  return { id: `note:${title}`, title, detail, keys: undefined, icon: undefined, target }
}
