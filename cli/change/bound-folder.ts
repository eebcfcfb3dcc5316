import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** How much is remembered on a machine: of the newest so many, for so long, and so much together. */
const bounds = { count: 2000, days: 90, bytes: 256 * 1024 * 1024 } as const

type Bounds = { readonly [Name in keyof typeof bounds]: number }

const dayMs = 86_400_000

/** Removes the oldest files of a folder until it is within its bounds; the newest one stays however large it is. */
export async function boundFolder(
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
  // Where nothing can be removed, nothing is lost either.
  await Promise.all(old.map(({ file }) => rm(file, { force: true }).catch(() => {})))
}
