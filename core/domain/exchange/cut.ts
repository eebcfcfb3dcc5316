import { ok, type Result } from '#core/lib/result.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import type { ImportRow } from './import-row.ts'
import { formatRationalRate, type RationalRate } from './rational-rate.ts'

/** A clip of a cut, frames of its source counted at the cut's rate; the last one belongs to it. */
export type CutClip = {
  readonly name: string
  readonly line: number
  readonly frameIn: number
  readonly frameOut: number
  readonly handleIn?: number
  readonly handleOut?: number
  readonly rate: RationalRate
  /** Ids of the clip elsewhere, by system. */
  readonly externalIds?: Readonly<Record<string, string>>
}

export type CutOptions = {
  /** The collection that shots without one of their own go to. */
  readonly collection: string | undefined
  /** What the first frame of every shot is numbered; the source's own numbers unless given. */
  readonly firstFrame: number | undefined
  /** Frames wanted before and after, where the cut does not say. */
  readonly handles: number | undefined
}

/**
 * The shots of a cut, in its order: a shot that stands there several times takes the range that covers them all. Refuses a
 * shot at two rates, whose frames cannot be counted together.
 */
export function toShots(clips: readonly CutClip[], options: CutOptions): Result<ImportRow[], FileProblem> {
  const shots = new Map<string, CutClip>()
  for (const named of clips) {
    const clip = { ...named, name: stripEnding(named.name) }
    const known = shots.get(clip.name)
    const [rate, before] = [formatRationalRate(clip.rate), formatRationalRate(known?.rate ?? clip.rate)]
    if (rate !== before)
      return problemAt({ line: clip.line, column: 1 }, `"${clip.name}" stands in this cut at ${before} and at ${rate}.`)
    shots.set(clip.name, known === undefined ? clip : cover(known, clip))
  }
  return ok([...shots.values()].map((shot) => toRow(shot, options)))
}

/** Clips are often named after their files, and those of a sequence after their frames: `sh0010.[1001-1048].exr`. */
function stripEnding(name: string): string {
  const ending = /(?:[._-]?\[\d+-\d+\])?\.(mov|mp4|mxf|avi|exr|dpx|jpg|jpeg|png|tif|tiff|r3d|braw|ari)$/i
  return name.replace(ending, '')
}

function toRow(shot: CutClip, { collection, firstFrame, handles }: CutOptions): ImportRow {
  const { handleIn = handles, handleOut = handles } = shot
  const frameIn = firstFrame ?? shot.frameIn
  return {
    line: shot.line,
    collection,
    title: shot.name,
    slug: undefined,
    item: {
      frameIn,
      frameOut: frameIn + shot.frameOut - shot.frameIn,
      ...(handleIn !== undefined && { handleIn }),
      ...(handleOut !== undefined && { handleOut }),
      frameRate: formatRationalRate(shot.rate),
    },
    externalIds: shot.externalIds ?? {},
    tasks: new Map(),
  }
}

function cover(known: CutClip, clip: CutClip): CutClip {
  const frameIn = Math.min(known.frameIn, clip.frameIn)
  const frameOut = Math.max(known.frameOut, clip.frameOut)
  const before = [known, clip].flatMap((each) => (each.handleIn === undefined ? [] : each.frameIn - each.handleIn))
  const after = [known, clip].flatMap((each) => (each.handleOut === undefined ? [] : each.frameOut + each.handleOut))
  return {
    ...known,
    frameIn,
    frameOut,
    // What lies outside of the whole range is left over.
    ...(before.length > 0 && { handleIn: frameIn - Math.min(frameIn, ...before) }),
    ...(after.length > 0 && { handleOut: Math.max(frameOut, ...after) - frameOut }),
    externalIds: { ...clip.externalIds, ...known.externalIds },
  }
}
