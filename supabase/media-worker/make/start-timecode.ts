import type { Demuxer, Stream } from 'node-av'

/**
 * Returns the timecode of a film's first frame, from its pictures or else from its file, as in MXF; undefined if there
 * is none.
 */
export function startTimecodeOf(demuxer: Demuxer, stream: Stream): string | undefined {
  const said = stream.metadata?.getAll()['timecode'] ?? demuxer.metadata['timecode']
  return said !== undefined && /^\d{2}:\d{2}:\d{2}[:;]\d{2,3}$/.test(said) ? said : undefined
}
