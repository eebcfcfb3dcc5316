import { dialogControls, type ControlNames } from './control-names.ts'
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
  /** Why its frames cannot be told. */
  readonly problem?: string
  /** How many frames at its ends a transition shows beside those of the clip before or behind. */
  readonly shared?: { readonly before: number; readonly behind: number }
  /** What the cut says of it that is not used, in sentences. */
  readonly left?: readonly string[]
}

export type CutOptions = {
  /** The collection that shots without one of their own go to. */
  readonly collection: string | undefined
  /** What the first frame of every shot is numbered; the source's own numbers unless given. */
  readonly firstFrame: number | undefined
  /** Frames wanted before and after, where the cut does not say. */
  readonly handles: number | undefined
  /** How clips are named: what stands at `item` is the shot, at `collection` where it belongs. */
  readonly match?: RegExp | undefined
  /** Whether shots are to play one after the other: frames that two of them share in a transition would come twice. */
  readonly isPlayed?: boolean | undefined
  /** What answers are called where they are given; as in the app where absent. */
  readonly controls?: ControlNames | undefined
}

/**
 * The shots of a cut, in its order: a shot that stands there several times takes the range that covers them all. A shot at
 * two rates, whose frames cannot be counted together, and a clip that is not named as `match` has it are rows with a problem.
 */
export function toShots(clips: readonly CutClip[], options: CutOptions): readonly ImportRow[] {
  const shots = new Map<string, Shot>()
  for (const clip of options.isPlayed === true ? clips.flatMap(withoutShared) : clips) {
    const named = nameShot(clip, options)
    const key = `${named.collection ?? ''}/${named.name}`
    const known = shots.get(key)
    shots.set(key, known === undefined ? named : cover(known, named))
  }
  return [...shots.values()].map((shot) => toRow(shot, options))
}

function withoutShared({ shared = { before: 0, behind: 0 }, ...clip }: CutClip): readonly CutClip[] {
  const [frameIn, frameOut] = [clip.frameIn + shared.before, clip.frameOut - shared.behind]
  return frameOut < frameIn ? [] : [{ ...clip, frameIn, frameOut }]
}

type Shot = CutClip & {
  readonly collection: string | undefined
  /** How often it stands in the cut. */
  readonly times?: number
}

function nameShot(clip: CutClip, { collection, match, controls = dialogControls }: CutOptions): Shot {
  const name = stripEnding(clip.name)
  if (match === undefined) return { ...clip, name, collection }
  const groups = (match.exec(clip.name) ?? match.exec(name))?.groups
  const item = groups?.['item']
  if (item === undefined)
    return { problem: `"${clip.name}" does not match ${controls.match}.`, ...clip, name, collection }
  return { ...clip, name: item, collection: groups?.['collection'] ?? collection }
}

/** Clips are often named after their files, and those of a sequence after their frames: `sh0010.[1001-1048].exr`. */
function stripEnding(name: string): string {
  const ending = /(?:[._-]?\[\d+-\d+\])?\.(mov|mp4|mxf|avi|exr|dpx|jpg|jpeg|png|tif|tiff|r3d|braw|ari)$/i
  return name.replace(ending, '')
}

function toRow(shot: Shot, { firstFrame, handles }: CutOptions): ImportRow {
  const { handleIn = handles, handleOut = handles, times = 1, left = [] } = shot
  const covers = times === 1 ? [] : [`Used ${times} times in the cut: its range covers all of them.`]
  const frameIn = firstFrame ?? shot.frameIn
  return {
    line: shot.line,
    collection: shot.collection,
    title: shot.name === '' ? undefined : shot.name,
    slug: undefined,
    problem: shot.problem,
    item: {
      frameIn,
      frameOut: frameIn + shot.frameOut - shot.frameIn,
      ...(handleIn !== undefined && { handleIn }),
      ...(handleOut !== undefined && { handleOut }),
      frameRate: formatRationalRate(shot.rate),
    },
    externalIds: shot.externalIds ?? {},
    tasks: new Map(),
    ...(left.length + covers.length > 0 && { left: [...new Set(left), ...covers] }),
  }
}

function cover(known: Shot, clip: Shot): Shot {
  const problem = known.problem ?? clip.problem
  const left = [...(known.left ?? []), ...(clip.left ?? [])]
  const goesOn = clip.shared !== undefined && clip.frameIn === known.frameOut + 1
  const times = (known.times ?? 1) + (goesOn ? 0 : 1)
  const [first, rate] = [formatRationalRate(known.rate), formatRationalRate(clip.rate)]
  if (problem !== undefined) return { ...known, problem }
  if (first !== rate) return { ...known, problem: `"${clip.name}" appears in this cut at ${first} and at ${rate} fps.` }
  const frameIn = Math.min(known.frameIn, clip.frameIn)
  const frameOut = Math.max(known.frameOut, clip.frameOut)
  const before = [known, clip].flatMap((each) => (each.handleIn === undefined ? [] : each.frameIn - each.handleIn))
  const after = [known, clip].flatMap((each) => (each.handleOut === undefined ? [] : each.frameOut + each.handleOut))
  return {
    ...known,
    times,
    left,
    frameIn,
    frameOut,
    // What lies outside of the whole range is left over.
    ...(before.length > 0 && { handleIn: frameIn - Math.min(frameIn, ...before) }),
    ...(after.length > 0 && { handleOut: Math.max(frameOut, ...after) - frameOut }),
    externalIds: { ...clip.externalIds, ...known.externalIds },
  }
}
