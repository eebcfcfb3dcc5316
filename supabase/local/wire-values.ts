// How column values look on the wire. Both drivers hand over PostgreSQL's own text; PostgREST, which clients expect, answers
// ISO 8601 timestamps (Safari cannot parse a blank instead of the T) and JSON numbers.

const oid = { json: 114, timestamp: 1114, timestamptz: 1184, numeric: 1700, jsonb: 3802 } as const

/** `2026-11-21 09:42:42.674+00` becomes `2026-11-21T09:42:42.674+00:00`; `infinity` stays as it is. */
export function toIsoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

/** NaN and the infinities have no JSON number and stay text, as in PostgREST. */
function toNumber(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

export const pgliteParsers: Record<number, (text: string) => unknown> = {
  [oid.timestamp]: toIsoTimestamp,
  [oid.timestamptz]: toIsoTimestamp,
  [oid.numeric]: toNumber,
}

// lite stringifies the JSON it writes, and PGlite passes text through; postgres.js would encode it a second time, and a
// trigger that reads raw_user_meta_data ->> 'name' would find a string instead of an object.
const writeJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const readJson = (text: string): unknown => JSON.parse(text)

export const postgresTypes = {
  json: { to: oid.json, from: [oid.json], serialize: writeJson, parse: readJson },
  jsonb: { to: oid.jsonb, from: [oid.jsonb], serialize: writeJson, parse: readJson },
  timestamp: { to: oid.timestamp, from: [oid.timestamp], serialize: String, parse: toIsoTimestamp },
  timestamptz: { to: oid.timestamptz, from: [oid.timestamptz], serialize: String, parse: toIsoTimestamp },
  numeric: { to: oid.numeric, from: [oid.numeric], serialize: String, parse: toNumber },
}
