/** The API's answer to a database error: PostgREST's fields with its HTTP status. */
export type SqlAnswer = { status: number; code: string; message: string; details: string | null; hint: string | null }

// lite answers 500 for every code it does not know; PostgREST answers 400 for most of them: constraint checks,
// malformed values, plain `raise exception`. The table is PostgREST's (its documentation, "HTTP Status Codes").
const clientErrorClasses = ['21', '22', '23', '42', 'P0001'] as const
const conflicts = ['23503', '23505']
/** Stopped by the caller's time limit, or because they disconnected. */
const cancelled = '57014'
const diskFull = '53100'

/**
 * Returns the answer to an error caused by the caller's own values, rights or time limit; undefined for failures of the
 * server.
 */
export function toSqlAnswer(error: unknown): SqlAnswer | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, detail, hint } = readFields(cause)
    if (code === diskFull) return { status: 503, code, message: "The studio's disk is full", details: null, hint: null }
    if (code === undefined || ![...clientErrorClasses, cancelled].some((start) => code.startsWith(start))) continue
    const status = code === '42501' ? 403 : code === cancelled ? 500 : conflicts.includes(code) ? 409 : 400
    return { status, code, message: cause.message, details: detail ?? null, hint: hint ?? null }
  }
  return undefined
}

/** The fields both drivers give a database error; other errors have none of them. */
function readFields(error: Error): { code?: string; detail?: string; hint?: string } {
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const code = text('code')
  const detail = text('detail')
  const hint = text('hint')
  return {
    ...(code !== undefined && /^[0-9A-Z]{5}$/.test(code) && { code }),
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
  }
}
