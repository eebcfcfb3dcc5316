import { ok, type Result } from '#core/lib/result.ts'
import type { CutClip } from './cut.ts'
import type { LeftOut } from './import-row.ts'
import { makeLineFinder, placeOf, problemAt, type FileProblem } from './file-problem.ts'
import type { RationalRate } from './rational-rate.ts'
import { findChild, listChildren, parseXml, XmlProblem, type XmlElement } from './xml.ts'

/** The visible frames of a nested sequence; `to` is exclusive. */
type Seen = { readonly from: number; readonly to: number }

type Reading = {
  readonly lineOf: (index: number) => number
  /** Files and sequences by id: only the first mention of an id describes it. */
  readonly known: ReadonlyMap<string, XmlElement>
  readonly clips: CutClip[]
  readonly left: LeftOut[]
  /** The sequences being read, each nested in the previous one. */
  readonly open: Set<XmlElement>
}

/**
 * Reads the clips of a Final Cut Pro 7 file (`xmeml`, also from Premiere and Resolve). A clip's frames are those of its
 * source, counted from its file's timecode if it has one; media beyond it becomes handles. Only enabled picture counts;
 * a nested sequence contributes its visible part. What is not used goes to `left`.
 */
export function parseXmeml(text: string, left: LeftOut[] = []): Result<readonly CutClip[], FileProblem> {
  let root: XmlElement
  try {
    root = parseXml(text)
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error
    return problemAt(placeOf(text, error.index), `This is not XML: ${error.message}`)
  }
  if (root.name === 'fcpxml')
    return problemAt(
      { line: 1, column: 1 },
      'This is the XML of Final Cut Pro X, which is not read: export the cut as Final Cut Pro 7 XML, OpenTimelineIO or an EDL.',
    )
  if (root.name !== 'xmeml')
    return problemAt({ line: 1, column: 1 }, 'This is not a Final Cut Pro 7 file: it has no xmeml element.')
  const reading: Reading = {
    lineOf: makeLineFinder(text),
    known: new Map(listKnown(root)),
    clips: [],
    left,
    open: new Set(),
  }
  for (const sequence of listSequences(root)) collectSequence(sequence, reading, undefined)
  left.sort((one, other) => ('line' in one && 'line' in other ? one.line - other.line : 0))
  if (reading.clips.length === 0) return problemAt({ line: 1, column: 1 }, 'The file has no clips.')
  return ok(reading.clips)
}

function* listKnown(element: XmlElement): Generator<readonly [string, XmlElement]> {
  const id = element.attributes['id']
  if (id !== undefined && element.children.length > 0) yield [`${element.name} ${id}`, element]
  for (const child of element.children) yield* listKnown(child)
}

/** Lists the file's own sequences, in any bin, without nested ones. */
function* listSequences(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children)
    if (child.name === 'sequence') yield child
    else if (/^(project|bin|children)$/.test(child.name)) yield* listSequences(child)
}

function collectSequence(sequence: XmlElement, reading: Reading, seen: Seen | undefined): void {
  // A sequence that contains itself would never end.
  if (reading.open.has(sequence)) return
  reading.open.add(sequence)
  const video = findChild(findChild(sequence, 'media'), 'video')
  const sound = listChildren(findChild(findChild(sequence, 'media'), 'audio'), 'track')
  leave(
    sound.flatMap((track) => listChildren(track, 'clipitem')),
    'has no picture',
    reading,
  )
  const told = (element: XmlElement, reason: string): void =>
    void reading.left.push({ line: reading.lineOf(element.index), reason })
  for (const marker of listChildren(sequence, 'marker')) told(marker, 'Shots have no markers.')
  for (const track of listChildren(video, 'track')) {
    if (isOff(track)) told(track, 'The track is disabled.')
    else {
      const items = track.children.filter(({ name }) => name.endsWith('item'))
      for (const [at, clip] of items.entries())
        if (clip.name === 'clipitem') collectClip(clip, sequence, { ...reading, seen, shared: findShared(items, at) })
      leave(listChildren(track, 'generatoritem'), 'is a generator without a file', reading)
      for (const dissolve of listChildren(track, 'transitionitem'))
        told(dissolve, 'The frames of a transition belong to both of its shots.')
    }
  }
  reading.open.delete(sequence)
}

/** Records why clips are not used, by name, since a file may be one long line. */
function leave(elements: readonly XmlElement[], why: string, { left, lineOf }: Reading): void {
  for (const element of elements) {
    const name = textOf(element, 'name')
    left.push({ line: lineOf(element.index), reason: `${name === '' ? 'It' : `"${name}"`} ${why}.` })
  }
}

/** Finds how many frames at its ends a clip shares with its neighbour in a dissolve, beyond the cut between them. */
function findShared(items: readonly XmlElement[], at: number): NonNullable<CutClip['shared']> {
  const read = (step: 1 | -1): number => {
    const [dissolve, other] = [items[at + step], items[at + 2 * step]]
    if (dissolve?.name !== 'transitionitem' || other?.name !== 'clipitem' || isOff(other)) return 0
    const length = (numberOf(dissolve, 'end') ?? 0) - (numberOf(dissolve, 'start') ?? 0)
    // The cut is at the dissolve's start, end or middle; frames after it belong to the second clip.
    const alignment = textOf(dissolve, 'alignment')
    const before = alignment === 'start' ? 0 : alignment === 'end' ? length : Math.floor(length / 2)
    return Math.max(0, step === 1 ? length - before : before)
  }
  return { before: read(-1), behind: read(1) }
}

type ClipReading = Reading & { readonly seen: Seen | undefined; readonly shared: NonNullable<CutClip['shared']> }

function collectClip(clip: XmlElement, sequence: XmlElement, { seen, shared, ...reading }: ClipReading): void {
  if (isOff(clip)) return leave([clip], 'is disabled', reading)
  const [inside, outside] = [numberOf(clip, 'in'), numberOf(clip, 'out')]
  const file = resolve(findChild(clip, 'file'), reading)
  const name = textOf(clip, 'name') || textOf(file, 'name')
  const line = reading.lineOf(clip.index)
  // A clip without a rate has its file's or its sequence's.
  const rate = rateOf(clip) ?? rateOf(file) ?? rateOf(sequence)
  const none = { name, line, frameIn: 0, frameOut: 0, rate: rate ?? { numerator: 1, denominator: 1 } }
  if (inside === undefined || outside === undefined || outside < inside) {
    reading.clips.push({ ...none, problem: `The clip "${name}" has no valid in and out points.` })
    return
  }
  const part = trim(clip, { from: inside, to: outside }, seen)
  if (part.to <= part.from) return
  const nested = resolve(findChild(clip, 'sequence'), reading)
  if (nested !== undefined) collectSequence(nested, reading, part)
  else if (rate === undefined) reading.clips.push({ ...none, problem: `The clip "${name}" has no frame rate.` })
  else {
    // If a nested sequence trims the clip, it is unknown how much of a dissolve remains.
    const isWhole = part.from === inside && part.to === outside
    const isShared = isWhole && shared.before + shared.behind > 0
    reading.clips.push({ ...none, rate, ...toFrames(part, file), ...(isShared && { shared }) })
  }
}

/** Trims a clip to the visible part of its sequence. An end inside a transition has no position of its own (-1). */
function trim(clip: XmlElement, { from, to }: Seen, seen: Seen | undefined): Seen {
  if (seen === undefined) return { from, to }
  const [start, end] = [numberOf(clip, 'start') ?? -1, numberOf(clip, 'end') ?? -1]
  const first = start === -1 ? end - (to - from) : start
  return { from: from + Math.max(0, seen.from - first), to: Math.min(to, from + seen.to - first) }
}

function toFrames({ from, to }: Seen, file: XmlElement | undefined) {
  const start = numberOf(findChild(file, 'timecode'), 'frame') ?? 0
  const length = numberOf(file, 'duration') ?? 0
  const handles = length >= to && length > 1 ? { handleIn: from, handleOut: length - to } : {}
  return { frameIn: start + from, frameOut: start + to - 1, ...handles }
}

/** Resolves a file or sequence given only by id. */
function resolve(element: XmlElement | undefined, { known }: Reading): XmlElement | undefined {
  return element && (known.get(`${element.name} ${element.attributes['id'] ?? ''}`) ?? element)
}

/** Reads the time base; NTSC rates are a thousandth slower. */
function rateOf(element: XmlElement | undefined): RationalRate | undefined {
  const rate = findChild(element, 'rate')
  const base = numberOf(rate, 'timebase')
  if (base === undefined || base <= 0 || !Number.isInteger(base)) return undefined
  return /^true$/i.test(textOf(rate, 'ntsc'))
    ? { numerator: base * 1000, denominator: 1001 }
    : { numerator: base, denominator: 1 }
}

function isOff(element: XmlElement): boolean {
  return /^false$/i.test(textOf(element, 'enabled'))
}

function numberOf(element: XmlElement | undefined, name: string): number | undefined {
  const text = textOf(element, name)
  return /^-?\d{1,12}$/.test(text) ? Number(text) : undefined
}

function textOf(element: XmlElement | undefined, name: string): string {
  return findChild(element, name)?.text.trim() ?? ''
}
