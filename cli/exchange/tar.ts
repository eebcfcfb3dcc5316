import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { packTar } from 'modern-tar/fs'

type Counts = { files: number; bytes: number }

/**
 * Writes the files of a folder as a tar archive (POSIX.1-2001, pax), piece by piece, and ends the stream. The archive is the
 * same whoever packs it: it has nobody's name, and files that anybody may read.
 */
export async function writeTar(folder: string, out: Writable): Promise<Readonly<Counts>> {
  const counts = { files: 0, bytes: 0 }
  // At once: where the archive cannot be written, its stream says so before the files are listed.
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
        // The older header does not say which letters these are.
        return /^[\x20-\x7e]*$/.test(header.name) ? header : { ...header, pax: { path: header.name } }
      },
    },
  )
}

/** Every file below a folder by its name there, in an order that does not change. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted()
}
