import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '#cli/cli-error.ts'
import { readLocalFile, type LocalFile } from '#cli/publish/local-file.ts'

/**
 * Reads a file named by an assistant if it lies in one of the server's allowed folders after resolving links. Throws
 * the same error for any other, existing or not, so that nobody can probe this machine.
 */
export async function readAllowedFile(named: string, folders: readonly string[]): Promise<LocalFile> {
  if (folders.length === 0)
    throw usageError('No files can be sent from here.', 'Start it with: studio-cli mcp --files <folder>')
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined)
    const found = await realpath(path.resolve(folder, named)).catch(() => undefined)
    if (root === undefined || found === undefined) continue
    const within = path.relative(root, found)
    const isInside = within !== '' && within.split(path.sep)[0] !== '..' && !path.isAbsolute(within)
    if (isInside) return await readLocalFile(found)
  }
  throw usageError(`There is no file "${named.slice(0, 300)}" in the folders given with --files.`)
}

/** Describes a file in a plan, including its hash, so that different content makes a different plan. */
export function describeFile({ name, sizeBytes, sha256 }: LocalFile): string {
  return `${name} (${sizeBytes} bytes, SHA-256 ${sha256})`
}
