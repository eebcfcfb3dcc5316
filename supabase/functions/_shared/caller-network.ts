/**
 * The part of an address that limits count by: of IPv6 the network, as whoever has one address has a network of them; an IPv4 address
 * as it is, also where a socket for both wraps it.
 */
export function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0)
  const groups = [...(first ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(last ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/**
 * The address that asks, as a gateway names it. Whoever asks can write what stands in front of x-forwarded-for themselves, so what
 * gateways set anew comes first; empty where there is none.
 */
export function findCallerAddress({ headers }: Request): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',')[0]
  return (headers.get('cf-connecting-ip') ?? headers.get('x-real-ip') ?? forwarded ?? '').trim()
}
