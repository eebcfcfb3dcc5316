import { networkInterfaces } from 'node:os'

/**
 * Returns the addresses at which people reach a host that listens at this one: for one that listens everywhere, this
 * machine's own and those it has in its networks.
 */
export function reachableAt(url: string, networks = networkInterfaces()): readonly string[] {
  const { hostname, port } = new URL(url)
  if (hostname !== '0.0.0.0' && hostname !== '[::]') return [url]
  const found = Object.values(networks).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal),
  )
  return ['127.0.0.1', ...found.map(({ address }) => address)].map((host) => `http://${host}:${port}`)
}
