import type { Packet } from './packet.ts'

// The placeholder in the built page (app/packet-page/page.html).
const packetPlace = '"xsheet-packet-goes-here"'

/**
 * Puts a packet's data into the built page, since a page opened from disk may read no other file. The data is escaped
 * so that no text in it can close its script element.
 */
export function fillPage(page: string, packet: Packet): string {
  const json = JSON.stringify(packet).replaceAll('<', String.raw`\u003c`)
  const at = page.indexOf(packetPlace)
  if (at === -1) throw new Error('The page has no place for a packet')
  return page.slice(0, at) + json + page.slice(at + packetPlace.length)
}
