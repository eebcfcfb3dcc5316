import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Settings } from '../settings.ts'

/**
 * Identifies where the files are, the same for all hosts that see the same files: the bucket, or a mark in the folder,
 * which may be shared.
 */
export function findMediaPlace({ s3 }: Pick<Settings, 's3'>, mediaDirectory: string): string {
  if (s3 !== undefined) return `bucket ${s3.endpoint} ${s3.bucket}`
  const file = path.join(mediaDirectory, '.place')
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { flag: 'a' })
  return `folder ${readFileSync(file, 'utf8')}`
}
