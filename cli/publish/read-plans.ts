import type { RevisionPlan } from './parcel.ts'
import { readLocalFile, type LocalFile } from './local-file.ts'
import type { ReadPlan } from './publish-revisions.ts'
import { makePool } from './pipeline.ts'

type Reader = typeof readLocalFile

/** Starts reading files in the background; the returned reader reads the others on request. */
export function readAhead(paths: readonly string[]): Reader {
  const begun = new Map<string, Promise<LocalFile>>()
  const waiting = paths.values()
  const readNext = (): void => {
    const { value: path } = waiting.next()
    if (path === undefined) return
    const reading = readLocalFile(path)
    begun.set(path, reading)
    // The failure is reported to whoever requests the file.
    void reading.then(readNext, readNext)
  }
  for (let at = 0; at < atOnce; at += 1) readNext()
  return async (path) => await (begun.get(path) ?? readLocalFile(path))
}

const atOnce = 4

/** Reads the files of plans, a few at a time, without sending anything. */
export async function readPlans(
  plans: readonly ({ readonly plan: RevisionPlan } | { readonly error: unknown })[],
  readFile: Reader,
): Promise<readonly ReadPlan[]> {
  const readOne = async (plan: RevisionPlan): Promise<ReadPlan> => {
    try {
      const files: LocalFile[] = []
      // One at a time: a sequence has many frames.
      for (const path of plan.paths) files.push(await readFile(path))
      return { plan, files }
    } catch (error) {
      return { error }
    }
  }
  const pool = makePool(atOnce)
  return await Promise.all(plans.map(async (each) => ('plan' in each ? await pool(() => readOne(each.plan)) : each)))
}
