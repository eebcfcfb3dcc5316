import { dialogControls, type ControlNames } from './control-names.ts'
import { findScene } from './cut-panels.ts'
import { splitName } from './name-expression.ts'
import type { ImportRow } from './import-row.ts'
import { formatRationalRate, type RationalRate } from './rational-rate.ts'

/** A clip of a cut: its range in source frames at the cut's rate, last frame included. */
export type CutClip = {
  readonly name: string
  readonly line: number
  readonly frameIn: number
  readonly frameOut: number
  readonly handleIn?: number
  readonly handleOut?: number
  readonly rate: RationalRate
  /** The clip's ids in other systems, by system. */
  readonly externalIds?: Readonly<Record<string, string>>
  /** Why its frames cannot be determined. */
  readonly problem?: string
  /** How many frames at its ends a transition shares with the clip before or after. */
  readonly shared?: { readonly before: number; readonly behind: number }
  /** Parts of the cut's description that are not imported, in sentences. */
  readonly left?: readonly string[]
}

export type CutOptions = {
  /** The collection for shots that have none of their own. */
  readonly collection: string | undefined
  /** The number of every shot's first frame; the source's own numbers if absent. */
  readonly firstFrame: number | undefined
  /** Frames wanted before and after each shot if the cut does not say. */
  readonly handles: number | undefined
  /** The pattern of clip names: group `item` is the shot, group `collection` its collection. */
  readonly match?: RegExp | undefined
  /** Whether shots play one after another, so that frames shared in a transition must count only once. */
  readonly isPlayed?: boolean | undefined
  /** The names of options in messages; as in the app if absent. */
  readonly controls?: ControlNames | undefined
}

/**
 * Converts clips to shots in the cut's order; a shot that occurs several times gets the range covering all its clips. A
 * shot at two rates, whose frames cannot be counted together, or a clip that does not fit `match` becomes a row with a
 * problem.
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
  /** How many clips of the cut belong to it. */
  readonly times?: number
  /** Whether it is a panel of its scene: those follow one another. */
  readonly isPanel?: true
}

function nameShot(clip: CutClip, { collection, match, controls = dialogControls }: CutOptions): Shot {
  const name = stripEnding(clip.name)
  if (match === undefined) {
    const scene = findScene(name)
    return { ...clip, name: scene ?? name, collection, ...(scene !== undefined && { isPanel: true }) }
  }
  const parts = splitName(clip.name, match) ?? splitName(name, match)
  if (parts === undefined)
    return { problem: `"${clip.name}" does not match ${controls.match}.`, ...clip, name, collection }
  return { ...clip, name: stripEnding(parts.item), collection: parts.collection ?? collection }
}

/** Removes file endings from a clip's name, and frame ranges of image sequences: `sh0010.[1001-1048].exr`. */
export function stripEnding(name: string): string {
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
  if (known.isPanel === true && clip.isPanel === true) return append(known, clip, left)
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
    // Handles that lie outside the combined range remain.
    ...(before.length > 0 && { handleIn: frameIn - Math.min(frameIn, ...before) }),
    ...(after.length > 0 && { handleOut: Math.max(frameOut, ...after) - frameOut }),
    externalIds: { ...clip.externalIds, ...known.externalIds },
  }
}

/** Adds a scene's next panel behind those before it: what its film has after its end is after the scene's. */
function append(
  { handleOut: _covered, ...known }: Shot,
  { frameIn, frameOut, handleOut }: Shot,
  left: readonly string[],
): Shot {
  const end = { frameOut: known.frameOut + frameOut - frameIn + 1, ...(handleOut !== undefined && { handleOut }) }
  return { ...known, ...end, left }
}
