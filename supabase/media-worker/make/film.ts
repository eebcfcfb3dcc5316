import type { Packet } from 'node-av'
import { type Order, type ReportWord, Unreadable } from '../messages.ts'
import { openPictures } from './film-pictures.ts'
import { openSound } from './film-sound.ts'
import { openSource } from './open-source.ts'
import { holdFrames } from './sequence.ts'

/**
 * Goes through a film, or a sound, once: its poster is reported as soon as it exists, then its frames are counted, its
 * strip is assembled, its sound is measured and, unless every browser plays it, each of its frames is written to the
 * proxy.
 */
export async function makeFilm(order: Order, tell: ReportWord): Promise<void> {
  const { sequence, wants } = order
  const missing = sequence && (await holdFrames({ ...order, sequence }))
  const source = await openSource(order)
  const sound = await openSound(source.demuxer, wants.waveform)
  if (source.pictures === undefined && sound === undefined) throw new Unreadable('There are no pictures in this file')
  const pictures = source.pictures && (await openPictures(order, { ...source, pictures: source.pictures, sound }, tell))
  const listen = async (packet: Packet | null): Promise<void> => {
    for (const heard of (await sound?.decode(packet)) ?? []) {
      await sound?.peaks?.look(heard)
      if (pictures?.proxy === undefined) heard.free()
      else await pictures.proxy.mix(heard)
    }
  }
  const isHeard = sound?.peaks !== undefined || pictures?.proxy !== undefined

  for await (const packet of source.demuxer.packets()) {
    if (packet === null) break
    if (packet.streamIndex === source.pictures?.stream.index) await pictures?.look(packet)
    else if (isHeard && packet.streamIndex === sound?.stream.index) await listen(packet)
    packet.free()
  }
  await pictures?.look(null)
  if (isHeard) await listen(null)
  const made = (await pictures?.end()) ?? { files: [], facts: {} }
  const waveform = await sound?.peaks?.write()
  const [first] = sequence?.numbers ?? []
  const notes = [missing, source.light.note].filter((note) => note !== undefined)
  const facts = {
    ...made.facts,
    ...(waveform !== undefined && { waveform }),
    ...(first !== undefined && { first_frame: first }),
    ...(notes.length > 0 && { preview_note: notes.join(' ') }),
  }
  await tell({ kind: 'made', made: { files: made.files, facts, isDone: true } })
}
