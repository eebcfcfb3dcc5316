import type { MediaDetails } from '#core/gateway/ports.ts'
import { toSnakeCase } from '#core/schema/tables.ts'

/** Encodes a file's details for database procedures. */
export function encodeDetails(details: MediaDetails): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [toSnakeCase(name), value]))
}
