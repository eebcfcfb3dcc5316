import type { InputVideoTrack } from 'mediabunny'

/** Lets this worker decode ProRes, which no browser does by itself: its decoder is loaded when such a film comes. */
export async function decodeMore(track: InputVideoTrack): Promise<void> {
  if ((await track.getCodec()) === 'prores') (await import('@mediabunny/prores')).registerProresDecoder()
}
