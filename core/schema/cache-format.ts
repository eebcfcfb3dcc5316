import { describe, tableNames } from './tables.ts'

/**
 * A short text that is another one as soon as rows as they are cached are: kept with each cached scope, of which only those
 * of the present format are read. The rest is pulled anew; pending writes are kept whatever their age.
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
