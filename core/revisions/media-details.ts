import type { MediaDetails } from '#core/gateway/ports.ts'
import { toSnakeCase } from '#core/schema/tables.ts'

/** What is known of a file as the database's procedures take it. */
export function encodeDetails(details: MediaDetails): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [toSnakeCase(name), value]))
}
