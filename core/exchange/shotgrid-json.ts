import type { Sheet } from './csv.ts'
import { filesOf, objectOf, textOf, toSheet } from './json-values.ts'
import type { JsonObject } from './parse-json.ts'

/**
 * Converts the records of a ShotGrid query to a sheet with one line each: from its REST API, `{type, id, attributes,
 * relationships}`, or flat ones from its Python API. Fields keep their names, links become the names of their targets.
 */
export function toShotgridSheet(records: readonly JsonObject[]): Sheet {
  return toSheet(records.map((record) => new Map(listFields(record))))
}

/** Lists a record's values, by sheet title. */
function listFields(record: JsonObject): readonly (readonly [string, string])[] {
  const { type, id, attributes, relationships, links: _, ...flat } = record
  if (type === 'Note') return listNoteFields(record)
  const isTask = type === 'Task'
  const fields = Object.entries({ ...flat, ...objectOf(attributes), ...objectOf(relationships) })
  const entity = fields.find(([key]) => key === 'entity')?.[1]
  const kind = isTask ? objectOf(objectOf(entity)['data'] ?? entity)['type'] : type
  return [
    ['Type', textOf(kind)],
    [isTask ? 'Task id' : 'ShotGrid id', textOf(id)],
    ...fields.map(([key, value]): readonly [string, string] => {
      if (key === 'est_in_mins') return ['estimate', typeof value === 'number' ? String(value / 60) : '']
      return [titleOf(key, isTask), textOf(value)]
    }),
  ]
}

const noteTitles: Readonly<Record<string, string>> = { content: 'body', user: 'author', note_links: 'links' }

/** Lists a note's values; it may be about several things, each listed by name. */
function listNoteFields(record: JsonObject): readonly (readonly [string, string])[] {
  const { type: _type, id, attributes, relationships, links: _, ...flat } = record
  const fields = Object.entries({ ...flat, ...objectOf(attributes), ...objectOf(relationships) })
  const listed = (value: unknown): string => {
    const data = objectOf(value)['data'] ?? value
    return Array.isArray(data) ? JSON.stringify(data.map(textOf)) : textOf(value)
  }
  return [
    ['Note id', textOf(id)],
    ...fields.map(([key, value]): readonly [string, string] => [
      noteTitles[key] ?? key,
      key === 'note_links' || key === 'tasks' ? listed(value) : key === 'attachments' ? filesOf(value) : textOf(value),
    ]),
  ]
}

/** Returns a field's title; for a field of a linked record (`sg_sequence.Sequence.episode`), that of the last link. */
function titleOf(key: string, isTask: boolean): string {
  const own: Readonly<Record<string, string>> = isTask
    ? { content: 'task name', entity: 'link' }
    : { code: 'shot code' }
  const links = key.split('.').filter((part) => !/^[A-Z]/.test(part))
  const last = links.length > 1 && /^(code|name)$/.test(links.at(-1) ?? '') ? links.at(-2) : links.at(-1)
  return own[key] ?? last ?? key
}
