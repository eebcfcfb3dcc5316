import type { StageCategory } from '#core/schema/stages.ts'
import type { Template, TemplateEntry, TemplateKind, TemplateLibrary } from '#core/studios/template-library.ts'
import type { TemplateGateway } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

type Client = Awaited<ReturnType<Rest['client']>>

/** The tables of each kind of template. */
const tables = {
  stage: {
    entries: 'template_stages',
    templates: 'template_stage_presets',
    links: 'stage_preset_items',
    key: 'stage_id',
  },
  status: {
    entries: 'template_statuses',
    templates: 'template_status_presets',
    links: 'status_preset_items',
    key: 'status_id',
  },
} as const

/** Makes the gateway to the templates for new studios; row rules show them to the super-admin alone. */
export function makeTemplates(rest: Rest): TemplateGateway {
  return {
    load: async (kind) => {
      try {
        return await load(await rest.client(), kind)
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
    save: async (kind, before, after) => {
      const request = { p_kind: kind, p_changes: toChanges(kind, before, after), p_operation_id: crypto.randomUUID() }
      await rest.callAgain('save_templates', request)
    },
  }
}

async function load(client: Client, kind: TemplateKind): Promise<TemplateLibrary> {
  const { entries, templates, links, key } = tables[kind]
  const [entryRows, templateRows, linkRows] = await Promise.all([
    client.from(entries).select('*').order('order_index').order('name').throwOnError(),
    client.from(templates).select('id,name').order('position').order('created_at').throwOnError(),
    client.from(links).select('*').order('order_index').throwOnError(),
  ])
  const idsOf = (templateId: string): readonly string[] =>
    linkRows.data.flatMap((link) => (link['preset_id'] === templateId ? [String(link[key])] : []))
  return {
    entries: entryRows.data.map((row) => toEntry(kind, row)),
    templates: templateRows.data.map((row) => {
      const id = String(row.id)
      return { id, name: String(row.name), entryIds: idsOf(id) }
    }),
  }
}

/** Returns the differences between two libraries, as `save_templates` takes them. */
function toChanges(kind: TemplateKind, before: TemplateLibrary, after: TemplateLibrary) {
  return {
    entries: changed(
      before.entries.map((entry, index) => fromEntry(kind, entry, index)),
      after.entries.map((entry, index) => fromEntry(kind, entry, index)),
    ),
    templates: changed(before.templates.map(fromTemplate), after.templates.map(fromTemplate)),
    selections: changedSelections(before, after),
    gone_templates: missing(before.templates, after.templates),
    gone_entries: missing(before.entries, after.entries),
  }
}

function changedSelections(
  before: TemplateLibrary,
  after: TemplateLibrary,
): readonly { readonly template_id: string; readonly entry_ids: readonly string[] }[] {
  const known = new Map(before.templates.map(({ id, entryIds }) => [id, entryIds.join()]))
  return after.templates.flatMap(({ id, entryIds }) =>
    entryIds.join() === (known.get(id) ?? '') ? [] : [{ template_id: id, entry_ids: entryIds }],
  )
}

function changed<Row extends { readonly id: string }>(before: readonly Row[], after: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.id, JSON.stringify(row)]))
  return after.filter((row) => known.get(row.id) !== JSON.stringify(row))
}

function missing(
  before: readonly { readonly id: string }[],
  after: readonly { readonly id: string }[],
): readonly string[] {
  const left = new Set(after.map(({ id }) => id))
  return before.flatMap(({ id }) => (left.has(id) ? [] : [id]))
}

function fromEntry(kind: TemplateKind, entry: TemplateEntry, index: number) {
  const { id, name, color, category = 'production', shortCode = '', isDone = false } = entry
  const row = { id, name, color, order_index: (index + 1) * 10 }
  return kind === 'stage' ? { ...row, category } : { ...row, short_code: shortCode, is_done: isDone }
}

function fromTemplate({ id, name }: Template, position: number) {
  return { id, name, position }
}

function toEntry(kind: TemplateKind, row: Readonly<Record<string, unknown>>): TemplateEntry {
  const entry = { id: String(row['id']), name: String(row['name']), color: String(row['color']) }
  return kind === 'stage'
    ? // The database accepts no other value.
      { ...entry, category: row['category'] as StageCategory }
    : { ...entry, shortCode: String(row['short_code']), isDone: row['is_done'] === true }
}
