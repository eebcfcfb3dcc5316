import { mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A file written line by line, which gets its name once it is complete. */
export type LineFile = {
  write: (line: string) => Promise<void>
  close: () => Promise<void>
}

/** Characters buffered before each write to disk. */
const atOnce = 65_536

/** Opens a file for writing; callers wait if they are faster than the disk. */
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

/** Writes a file that gets its name once it is complete. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = await toPart(file)
  await writeFile(part, bytes)
  if (part !== file) await rename(part, file)
}

/** Returns the temporary path for writing a file; a device or pipe is written to directly and never replaced. */
export async function toPart(file: string): Promise<string> {
  const present = await stat(file).catch(() => undefined)
  return present === undefined || present.isFile() ? `${file}.${process.pid}.part` : file
}
