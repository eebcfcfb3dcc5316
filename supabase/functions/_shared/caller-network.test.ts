import { expect, test } from 'vitest'
import { findCallerAddress, toNetwork } from './caller-network.ts'

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.1'],
  ['unknown', 'unknown'],
  ['', ''],
])('limits count %j as %j', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

test('entries that a caller puts before the gateway’s own are ignored', () => {
  const ask = (headers: Record<string, string>) => findCallerAddress(new Request('http://h', { headers }))
  const forged = { 'x-forwarded-for': '9.9.9.9, 10.0.0.1' }

  expect(ask({ ...forged, 'cf-connecting-ip': '10.0.0.1' })).toBe('10.0.0.1')
  expect(ask({ ...forged, 'x-real-ip': '10.0.0.1' })).toBe('10.0.0.1')
  expect(ask({ 'x-forwarded-for': '10.0.0.1, 172.16.0.1' })).toBe('10.0.0.1')
  expect(ask({})).toBe('')
})
