import { ok, type Result } from '#core/lib/result.ts'
import type { Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'

/**
 * The answer of a ShotGrid query as a sheet, a record a line: what its REST API sends, `{data: [{type, id, attributes,
 * relationships}]}`, or the flat list of its Python API. Fields keep their names, links are the names of what they lead to.
 */
export function toShotgridSheet(root: unknown): Result<Sheet, FileProblem> {
  const data = isJsonObject(root) ? root['data'] : root
  const list = Array.isArray(data) ? data : isJsonObject(data) ? [data] : []
  const records = list.filter((each): each is JsonObject => isJsonObject(each) && typeof each['type'] === 'string')
  if (records.length === 0 || records.length < list.length)
    return problemAt(
      { line: 1, column: 1 },
      'This is no answer of a ShotGrid query: it has no list of records with a type.',
    )
  const rows = records.map((record) => new Map(listFields(record)))
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return ok({
    header,
    records: rows.map((row, at) => ({ line: at + 1, cells: header.map((title) => row.get(title) ?? '') })),
  })
}

/** What a record says, by the titles that a sheet of it would have. */
function listFields(record: JsonObject): readonly (readonly [string, string])[] {
  const { type, id, attributes, relationships, links: _, ...flat } = record
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

/** A field's name, of a field of something linked (`sg_sequence.Sequence.episode`) that of the last link. */
function titleOf(key: string, isTask: boolean): string {
  const own: Readonly<Record<string, string>> = isTask
    ? { content: 'task name', entity: 'link' }
    : { code: 'shot code' }
  const links = key.split('.').filter((part) => !/^[A-Z]/.test(part))
  const last = links.length > 1 && /^(code|name)$/.test(links.at(-1) ?? '') ? links.at(-2) : links.at(-1)
  return own[key] ?? last ?? key
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join(', ')
  if (!isJsonObject(value)) return ''
  return 'data' in value ? textOf(value['data']) : textOf(value['name'] ?? value['code'] ?? '')
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
