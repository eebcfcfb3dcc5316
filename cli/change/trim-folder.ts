import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** How much a machine remembers: number of files, age in days and total size. */
const bounds = { count: 2000, days: 90, bytes: 256 * 1024 * 1024 } as const

type Bounds = { readonly [Name in keyof typeof bounds]: number }

const dayMs = 86_400_000

/** Deletes the oldest files of a folder until it is within its bounds; always keeps the newest, however large. */
export async function trimFolder(
  folder: string,
  { count, days, bytes }: Bounds = bounds,
  now = Date.now(),
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      // Another command may just have removed it.
      const { mtimeMs = 0, size = 0 } = (await stat(file).catch(() => undefined)) ?? {}
      return { file, mtimeMs, size }
    }),
  )
  let sum = 0
  const [, ...others] = found
    .toSorted((first, second) => second.mtimeMs - first.mtimeMs)
    .map((each, at) => ({ ...each, at, before: (sum += each.size) }))
  const old = others.filter(({ mtimeMs, at, before }) => before > bytes || at >= count || now - mtimeMs > days * dayMs)
  // Failing to delete loses nothing.
  await Promise.all(old.map(({ file }) => rm(file, { force: true }).catch(() => {})))
}
