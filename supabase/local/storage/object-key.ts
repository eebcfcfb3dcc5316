import { createHash } from 'node:crypto'

/** Where an object is found. */
export type Address = { bucket: string; key: string }

const longestKey = 1024

/**
 * Whether an object may bear this key: a relative path without `.` or `..` steps, control characters, backslashes or,
 * as on a hosted project, percent signs: clients do not write them as addresses do.
 */
export function isSafeKey(key: string): boolean {
  if (key === '' || Buffer.byteLength(key) > longestKey) return false
  // oxlint-disable-next-line no-control-regex -- control characters, NUL above all, are what is being refused
  if (/[\u0000-\u001f\u007f\\%]/.test(key)) return false
  return key.split('/').every((step) => step !== '' && step !== '.' && step !== '..')
}

/**
 * The name under which an object lies on disk. A digest, so that no key can leave the directory, meet another one on a file
 * system that ignores case, or collide with a file of ours.
 */
export function toFileName({ bucket, key }: Address): string {
  return createHash('sha256').update(`${bucket}\0${key}`).digest('hex')
}
