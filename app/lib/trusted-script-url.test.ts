import { expect, test, vi } from 'vitest'
import { trustScriptUrl } from './trusted-script-url.ts'

type Rules = { createScriptURL: (url: string) => string }

test('only same-origin addresses become script URLs, through one policy', () => {
  const createPolicy = vi.fn<(name: string, rules: Rules) => Rules>((_name, rules) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })

  expect(trustScriptUrl('/assets/worker-1.js')).toBe('/assets/worker-1.js')
  expect(trustScriptUrl(`${location.origin}/service-worker.js`)).toBe(`${location.origin}/service-worker.js`)
  expect(() => trustScriptUrl('https://evil.example/worker.js')).toThrow(TypeError)
  expect(() => trustScriptUrl('data:text/javascript,1')).toThrow(TypeError)
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['xsheet'])
})
