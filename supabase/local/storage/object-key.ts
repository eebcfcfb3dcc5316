import { createHash } from 'node:crypto'

/** The address of an object. */
export type Address = { bucket: string; key: string }

const longestKey = 1024

/**
 * Whether an object may have this key: a relative path without `.` or `..` steps, control characters, backslashes or,
 * as on a hosted project, percent signs: clients do not encode them as URLs do.
 */
export function isSafeKey(key: string): boolean {
  if (key === '' || Buffer.byteLength(key) > longestKey) return false
  // oxlint-disable-next-line no-control-regex -- control characters, above all NUL, are what is being refused
  if (/[\u0000-\u001f\u007f\\%]/.test(key)) return false
  return key.split('/').every((step) => step !== '' && step !== '.' && step !== '..')
}

/**
 * The file name of an object on disk. A hash, so that no key can leave the directory, clash with another on a
 * case-insensitive file system, or collide with a file of ours.
 */
export function toFileName({ bucket, key }: Address): string {
  return createHash('sha256').update(`${bucket}\0${key}`).digest('hex')
}
