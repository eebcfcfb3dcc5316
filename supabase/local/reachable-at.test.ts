import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { reachableAt } from './reachable-at.ts'

const at = (address: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo
const networks = {
  lo: [at('127.0.0.1', { internal: true })],
  eth0: [at('192.168.1.20'), at('fe80::1', { family: 'IPv6' })],
  wlan0: [at('10.0.0.7')],
}

test.each(['http://0.0.0.0:4600', 'http://[::]:4600'])('%s is named by the addresses people can open', (url) => {
  expect(reachableAt(url, networks)).toEqual([
    'http://127.0.0.1:4600',
    'http://192.168.1.20:4600',
    'http://10.0.0.7:4600',
  ])
})

test('an address of its own stays', () => {
  expect(reachableAt('http://192.168.1.20:4600', networks)).toEqual(['http://192.168.1.20:4600'])
  expect(reachableAt('http://127.0.0.1:4600', networks)).toEqual(['http://127.0.0.1:4600'])
})
