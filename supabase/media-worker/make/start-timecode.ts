import type { Demuxer, Stream } from 'node-av'

/** The timecode of a film's first frame, of its pictures or else of its file, as MXF has it; absent where it says none. */
export function startTimecodeOf(demuxer: Demuxer, stream: Stream): string | undefined {
  const said = stream.metadata?.getAll()['timecode'] ?? demuxer.metadata['timecode']
  return said !== undefined && /^\d{2}:\d{2}:\d{2}[:;]\d{2,3}$/.test(said) ? said : undefined
}
