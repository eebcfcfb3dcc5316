import { readLocalFile, type LocalFile } from './local-file.ts'
import type { ReadPlan, RevisionPlan } from './publish-batch.ts'
import { inParallel } from './repeat.ts'

type Reader = typeof readLocalFile

/** Begins to read files while something else is waited for; what was not begun is read when it is asked for. */
export function readAhead(paths: readonly string[]): Reader {
  const begun = new Map<string, Promise<LocalFile>>()
  const waiting = paths.values()
  const readNext = (): void => {
    const { value: path } = waiting.next()
    if (path === undefined) return
    const reading = readLocalFile(path)
    begun.set(path, reading)
    // Whoever asks for the file hears of its failure.
    void reading.then(readNext, readNext)
  }
  for (let at = 0; at < atOnce; at += 1) readNext()
  return async (path) => await (begun.get(path) ?? readLocalFile(path))
}

const atOnce = 4

/** Looks into the files of plans, a few at a time: nothing is sent yet. */
export async function readPlans(plans: readonly RevisionPlan[], readFile: Reader): Promise<readonly ReadPlan[]> {
  const read: ReadPlan[] = []
  await inParallel(plans, atOnce, async (plan, at) => {
    try {
      const files: LocalFile[] = []
      // One after the other: the frames of a sequence are many.
      for (const path of plan.paths) files.push(await readFile(path))
      read[at] = { plan, files }
    } catch (error) {
      read[at] = { plan, error }
    }
  })
  return read
}
