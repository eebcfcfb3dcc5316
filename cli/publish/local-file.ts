import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { readPictureSize } from '#core/revisions/picture-size.ts'
import { bytesOf } from '#core/lib/readable-bytes.ts'
import { checkAttachment, isShownInPlace, mediaKindOf, sniffLength } from '#core/revisions/media-kind.ts'
import { CliError } from '../cli-error.ts'
import { FileBody } from './file-body.ts'
import { withPiece } from './piece.ts'

/** A file on this machine, identified by its content. */
export type LocalFile = {
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
  readonly contentType: string
  readonly sha256: string
  /** Metadata read from a picture or film. */
  readonly facts: MediaDetails
  /** The bytes, read from disk as they are sent. */
  readonly body: Blob
}

/** Reads a file's type and hash. Throws if it is missing, empty or of a type that cannot be attached. */
export async function readLocalFile(file: string): Promise<LocalFile> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) throw new CliError('nothingMatched', `${file} does not exist.`)
  if (!found.isFile()) throw new CliError('usage', `${file} is not a file.`)
  if (found.size === 0) throw new CliError('failure', `${file} is empty: still being written, or writing it failed.`)
  const name = path.basename(file)
  const handle = await open(file)
  try {
    return await withPiece(async (piece) => await describe({ file, name, sizeBytes: found.size }, handle, piece))
  } finally {
    await handle.close()
  }
}

type Found = { readonly file: string; readonly name: string; readonly sizeBytes: number }

/** Reads a file once through one reused buffer: a stream would take three times the processor time. */
async function describe({ file, name, sizeBytes }: Found, handle: FileHandle, piece: Buffer): Promise<LocalFile> {
  const read = async () => piece.subarray(0, (await handle.read(piece, 0, piece.length)).bytesRead)
  let bytes = await read()
  const kind = checkAttachment({ fileName: name, contentType: '', head: bytes.subarray(0, sniffLength) })
  if (!kind.ok) throw kind.error
  const contentType = kind.value
  const sum = createHash('sha256')
  for (; bytes.length > 0; bytes = await read()) sum.update(bytes)
  const body = new FileBody({ path: file, from: 0, to: sizeBytes }, contentType)
  const facts = await readFacts(body)
  return { path: file, name, contentType, sizeBytes, sha256: sum.digest('hex'), facts, body }
}

/** Reads a picture's or film's metadata. The film parser is loaded with the first film. */
async function readFacts(body: FileBody): Promise<MediaDetails> {
  const kind = mediaKindOf(body.type)
  if (kind === 'image' && isShownInPlace(body.type)) return (await readPictureSize(bytesOf(body))) ?? {}
  if (kind !== 'video') return {}
  const [{ FilePathSource }, { readFilmFacts }] = await Promise.all([
    import('mediabunny'),
    import('#core/revisions/film-facts.ts'),
  ])
  return await readFilmFacts({ source: new FilePathSource(body.part.path), bytes: bytesOf(body) })
}
