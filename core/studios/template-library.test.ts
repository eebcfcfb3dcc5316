import { describe, expect, test } from 'vitest'
import {
  addEntry,
  addTemplate,
  moveEntry,
  removeEntry,
  removeTemplate,
  renameTemplate,
  toggleEntry,
  type TemplateLibrary,
} from './template-library.ts'

const library: TemplateLibrary = {
  entries: ['Layout', 'Animation', 'Lighting'].map((name) => ({ id: name.toLowerCase(), name, color: '#3b82f6' })),
  templates: [{ id: 'short', name: 'Short film', entryIds: ['layout', 'lighting'] }],
}
const orderOf = ({ entries }: TemplateLibrary) => entries.map(({ id }) => id)
const short = ({ templates }: TemplateLibrary) => templates[0]

describe('the templates for new studios', () => {
  test('accept a new entry once, whatever the case of its name', () => {
    const added = addEntry(library, { id: 'fx', name: ' FX ', color: '#ef4444' })
    expect(added.entries.at(-1)).toEqual({ id: 'fx', name: 'FX', color: '#ef4444' })
    expect(addEntry(added, { id: 'other', name: 'fx', color: '#000000' })).toBe(added)
    expect(addEntry(added, { id: 'other', name: '  ', color: '#000000' })).toBe(added)
  })

  test('lose a removed entry everywhere', () => {
    const next = removeEntry(library, 'layout')
    expect(orderOf(next)).toEqual(['animation', 'lighting'])
    expect(short(next)?.entryIds).toEqual(['lighting'])
  })

  test('keep the library’s order of entries in every template', () => {
    const moved = moveEntry(library, 'lighting', 0)
    expect(orderOf(moved)).toEqual(['lighting', 'layout', 'animation'])
    expect(short(moved)?.entryIds).toEqual(['lighting', 'layout'])
    expect(short(toggleEntry(library, 'short', 'animation'))?.entryIds).toEqual(['layout', 'animation', 'lighting'])
  })

  test('drop an entry on a second click', () => {
    expect(short(toggleEntry(toggleEntry(library, 'short', 'animation'), 'short', 'animation'))).toEqual(short(library))
  })

  test('are created, renamed and deleted, and ignore blank names', () => {
    const made = addTemplate(library, 'series', ' Series ')
    expect(made.templates.at(-1)).toEqual({ id: 'series', name: 'Series', entryIds: [] })
    expect(renameTemplate(made, 'series', 'Episodes').templates.at(-1)?.name).toBe('Episodes')
    expect(renameTemplate(made, 'series', ' ')).toBe(made)
    expect(addTemplate(library, 'series', '')).toBe(library)
    expect(removeTemplate(made, 'short').templates.map(({ id }) => id)).toEqual(['series'])
  })
})
