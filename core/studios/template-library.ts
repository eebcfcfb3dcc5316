import type { StageCategory } from '#core/schema/stages.ts'

export type TemplateKind = 'stage' | 'status'

/** A stage or status that new studios can start with; statuses have the last two fields, stages the category. */
export type TemplateEntry = {
  readonly id: string
  readonly name: string
  /** `#rrggbb` */
  readonly color: string
  readonly category?: StageCategory | undefined
  readonly shortCode?: string | undefined
  readonly isDone?: boolean | undefined
}

/** A named selection of entries; `entryIds` follow the order of the library's entries. */
export type Template = { readonly id: string; readonly name: string; readonly entryIds: readonly string[] }

/** The super-admin's entries of one kind and the templates made of them, in order (document 3, section 2.9). */
export type TemplateLibrary = { readonly entries: readonly TemplateEntry[]; readonly templates: readonly Template[] }

/** Adds an entry; returns the same library if the name is blank or taken, in any case. */
export function addEntry(library: TemplateLibrary, entry: TemplateEntry): TemplateLibrary {
  const name = entry.name.trim()
  const isTaken = library.entries.some((other) => other.name.toLowerCase() === name.toLowerCase())
  return name === '' || isTaken ? library : { ...library, entries: [...library.entries, { ...entry, name }] }
}

/** Removes an entry from the library and from every template. */
export function removeEntry(library: TemplateLibrary, entryId: string): TemplateLibrary {
  return {
    entries: library.entries.filter(({ id }) => id !== entryId),
    templates: library.templates.map((template) =>
      template.entryIds.includes(entryId)
        ? { ...template, entryIds: template.entryIds.filter((id) => id !== entryId) }
        : template,
    ),
  }
}

/** Moves an entry to an index counted without it; the templates follow. */
export function moveEntry(library: TemplateLibrary, entryId: string, index: number): TemplateLibrary {
  const entry = library.entries.find(({ id }) => id === entryId)
  if (entry === undefined) return library
  const entries = library.entries.filter(({ id }) => id !== entryId).toSpliced(index, 0, entry)
  return {
    entries,
    templates: library.templates.map((template) => ({ ...template, entryIds: inOrder(entries, template.entryIds) })),
  }
}

/** Adds an entry to a template, or removes it. */
export function toggleEntry(library: TemplateLibrary, templateId: string, entryId: string): TemplateLibrary {
  return changeTemplate(library, templateId, ({ entryIds }) => ({
    entryIds: entryIds.includes(entryId)
      ? entryIds.filter((id) => id !== entryId)
      : inOrder(library.entries, [...entryIds, entryId]),
  }))
}

/** Adds an empty template; returns the same library if the name is blank. */
export function addTemplate(library: TemplateLibrary, id: string, typed: string): TemplateLibrary {
  const name = typed.trim()
  if (name === '') return library
  return { ...library, templates: [...library.templates, { id, name, entryIds: [] }] }
}

/** Renames a template; returns the same library if the name is blank or unchanged. */
export function renameTemplate(library: TemplateLibrary, templateId: string, typed: string): TemplateLibrary {
  const name = typed.trim()
  const isSame = library.templates.some((template) => template.id === templateId && template.name === name)
  return name === '' || isSame ? library : changeTemplate(library, templateId, () => ({ name }))
}

export function removeTemplate(library: TemplateLibrary, templateId: string): TemplateLibrary {
  return { ...library, templates: library.templates.filter(({ id }) => id !== templateId) }
}

function changeTemplate(
  library: TemplateLibrary,
  templateId: string,
  change: (template: Template) => Partial<Template>,
): TemplateLibrary {
  const templates = library.templates.map((template) =>
    template.id === templateId ? { ...template, ...change(template) } : template,
  )
  return { ...library, templates }
}

function inOrder(entries: readonly TemplateEntry[], ids: readonly string[]): readonly string[] {
  const wanted = new Set(ids)
  return entries.flatMap(({ id }) => (wanted.has(id) ? [id] : []))
}
