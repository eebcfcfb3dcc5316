import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { packTar } from 'modern-tar/fs'

type Counts = { files: number; bytes: number }

/**
 * Writes a folder's files as a tar archive (POSIX.1-2001, pax) in pieces, and ends the stream. The archive does not
 * depend on who packs it: it names no owner, and its files are readable by all.
 */
export async function writeTar(folder: string, out: Writable): Promise<Readonly<Counts>> {
  const counts = { files: 0, bytes: 0 }
  // Open the stream before listing files, so that a failure to write shows first.
  await pipeline(packFiles(folder, counts), out)
  return counts
}

async function* packFiles(folder: string, counts: Counts): AsyncGenerator<Uint8Array> {
  const names = await listFiles(folder)
  yield* packTar(
    names.map((name) => ({
      type: 'file',
      source: path.join(folder, ...name.split('/')),
      target: name,
      mode: 0o644,
      uid: 0,
      gid: 0,
    })),
    {
      map: (header) => {
        counts.files += 1
        counts.bytes += header.size
        // The older header does not specify an encoding.
        return /^[\x20-\x7e]*$/.test(header.name) ? header : { ...header, pax: { path: header.name } }
      },
    },
  )
}

/** Lists every file below a folder by relative path, in a stable order. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted()
}
