import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import type { Sql } from 'postgres'

// After "Making a Base Backup Using the Low Level API" of PostgreSQL's manual.

/** Folders whose content belongs to a running server and is left out. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const left = /^(postmaster\.(pid|opts)|pgsql_tmp.*|.*\/pgsql_tmp.*|.*\.tmp)$/

/**
 * Packs a running server's files, `data`, into a tar archive from which it starts as it was when the archive ended,
 * whatever is written during the backup. Streams: no more than a chunk of a large file is in memory.
 */
export function packCluster(sql: Sql, data: string): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker()
  void fill(sql, data, controller).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  return readable
}

async function fill(sql: Sql, data: string, controller: TarPackController): Promise<void> {
  // The backup belongs to a session.
  const session = await sql.reserve()
  try {
    await session`select pg_backup_start('xsheet', fast => true)`
    await addFolder(controller, data, '')
    const [end] = await session<{ label: string; last: string }[]>`
      select s.labelfile as label, pg_walfile_name(s.lsn) as last from pg_backup_stop(wait_for_archive => false) s`
    const { label = '', last = '' } = end ?? {}
    await add(controller, { name: 'backup_label', size: Buffer.byteLength(label) }, Readable.from([Buffer.from(label)]))
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    await addLog(controller, data, { first, last })
  } finally {
    session.release()
  }
}

async function addFolder(controller: TarPackController, data: string, folder: string): Promise<void> {
  for (const entry of await readdir(path.join(data, folder), { withFileTypes: true })) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (left.test(name)) continue
    if (entry.isDirectory()) {
      await controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close()
      if (!emptied.includes(name)) await addFolder(controller, data, name)
    } else if (entry.isFile()) await addFile(controller, data, name)
  }
}

/** Concurrent writes to it are replayed from the log; a table dropped in the meantime is left out. */
async function addFile(controller: TarPackController, data: string, name: string): Promise<void> {
  const file = path.join(data, name)
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  )
  if (size === undefined) return
  await add(controller, { name, size }, size === 0 ? Readable.from([]) : readExactly(file, size))
}

/** Exactly so many bytes, zero-filled if the file was truncated while being read. */
function readExactly(file: string, size: number): Readable {
  async function* read(): AsyncGenerator<Uint8Array> {
    let remaining = size
    const pieces = existsSync(file) ? createReadStream(file, { end: size - 1, highWaterMark: 256 * 1024 }) : []
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      remaining -= piece.length
      yield piece
    }
    for (; remaining > 0; remaining -= 64 * 1024) yield Buffer.alloc(Math.min(remaining, 64 * 1024))
  }
  return Readable.from(read())
}

/** The log from the start to the end of the backup, without which its files are useless. */
async function addLog(
  controller: TarPackController,
  data: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const names = (await readdir(path.join(data, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (!names.includes(first) || !names.includes(last))
    throw new Error('so much was written while it was taken that its log is gone')
  for (const name of names.toSorted()) await addFile(controller, data, `pg_wal/${name}`)
}

async function add(
  controller: TarPackController,
  { name, size }: { name: string; size: number },
  content: Readable,
): Promise<void> {
  await pipeline(content, Writable.fromWeb(controller.add({ name, size, type: 'file', mode: 0o600 })))
}

/** Unpacks a compressed archive of `packCluster` into a folder that does not exist yet. */
export async function unpackCluster(archive: string, data: string): Promise<void> {
  mkdirSync(data, { mode: 0o700 })
  const packed = Readable.toWeb(createReadStream(archive).pipe(createGunzip())) as ReadableStream<Uint8Array>
  for await (const { header, body } of packed.pipeThrough(createTarDecoder({ strict: true }))) {
    const target = path.join(data, header.name)
    if (path.relative(data, target).startsWith('..')) throw new Error(`${header.name} lies outside of it`)
    if (header.type === 'directory') mkdirSync(target, { recursive: true, mode: 0o700 })
    else await pipeline(Readable.fromWeb(body as never), createWriteStream(target, { mode: 0o600 }))
  }
}
