import { describe, tableNames } from './tables.ts'

/**
 * Returns a short hash of how rows are cached. It is stored with each cached scope; scopes in another format are pulled
 * anew, while pending writes are kept whatever their format.
 */
export function findCacheFormat(): string {
  const shapes = tableNames.map((table) => {
    const { key, scopes, fields } = describe(table)
    return [table, key, scopes, Object.entries(fields).map(([field, { kind }]) => [field, kind])]
  })
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(shapes)) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}
