import type { Sheet } from './csv.ts'
import { objectOf, textOf, toSheet } from './json-values.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'

/** Tells whether a record is a task from AYON's GraphQL: it says which folder it is in. */
export function isAyonTask(record: JsonObject): boolean {
  return typeof record['taskType'] === 'string' && typeof objectOf(record['folder'])['path'] === 'string'
}

/** Converts AYON's tasks to a sheet with the titles of its CSV. */
export function toAyonTasks(records: readonly JsonObject[]): Sheet {
  return toSheet(
    records.map(({ id, name, taskType, folder, attrib, ...others }) => {
      const { path, folderType, name: ofFolder } = objectOf(folder)
      const rest = Object.entries(others).map(([key, value]) => [key, textOf(value)] as const)
      const attributes = Object.entries(objectOf(attrib)).map(
        ([key, value]) => [`attrib.${key}`, textOf(value)] as const,
      )
      return new Map([
        ['Task id', textOf(id)],
        ['Folder', textOf(ofFolder ?? '')],
        ['Folder path', textOf(path)],
        ['Folder type', textOf(folderType ?? '')],
        ['Task', textOf(name)],
        ['Task type', textOf(taskType)],
        ...rest,
        ...attributes,
      ])
    }),
  )
}

// What follows from the tree itself.
const ofTree: ReadonlySet<string> = new Set([
  'children',
  'parents',
  'parentId',
  'hasTasks',
  'hasChildren',
  'hasVersions',
  'hasReviewables',
])

/** Lists the folders of AYON's hierarchy, parents first, each with its path; other records stay as they are. */
export function listHierarchy(records: readonly JsonObject[]): readonly JsonObject[] {
  const isTree = records.some(({ folderType, children }) => typeof folderType === 'string' && Array.isArray(children))
  return isTree ? records.flatMap((record) => listFolders(record, '')) : records
}

function listFolders(folder: JsonObject, above: string): readonly JsonObject[] {
  const { children, path: said } = folder
  const path = typeof said === 'string' ? said : `${above}/${textOf(folder['name'] ?? '')}`
  const own = Object.fromEntries(Object.entries(folder).filter(([key]) => !ofTree.has(key)))
  const below: readonly unknown[] = Array.isArray(children) ? children : []
  return [{ ...own, path }, ...below.filter(isJsonObject).flatMap((each) => listFolders(each, path))]
}
