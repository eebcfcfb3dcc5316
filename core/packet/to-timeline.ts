import { parseFrameRate, toFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'
import type { Packet, PacketEntry, PacketFilm, PacketNote } from './packet.ts'

const schema = (name: string) => ({ OTIO_SCHEMA: name })
const nothing = { effects: [], enabled: true }

/**
 * Converts a packet to `session.json`: an OpenTimelineIO timeline (0.17) with one video track, a clip per entry at its
 * film's exact rate in the studio's frame numbers, and a marker per note. The whole packet is in `metadata.xsheet`.
 */
export function toTimeline(packet: Packet): Readonly<Record<string, unknown>> {
  const track = {
    ...schema('Track.1'),
    name: 'Review',
    kind: 'Video',
    source_range: null,
    markers: [],
    metadata: {},
    ...nothing,
    children: packet.entries.map(toClip),
  }
  return {
    ...schema('Timeline.1'),
    name: packet.session.name,
    global_start_time: null,
    metadata: { xsheet: packet },
    tracks: {
      ...schema('Stack.1'),
      name: 'tracks',
      source_range: null,
      markers: [],
      metadata: {},
      ...nothing,
      children: [track],
    },
  }
}

/** Returns a film's ranges in the studio's frame numbers: the frames under review, all frames, and the rate. */
function rangesOf(film: PacketFilm | undefined) {
  const rate = film?.rate === undefined ? toFrameRate(undefined) : parseFrameRate(film.rate)
  const count = film?.frameCount ?? 1
  const first = film?.firstNumber ?? 1
  const { from, to } = film?.span ?? { from: 0, to: count - 1 }
  return {
    rate,
    first,
    available: toRange({ start: first, length: count, rate }),
    seen: toRange({ start: first + from, length: to - from + 1, rate }),
  }
}

function toClip(entry: PacketEntry) {
  const { film, notes, id, taskId, itemId, shot, stage } = entry
  const { rate, first, available, seen } = rangesOf(film)
  const path = film?.original ?? film?.path
  const file = path ?? 'none'
  const media =
    path === undefined
      ? { ...schema('MissingReference.1'), name: '', available_range: null, available_image_bounds: null, metadata: {} }
      : {
          ...schema('ExternalReference.1'),
          name: file.slice(file.lastIndexOf('/') + 1),
          available_range: available,
          available_image_bounds: null,
          target_url: path,
          metadata: {},
        }
  return {
    ...schema('Clip.2'),
    name: shot,
    source_range: seen,
    ...nothing,
    markers: notes.flatMap((note) => toMarkers(note, { rate, first })),
    media_references: { DEFAULT_MEDIA: media },
    active_media_reference_key: 'DEFAULT_MEDIA',
    metadata: { xsheet: { entryId: id, taskId, itemId, stage } },
  }
}

/** Returns a marker for each frame or range a note is about; one at the beginning if it names none. */
function toMarkers(note: PacketNote, { rate, first }: { readonly rate: FrameRate; readonly first: number }) {
  const { id, author, at, text, drawings, hereReferences } = note
  const drawn = drawings.map(({ frame }) => ({ from: frame, to: frame }))
  const frames = note.frames.length > 0 ? note.frames : drawn.length > 0 ? drawn : [{ from: 0, to: 0 }]
  return frames.map(({ from, to }) => ({
    ...schema('Marker.2'),
    name: `${author}: ${text}`.slice(0, 80),
    color: drawings.length > 0 ? 'ORANGE' : 'YELLOW',
    comment: text,
    marked_range: toRange({ start: first + from, length: to - from + 1, rate }),
    metadata: { xsheet: { commentId: id, author, at, text, drawings, hereReferences } },
  }))
}

function toRange({
  start,
  length,
  rate,
}: {
  readonly start: number
  readonly length: number
  readonly rate: FrameRate
}) {
  const time = (value: number) => ({ ...schema('RationalTime.1'), rate: rate.numerator / rate.denominator, value })
  return { ...schema('TimeRange.1'), start_time: time(start), duration: time(length) }
}
