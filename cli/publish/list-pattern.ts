import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { nothingMatched } from '../cli-error.ts'

const frameNumber = /%(?:0(\d))?d|#{2,}/

/**
 * Lists the numbered pictures that a path such as `comp.%04d.exr` or `comp.####.exr` stands for, as renderers write it,
 * in order; a file of that very name stays itself.
 */
export async function listPattern(file: string): Promise<readonly string[]> {
  const { dir, base } = path.parse(file)
  const found = frameNumber.exec(base)
  if (found === null) return [file]
  const names = await readdir(dir === '' ? '.' : dir).catch((): readonly string[] => [])
  if (names.includes(base)) return [file]
  const [whole, zeros] = found
  const digits = whole.startsWith('#') ? whole.length : Number(zeros ?? 1)
  const [before, behind] = [base.slice(0, found.index), base.slice(found.index + whole.length)]
  const pictures = names.filter((name) => {
    const number = name.slice(before.length, name.length - behind.length)
    return name.startsWith(before) && name.endsWith(behind) && /^\d+$/.test(number) && number.length >= digits
  })
  if (pictures.length === 0) throw nothingMatched(`No file is named like ${file}.`)
  return pictures
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .map((name) => path.join(dir, name))
}
