/**
 * Returns the part of an address that limits count by: the network of an IPv6 address, because its owner has a whole
 * network of them; an IPv4 address as it is, also when wrapped in an IPv6 one by a dual-stack socket.
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
 * Finds the caller's address as given by a gateway. Callers can write the first entries of x-forwarded-for themselves,
 * so headers that gateways overwrite come first; empty if there is none.
 */
export function findCallerAddress({ headers }: Request): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',')[0]
  return (headers.get('cf-connecting-ip') ?? headers.get('x-real-ip') ?? forwarded ?? '').trim()
}
