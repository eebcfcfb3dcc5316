import { ok, type Result } from '#core/lib/result.ts'
import { isAsanaTask, toAsanaSheet } from './asana-json.ts'
import { isAyonTask, listHierarchy, toAyonTasks } from './ayon-json.ts'
import type { Sheet } from './csv.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import { isKitsuComment, toKitsuComments } from './kitsu-json.ts'
import { textOf, toSheet } from './json-values.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'
import { isTrelloBoard, toTrelloSheet } from './trello-json.ts'
import { toShotgridSheet } from './shotgrid-json.ts'

/**
 * Converts records from a program's API to a sheet with one line each: ShotGrid's, Kitsu's comments, and any other list
 * of objects, wherever it is in the JSON; `wanted` picks one of several by name. Trello boards are read by their cards,
 * Asana projects with their sections, AYON's tasks by their folders. Titles are field names; objects inside a record
 * add their own fields.
 */
export function toRecordSheet(root: unknown, wanted?: string): Result<Sheet, FileProblem> {
  if (isTrelloBoard(root)) return ok(toTrelloSheet(root, wanted))
  const lists = findLists(root)
  const named = lists.filter(({ name }) => name.toLowerCase() === wanted?.trim().toLowerCase())
  const [list, ...others] = named.length > 0 ? named : lists
  if (list === undefined) {
    const known = 'Xsheet reads a list of objects, one for each item, as ShotGrid, Kitsu and AYON return it'
    return problemAt(start, `There is no list of records here. ${known}, an OpenTimelineIO timeline or a sheet.`)
  }
  if (others.length > 0) {
    const names = lists.map(({ name, records }) => `${name} (${records.length})`).join(', ')
    return problemAt(start, `There are several lists here: ${names}. Choose the one with the items as the sheet.`)
  }
  const records = listHierarchy(list.records)
  const isShotgrid = records.every(({ type, id }) => typeof type === 'string' && typeof id !== 'string')
  if (records.every(isKitsuComment)) return ok(toKitsuComments(records))
  if (records.every(isAyonTask)) return ok(toAyonTasks(records))
  if (records.every(isAsanaTask)) return ok(toAsanaSheet(records))
  return ok(isShotgrid ? toShotgridSheet(records) : toSheet(records.map(readRecord)))
}

const start = { line: 1, column: 1 }

type List = { readonly name: string; readonly records: readonly JsonObject[] }

/** Finds the lists of objects nearest to the root; lists inside records belong to the records. */
function findLists(root: unknown, name = 'data'): readonly List[] {
  if (Array.isArray(root)) {
    const records = root.map((each: unknown) =>
      isJsonObject(each) && isJsonObject(each['node']) ? each['node'] : each,
    )
    const isOfObjects = records.length > 0 && records.every(isJsonObject)
    return isOfObjects ? [{ name, records }] : []
  }
  if (!isJsonObject(root)) return []
  const { data } = root
  // Anything beside `data` is metadata.
  if (Array.isArray(data) && data.length > 0) return findLists(data)
  // A single record, as returned by a query by id.
  if (isJsonObject(data) && typeof data['type'] === 'string') return [{ name, records: [data] }]
  return Object.entries(root).flatMap(([key, value]) =>
    findLists(value, key === 'edges' || key === 'nodes' ? name : key),
  )
}

/** Lists the records of a connection, as GraphQL nests lists; undefined for any other object. */
function listNodes({ edges, nodes }: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(nodes)) return nodes
  return Array.isArray(edges)
    ? edges.map((each: unknown) => (isJsonObject(each) ? (each['node'] ?? each) : each))
    : undefined
}

/** Reads a record's values by title; its own fields take precedence over those of objects inside it. */
function readRecord(record: JsonObject): ReadonlyMap<string, string> {
  const said = new Map<string, string>()
  const within: JsonObject[] = []
  for (const [key, given] of Object.entries(record)) {
    const value = isJsonObject(given) ? (listNodes(given) ?? given) : given
    if (isJsonObject(value) && textOf(value) === '') within.push(value)
    else if (value !== null) said.set(key, textOf(value))
  }
  for (const values of within)
    for (const [key, value] of Object.entries(values)) if (!said.has(key)) said.set(key, textOf(value))
  return said
}
