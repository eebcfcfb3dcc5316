import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'

/** A file written line by line; it has its name only once it is whole. */
export type LineFile = {
  write: (line: string) => Promise<void>
  close: () => Promise<void>
}

/** Opens a file for writing; a writer that is faster than the disk waits. */
export async function openLines(file: string): Promise<LineFile> {
  await mkdir(path.dirname(file), { recursive: true })
  const part = `${file}.part`
  const stream = createWriteStream(part)
  return {
    write: async (line) => {
      if (!stream.write(line)) await once(stream, 'drain')
    },
    close: async () => {
      stream.end()
      await once(stream, 'finish')
      await rename(part, file)
    },
  }
}
