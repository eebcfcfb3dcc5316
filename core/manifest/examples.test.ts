import { expect, test } from 'vitest'
import { examples } from './examples.ts'
import { procedures } from './manifest.ts'

test('examples name only what the manifest describes of an object', () => {
  const unknown = examples.flatMap(({ procedure, args }) =>
    Object.entries(args ?? {}).flatMap(([name, value]) => {
      const schema = procedures[procedure]?.args[name]
      if (schema === undefined || !('entries' in schema) || typeof value !== 'object') return []
      const known = new Set(Object.keys(Object(schema.entries)))
      return Object.keys(Object(value)).flatMap((key) => (known.has(key) ? [] : [`${procedure} ${name} ${key}`]))
    }),
  )

  expect(unknown).toEqual([])
})
