import type { Sheet } from './csv.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'
import { filesOf, objectOf, textOf, toSheet } from './json-values.ts'

/** Tells whether a record is a comment from Kitsu's API. */
export function isKitsuComment(record: JsonObject): boolean {
  return typeof record['text'] === 'string' && ('object_id' in record || record['type'] === 'Comment')
}

/**
 * Converts Kitsu comments, replies included, to a sheet with one line each. The task is identified, if the JSON has
 * that, by its type and what it belongs to. A checklist goes below the text.
 */
export function toKitsuComments(records: readonly JsonObject[]): Sheet {
  const people = new Map(
    records.map((record) => objectOf(record['person'])).map((person) => [textOf(person['id']), nameOf(person)]),
  )
  const rows = records.flatMap((record) => {
    const place = listPlace(record)
    const { replies } = record
    const answers = Array.isArray(replies) ? replies.filter(isJsonObject) : []
    return [
      toRow(record, place, nameOf(objectOf(record['person'])) || (people.get(textOf(record['person_id'])) ?? '')),
      ...answers.map((answer) => {
        const said = { ...answer, created_at: answer['date'] ?? answer['created_at'] }
        return toRow(said, place, nameOf(objectOf(answer['person'])) || (people.get(textOf(answer['person_id'])) ?? ''))
      }),
    ]
  })
  return toSheet(rows)
}

type Row = ReadonlyMap<string, string>

function toRow(said: JsonObject, place: Row, author: string): Row {
  const { checklist } = said
  const points = Array.isArray(checklist) ? checklist.filter(isJsonObject) : []
  const list = points.map((point) => `- ${textOf(point['text'])}${point['checked'] === true ? ' ✓' : ''}`)
  const text = [textOf(said['text']), ...list].filter((line) => line !== '').join('\n')
  return new Map([
    ['Comment id', textOf(said['id'])],
    ...place,
    ['Author', author],
    // The API writes timestamps in UTC without a zone.
    ['Created at', textOf(said['created_at']).replace(/(?<=\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/, 'Z')],
    ['Body', text],
    ['previews', textOf(said['previews'])],
    ['attachment_files', filesOf(said['attachment_files'])],
  ])
}

/** Returns what identifies the task, from the record or the task inside it. */
function listPlace(record: JsonObject): Row {
  const task = { ...objectOf(record['task']), ...objectOf(record['object']), ...record }
  const find = (...keys: readonly string[]): string =>
    keys.map((key) => textOf(task[key])).find((text) => text !== '') ?? ''
  return new Map([
    ['Project', find('project_name', 'project')],
    ['Episode', find('episode_name', 'episode')],
    ['Sequence', find('sequence_name', 'sequence')],
    ['Links', JSON.stringify([find('entity_name', 'entity', 'full_entity_name')].filter((name) => name !== ''))],
    ['Task type', find('task_type_name', 'task_type')],
  ])
}

function nameOf(person: JsonObject): string {
  const whole = [person['first_name'], person['last_name']].map(textOf).filter((part) => part !== '')
  return textOf(person['email']) || textOf(person['full_name']) || whole.join(' ')
}
