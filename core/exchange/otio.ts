import { ok, type Result } from '#core/lib/result.ts'
import type { CutClip } from './cut.ts'
import type { LeftOut } from './import-row.ts'
import { placeOf, problemAt, type FileProblem } from './file-problem.ts'
import { isJsonObject as isObject, parseJson, type JsonObject as Json } from './parse-json.ts'
import { toRationalRate, type RationalRate } from './rational-rate.ts'

type Range = { readonly start: number; readonly length: number; readonly rate: RationalRate }
/** The visible frames of a node, counted from its first; `to` is exclusive. */
type Seen = { readonly from: number; readonly to: number; readonly rate: RationalRate }

/** Refuses part of the tree; caught where the file is read. */
class Refusal extends Error {}

/**
 * Reads the clips of an OpenTimelineIO file (`.otio`, JSON). A clip's range is its own, or all of its media; media
 * beyond it becomes handles. A transition shows more of both its clips (`visible_range`). Trimming a track or nested
 * stack trims or drops its clips. Gaps, transitions, sound, black, bars and disabled nodes are no shots and go to
 * `left`; effects do not change a range.
 */
export function parseOtio(text: string, left: LeftOut[] = []): Result<readonly CutClip[], FileProblem> {
  const json = parseJson(text, 'an OpenTimelineIO file')
  if (!json.ok) return json
  const root = json.value
  if (!isObject(root) || typeof root['OTIO_SCHEMA'] !== 'string')
    return problemAt({ line: 1, column: 1 }, 'This is not an OpenTimelineIO file: it has no OTIO_SCHEMA.')
  const clips: CutClip[] = []
  try {
    collect(root, clips, { seen: undefined, edges: noEdges })
    left.push(...listUnused(root))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return problemAt({ line: 1, column: 1 }, error.message)
  }
  if (clips.length === 0) return problemAt({ line: 1, column: 1 }, 'The timeline has no clips.')
  // A clip's position in the text is that of its name.
  let [from, line] = [0, 1]
  return ok(
    clips.map((clip) => {
      const at = text.indexOf(JSON.stringify(clip.name), from)
      if (at === -1) return clip
      line += placeOf(text.slice(from, at), at - from).line - 1
      from = at
      return { ...clip, line }
    }),
  )
}

/** Adds the clips of a node, trimmed to the visible part. */
function collect(node: Json, clips: CutClip[], view: View): void {
  const { seen } = view
  const schema = schemaOf(node)
  if (node['enabled'] === false) return
  if (schema === 'Clip') return void clips.push(...toClipsOrProblem(node, view))
  if (schema === 'Timeline' && isObject(node['tracks']))
    return collect(node['tracks'], clips, { ...view, edges: noEdges })
  const inside = trim(node, seen)
  let start = 0
  for (const child of childrenOf(node)) {
    const around = schema === 'Track' ? readEdges(node, child) : noEdges
    if (inside === undefined) {
      collect(child, clips, { seen: undefined, edges: around })
      continue
    }
    const length = lengthOf(child, inside.rate)
    const part = { from: Math.max(0, inside.from - start), to: Math.min(length, inside.to - start), rate: inside.rate }
    // A frame at another rate may begin within one of these.
    const shown = trimEdges(around, { from: inside.from - start, to: inside.to - start - length, rate: inside.rate })
    if (part.from < part.to) collect(child, clips, { seen: part, edges: shown })
    if (schema === 'Track') start += length
  }
}

/**
 * How much more of a clip the transitions before and after it show, in seconds, and whether that is shared with another
 * clip or alone, as in a fade.
 */
type Edges = { readonly before: number; readonly behind: number; readonly beside: Ends }
type Ends = { readonly before: boolean; readonly behind: boolean }

/** The visible part of a node (all of it if undefined), and what transitions add. */
type View = { readonly seen: Seen | undefined; readonly edges: Edges }

const noEdges: Edges = { before: 0, behind: 0, beside: { before: false, behind: false } }

/** Reads how far transitions in a track extend a child beyond its ends. */
function readEdges(track: Json, child: Json): Edges {
  const children = listOf(track['children'])
  const at = children.indexOf(child)
  const read = (neighbour: unknown, offset: 'in_offset' | 'out_offset'): number => {
    if (!isObject(neighbour) || schemaOf(neighbour) !== 'Transition' || !isObject(neighbour[offset])) return 0
    const { value, rate } = readTime(neighbour[offset], neighbour)
    return rate === undefined ? 0 : (value * rate.denominator) / rate.numerator
  }
  const beside = { before: hasPicture(children[at - 2]), behind: hasPicture(children[at + 2]) }
  return { before: read(children[at - 1], 'in_offset'), behind: read(children[at + 1], 'out_offset'), beside }
}

/** Tells whether a track's child shows a picture. */
function hasPicture(child: unknown): boolean {
  if (!isObject(child) || child['enabled'] === false) return false
  return !/^(Gap|Transition)$/.test(schemaOf(child)) && !isBlack(mediaOf(child))
}

/** Limits transitions to what a trimmed track shows; `from` and `to` are its ends, counted from the child's ends. */
function trimEdges({ before, behind, beside }: Edges, { from, to, rate }: Seen): Edges {
  const toSeconds = (frames: number): number => Math.max(0, (frames * rate.denominator) / rate.numerator)
  return { before: Math.min(before, toSeconds(-from)), behind: Math.min(behind, toSeconds(to)), beside }
}

/** Returns the visible range inside a track or stack in its children's frames, which always begin at 0. */
function trim(node: Json, seen: Seen | undefined): Seen | undefined {
  const range = readRange(node['source_range'], node)
  if (range === undefined) return seen
  const { start, length, rate } = range
  if (seen === undefined) return { from: start, to: start + length, rate }
  const { from, to } = atRate(seen, rate)
  return { from: start + from, to: start + Math.min(to, length), rate }
}

/** Converts a stretch of time to another rate; its ends may fall within a frame. */
function atRate({ from, to, rate: before }: Seen, rate: RationalRate): Seen {
  if (sameRate(before, rate)) return { from, to, rate }
  const ratio = (rate.numerator * before.denominator) / (rate.denominator * before.numerator)
  return { from: from * ratio, to: to * ratio, rate }
}

/** Returns a node's length in frames of its parent's rate. */
function lengthOf(node: Json, rate: RationalRate): number {
  const range = readRange(node['source_range'], node) ?? readRange(mediaOf(node)?.['available_range'], node)
  if (range !== undefined) return atRate({ from: 0, to: range.length, rate: range.rate }, rate).to
  const schema = schemaOf(node)
  if (schema !== 'Track' && schema !== 'Stack') throw new Refusal(`${labelOf(node)} has no range.`)
  const lengths = childrenOf(node).map((child) => lengthOf(child, rate))
  return schema === 'Stack' ? Math.max(0, ...lengths) : lengths.reduce((sum, length) => sum + length, 0)
}

/** Lists the children that take up time and have pictures, in order. */
function childrenOf(node: Json): readonly Json[] {
  return listOf(node['children']).filter((child): child is Json => {
    if (!isObject(child)) return false
    const schema = schemaOf(child)
    return schema !== 'Transition' && !(schema === 'Track' && isSound(child))
  })
}

/** Lists what a timeline contains besides shots. */
function listUnused(root: Json): readonly LeftOut[] {
  const left: LeftOut[] = []
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const visit = (node: Json): void => {
    const schema = schemaOf(node)
    const part = `${schema} "${textOf(node['name']).trim()}"`
    for (const _ of listOf(node['markers'])) count('marker')
    if (node['enabled'] === false && schema !== 'Gap') left.push({ part, reason: 'Disabled.' })
    else if (schema === 'Transition') count('transition')
    else if (schema === 'Track' && isSound(node)) left.push({ part, reason: 'No picture.' })
    else if (schema === 'Clip' && isBlack(mediaOf(node))) left.push({ part, reason: 'Black or bars.' })
    else if (schema === 'Clip' && hasNoDuration(node)) left.push({ part, reason: 'No duration.' })
    else if (schema === 'Timeline' && isObject(node['tracks'])) visit(node['tracks'])
    else for (const child of listOf(node['children'])) if (isObject(child)) visit(child)
  }
  visit(root)
  const reasons: Readonly<Record<string, string>> = {
    transition: 'The frames of a transition belong to both of its shots.',
    marker: 'Shots have no markers.',
  }
  for (const [what, number] of counts)
    left.push({ part: number === 1 ? `A ${what}` : `Each of ${number} ${what}s`, reason: reasons[what] ?? '' })
  return left
}

function hasNoDuration({ source_range: range }: Json): boolean {
  const duration = isObject(range) ? range['duration'] : undefined
  return isObject(duration) && Number(duration['value']) === 0
}

function isSound(track: Json): boolean {
  return /^(audio|subtitles?|captions?)$/i.test(textOf(track['kind']))
}

function isBlack(media: Json | undefined): boolean {
  return /^(black|bars|smptebars)$/i.test(textOf(media?.['generator_kind']))
}

/** Returns a node's clips, or a clip with the problem of its shot, so that the others are still imported. */
function toClipsOrProblem(clip: Json, view: View): readonly CutClip[] {
  try {
    return toClips(clip, view)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const name = textOf(clip['name']).trim()
    return [{ name, line: 1, frameIn: 0, frameOut: 0, rate: { numerator: 1, denominator: 1 }, problem: error.message }]
  }
}

/** Converts a clip to a shot; none for black, bars and clips shorter than a frame. */
function toClips(clip: Json, { seen, edges: { before, behind, beside } }: View): readonly CutClip[] {
  const media = mediaOf(clip)
  if (isBlack(media)) return []
  const name = nameOf(clip, media)
  const available = readRange(media?.['available_range'], clip)
  const source = readRange(clip['source_range'], clip) ?? available
  if (source === undefined) throw new Refusal(`${labelOf(clip)} has no range.`)
  const part = seen && atRate(seen, source.rate)
  const first = source.start + Math.round(part?.from ?? 0)
  const last = source.start + Math.round(Math.min(part?.to ?? source.length, source.length)) - 1
  if (last < first) return []
  const toFrames = (seconds: number): number => Math.round((seconds * source.rate.numerator) / source.rate.denominator)
  const [frameIn, frameOut] = [first - toFrames(before), last + toFrames(behind)]
  const isKnown = available !== undefined && available.length > 0 && sameRate(available.rate, source.rate)
  const handles = isKnown
    ? {
        handleIn: Math.max(0, frameIn - available.start),
        handleOut: Math.max(0, available.start + available.length - 1 - frameOut),
      }
    : {}
  const said = [
    seen !== undefined &&
      !sameRate(seen.rate, source.rate) &&
      'Cut at another frame rate: the range is rounded to whole frames.',
    listOf(clip['effects']).some((effect) => isObject(effect) && /TimeWarp|FreezeFrame/.test(schemaOf(effect))) &&
      'Retimed: the range is that of the source.',
  ].filter((each) => each !== false)
  const [atStart, atEnd] = [beside.before ? toFrames(before) : 0, beside.behind ? toFrames(behind) : 0]
  const shared = atStart + atEnd > 0 && { shared: { before: atStart, behind: atEnd } }
  const rest = { rate: source.rate, externalIds: idsOf(clip), ...(said.length > 0 && { left: said }) }
  return [{ name, line: 1, frameIn, frameOut, ...handles, ...rest, ...shared }]
}

/** Returns the name of a clip, else of its media, else of its file. */
function nameOf(clip: Json, media: Json | undefined): string {
  const file = textOf(media?.['target_url']).split(/[/\\]/).at(-1) ?? ''
  const name = [clip['name'], media?.['name'], file].map((each) => textOf(each).trim()).find((each) => each !== '')
  if (name === undefined) throw new Refusal('A clip has no name, so its shot is unknown.')
  return name
}

/** Returns a clip's media; since version 2 of the schema there may be several, one of them active. */
function mediaOf(clip: Json): Json | undefined {
  const several = clip['media_references']
  const active = textOf(clip['active_media_reference_key'] ?? 'DEFAULT_MEDIA')
  const media = isObject(several) ? several[active] : clip['media_reference']
  return isObject(media) ? media : undefined
}

function readRange(value: unknown, owner: Json): Range | undefined {
  if (!isObject(value) || !isObject(value['duration'])) return undefined
  const duration = readTime(value['duration'], owner)
  const start = isObject(value['start_time']) ? readTime(value['start_time'], owner) : { value: 0, rate: undefined }
  const [first, length] = [inFramesOf(start, duration), inFramesOf(duration, start)]
  if (first.rate === undefined || length.rate === undefined) throw new Refusal(`${labelOf(owner)} has no frame rate.`)
  if (!sameRate(first.rate, length.rate)) throw new Refusal(`${labelOf(owner)} has two different frame rates.`)
  if (!Number.isInteger(first.value) || !Number.isInteger(length.value) || length.value < 0)
    throw new Refusal(`${labelOf(owner)} does not begin or end on a whole frame.`)
  return { start: first.value, length: length.value, rate: length.rate }
}

/** A time as written; the rate is undefined if it gives none. */
type Time = { readonly value: number; readonly rate: RationalRate | undefined }

function readTime(time: Json, owner: Json): Time {
  const [value, written] = [Number(time['value']), Number(time['rate'] ?? 0)]
  const rate = toRationalRate(written)
  if (rate === undefined && written !== 0)
    throw new Refusal(
      `${labelOf(owner)} has an invalid rate: ${textOf(time['rate'])}. Set it in the edit, such as 24 or 23.976, and export again.`,
    )
  // Removes the rounding error of a computed time, no more.
  const whole = Math.round(value)
  return { value: Math.abs(value - whole) < 1e-4 ? whole : value, rate }
}

/**
 * Converts a time to the rate of the other one in its range; no rate means the same rate, a rate of 1 means seconds.
 */
function inFramesOf(time: Time, { rate }: Time): Time {
  if (rate === undefined || time.rate === undefined) return { value: time.value, rate: time.rate ?? rate }
  const isSeconds = time.rate.numerator === time.rate.denominator
  return isSeconds ? { value: (time.value * rate.numerator) / rate.denominator, rate } : time
}

/** Names a node for messages: `The clip "sh0010"`. */
function labelOf(node: Json): string {
  return `The ${schemaOf(node).toLowerCase()} "${textOf(node['name']).trim()}"`
}

/** Returns a node's schema without its version. */
function schemaOf(node: Json): string {
  return textOf(node['OTIO_SCHEMA']).replace(/\.\d+$/, '')
}

/** Reads the ids other systems left in a clip's metadata: `{"kitsu": {"id": "…"}}`. */
function idsOf(clip: Json): Readonly<Record<string, string>> {
  const metadata = clip['metadata']
  const entries = isObject(metadata) ? Object.entries(metadata) : []
  return Object.fromEntries(
    entries.flatMap(([system, value]) => {
      const id = isObject(value) ? value['id'] : undefined
      return typeof id === 'string' || typeof id === 'number' ? [[system, String(id)]] : []
    }),
  )
}

function sameRate(first: RationalRate, second: RationalRate): boolean {
  return first.numerator * second.denominator === second.numerator * first.denominator
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
