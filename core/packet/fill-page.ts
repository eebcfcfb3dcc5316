import type { Packet } from './packet.ts'

// What the built page has where its packet goes (app/packet-page/page.html).
const packetPlace = '"xsheet-packet-goes-here"'

/**
 * The page of a packet: the built one with what the packet says in it, since a page that is opened from a disk may read no
 * other file. Nothing that somebody wrote ends the element it stands in.
 */
export function fillPage(page: string, packet: Packet): string {
  const json = JSON.stringify(packet).replaceAll('<', String.raw`\u003c`)
  const at = page.indexOf(packetPlace)
  if (at === -1) throw new Error('The page has no place for a packet')
  return page.slice(0, at) + json + page.slice(at + packetPlace.length)
}
