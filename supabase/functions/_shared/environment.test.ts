import { expect, test } from 'vitest'
import { toContext } from './environment.ts'

const legacy = { SUPABASE_ANON_KEY: 'anon', SUPABASE_SERVICE_ROLE_KEY: 'service-role' }

test('reads the current publishable and secret keys of a project', () => {
  const { publishableKey, serviceKey } = toContext({
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  })

  expect({ publishableKey, serviceKey }).toEqual({ publishableKey: 'sb_publishable_1', serviceKey: 'sb_secret_1' })
})

test('prefers the new keys to the legacy ones', () => {
  const { publishableKey, serviceKey } = toContext({
    ...legacy,
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  })

  expect({ publishableKey, serviceKey }).toEqual({ publishableKey: 'sb_publishable_1', serviceKey: 'sb_secret_1' })
})

test('takes the default key of several, or another if none has that name', () => {
  const { publishableKey, serviceKey } = toContext({
    SUPABASE_PUBLISHABLE_KEYS: '{"farm":"sb_publishable_farm","default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"farm":"sb_secret_farm","night":"sb_secret_night"}',
  })

  expect({ publishableKey, serviceKey }).toEqual({ publishableKey: 'sb_publishable_1', serviceKey: 'sb_secret_farm' })
})

test.each([
  ['not given', undefined],
  ['empty', ''],
  ['without a key', '{}'],
  ['of an unset key, as Supabase’s compose file fills it in', '{"default":""}'],
])('falls back to the legacy keys if the new ones are %s', (_, keys) => {
  const { publishableKey, serviceKey } = toContext({
    ...legacy,
    SUPABASE_PUBLISHABLE_KEYS: keys,
    SUPABASE_SECRET_KEYS: keys,
  })

  expect({ publishableKey, serviceKey }).toEqual({ publishableKey: 'anon', serviceKey: 'service-role' })
})

test.each(['sb_secret_1', '"sb_secret_1"', '["sb_secret_1"]', '7', "{'default':'sb_secret_1'}", ' '])(
  'names the variable whose keys are not a JSON object (%s), without the keys',
  (keys) => {
    const read = () => toContext({ ...legacy, SUPABASE_SECRET_KEYS: keys })

    expect(read).toThrow('SUPABASE_SECRET_KEYS must be a JSON object of keys by their names')
    expect(read).not.toThrow('sb_secret_1')
  },
)

test('reads a key despite surrounding whitespace and other entries', () => {
  const keysOf = (keys: string) => toContext({ ...legacy, SUPABASE_SECRET_KEYS: keys }).serviceKey

  expect(keysOf('{"default":" sb_secret_1\\n"}')).toBe('sb_secret_1')
  expect(keysOf(' {"default":null,"old":7,"night":"sb_secret_night"} ')).toBe('sb_secret_night')
  expect(keysOf('{"default":"  "}')).toBe('service-role')
  expect(keysOf('null')).toBe('service-role')
  expect(keysOf('{"__proto__":"x","default":"sb_secret_1"}')).toBe('sb_secret_1')
})

test('returns addresses under SUPABASE_PUBLIC_URL if functions know the project by an internal address', () => {
  const compose = { SUPABASE_URL: 'http://kong:8000', SUPABASE_PUBLIC_URL: 'https://data.northlight.example/' }

  expect(toContext(compose)).toMatchObject({
    supabaseUrl: 'http://kong:8000',
    publicUrl: 'https://data.northlight.example',
  })
  expect(toContext({ SUPABASE_URL: 'https://abc.supabase.co' })).not.toHaveProperty('publicUrl')
})
