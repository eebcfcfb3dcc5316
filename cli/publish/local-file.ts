import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkAttachment, sniffLength } from '#core/domain/media-kind.ts'
import { CliError } from '../cli-error.ts'

/** A file on this machine, known by its content. */
export type LocalFile = {
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
  readonly contentType: string
  readonly sha256: string
  /** Its bytes, read from the disk as they are sent. */
  readonly openBody: () => Promise<Blob>
}

/** Looks at a file: what it is and what is in it. Fails where it is missing, empty or of a kind that cannot be attached. */
export async function readLocalFile(file: string): Promise<LocalFile> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) throw new CliError('nothingMatched', `${file} is not there.`)
  if (!found.isFile()) throw new CliError('usage', `${file} is not a file.`)
  if (found.size === 0) throw new CliError('failure', `${file} is empty: it is still being written, or that failed.`)
  const name = path.basename(file)
  const kind = checkAttachment({ fileName: name, contentType: '', head: await readHead(file) })
  if (!kind.ok) throw kind.error
  const contentType = kind.value
  return {
    path: file,
    name,
    contentType,
    sizeBytes: found.size,
    sha256: await hash(file),
    openBody: () => openAsBlob(file, { type: contentType }),
  }
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(sniffLength), 0, sniffLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function hash(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}
