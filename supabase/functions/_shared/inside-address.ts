import { BlockList, isIP } from 'node:net'

// Special-purpose addresses (RFC 6890), and IPv6 forms that embed an IPv4 address.
const inside4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const inside6 = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const

// Two lists: in a single one every IPv4 address would also match as its IPv6 form.
const blocked4 = new BlockList()
const blocked6 = new BlockList()
for (const [net, prefix] of inside4) blocked4.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of inside6) blocked6.addSubnet(net, prefix, 'ipv6')

/**
 * Whether an address belongs to a machine or network that nobody outside may reach through this one; true for anything
 * that is not an address.
 */
export function isInside(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  const version = isIP(bare)
  if (version === 0) return true
  return version === 6 ? blocked6.check(bare, 'ipv6') : blocked4.check(bare, 'ipv4')
}
