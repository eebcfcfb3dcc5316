import { mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A file written line by line; it has its name only once it is whole. */
export type LineFile = {
  write: (line: string) => Promise<void>
  close: () => Promise<void>
}

/** As much as is gathered before it goes to the disk, in characters. */
const atOnce = 65_536

/** Opens a file for writing; a writer that is faster than the disk waits. */
export async function openLines(file: string): Promise<LineFile> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = await toPart(file)
  const handle = await open(part, 'w')
  let waiting = ''
  const flush = async (): Promise<void> => {
    const text = waiting
    waiting = ''
    await handle.writeFile(text)
  }
  return {
    write: async (line) => {
      waiting += line
      if (waiting.length >= atOnce) await flush()
    },
    close: async () => {
      await flush()
      await handle.close()
      if (part !== file) await rename(part, file)
    },
  }
}

/** Writes a file at once; it has its name only once it is whole. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = await toPart(file)
  await writeFile(part, bytes)
  if (part !== file) await rename(part, file)
}

/** Where this process writes a file until it is whole; a device or a pipe takes it as it comes, and is never replaced. */
export async function toPart(file: string): Promise<string> {
  const present = await stat(file).catch(() => undefined)
  return present === undefined || present.isFile() ? `${file}.${process.pid}.part` : file
}
