import { findMarkedJson } from './json-scalars.ts'
import { booleanType, writeBoolean } from './postgres-booleans.ts'

// How column values are sent. Both drivers return PostgreSQL's own text; PostgREST, which clients expect, sends ISO
// 8601 timestamps (Safari cannot parse a space instead of the T) and JSON numbers.

const oid = { boolean: 16, json: 114, timestamp: 1114, timestamptz: 1184, numeric: 1700, jsonb: 3802 } as const

/** `2026-11-21 09:42:42.674+00` becomes `2026-11-21T09:42:42.674+00:00`; `infinity` stays as it is. */
function toIsoTimestamp(text: string): string {
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

// lite encodes objects and arrays before it passes them to the driver. One driver would encode everything again, the
// other nothing; so the text of an object or an array counts as encoded already, and every other string as a value.
// Strings from clients are told apart before (json-scalars.ts).
function writeJson(value: unknown): string {
  const encoded = findMarkedJson(value)
  if (encoded !== undefined) return encoded
  return typeof value === 'string' && isEncoded(value) ? value : JSON.stringify(value)
}

function isEncoded(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const readJson = (text: string): unknown => JSON.parse(text)

/** How PGlite writes JSON parameters, and booleans, whose text it would refuse without asking the server. */
export const pgliteSerializers = { [oid.boolean]: writeBoolean, [oid.json]: writeJson, [oid.jsonb]: writeJson }

export const postgresTypes = {
  boolean: booleanType,
  json: { to: oid.json, from: [oid.json], serialize: writeJson, parse: readJson },
  jsonb: { to: oid.jsonb, from: [oid.jsonb], serialize: writeJson, parse: readJson },
  timestamp: { to: oid.timestamp, from: [oid.timestamp], serialize: String, parse: toIsoTimestamp },
  timestamptz: { to: oid.timestamptz, from: [oid.timestamptz], serialize: String, parse: toIsoTimestamp },
  numeric: { to: oid.numeric, from: [oid.numeric], serialize: String, parse: toNumber },
}
