import type { Sheet } from './csv.ts'
import { filesOf, objectOf, textOf, toSheet } from './json-values.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'

/** Tells whether a record is a task from Asana's API or its JSON export of a project. */
export function isAsanaTask(record: JsonObject): boolean {
  return 'gid' in record && Array.isArray(record['memberships'])
}

/** Converts a project's tasks to a sheet with the titles of Asana's CSV, including subtasks if the JSON holds them. */
export function toAsanaSheet(records: readonly JsonObject[]): Sheet {
  return toSheet(records.flatMap((record) => toRows(record)))
}

function toRows(record: JsonObject, parent = ''): readonly ReadonlyMap<string, string>[] {
  const { memberships, custom_fields: fields, subtasks } = record
  const assignee = objectOf(record['assignee'])
  const places = listOf(memberships)
  const row = new Map([
    ['Task ID', textOf(record['gid'])],
    ['Created At', textOf(record['created_at'])],
    ['Completed At', textOf(record['completed_at'])],
    ['Name', textOf(record['name'])],
    ['Section/Column', places.map(({ section }) => textOf(section)).find((name) => name !== '') ?? ''],
    ['Assignee', textOf(assignee)],
    ['Assignee Email', textOf(assignee['email'])],
    ['Start Date', textOf(record['start_on'])],
    ['Due Date', textOf(record['due_on'] ?? record['due_at'])],
    ['Tags', textOf(record['tags'])],
    ['Notes', textOf(record['notes'])],
    ['Projects', textOf(places.map(({ project }) => project))],
    ['Parent task', textOf(record['parent']) || parent],
    ['Attachments', filesOf(record['attachments'])],
    ...listOf(fields).map((field) => [textOf(field), textOf(field['display_value'])] as const),
  ])
  // Empty values get no column.
  const said = new Map([...row].filter(([title, text]) => text !== '' || always.has(title)))
  return [said, ...listOf(subtasks).flatMap((each) => toRows(each, textOf(record['name'])))]
}

const always = new Set(['Name', 'Section/Column'])

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
