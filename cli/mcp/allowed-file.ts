import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '#cli/cli-error.ts'
import { readLocalFile, type LocalFile } from '#cli/publish/local-file.ts'

/**
 * A file that an assistant names, where it lies in one of the folders that the server was started for, links followed; fails
 * for any other, whether it is there or not: what is on this machine is nothing to ask about.
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

/** What a plan says of a file: with its hash, so that another content is another plan. */
export function describeFile({ name, sizeBytes, sha256 }: LocalFile): string {
  return `${name} (${sizeBytes} bytes, SHA-256 ${sha256})`
}
