import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#supabase/local/settings.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const image = read('Dockerfile')
const compose = read('compose.yaml')
const isSetting = (name: string): boolean => (settingNames as readonly string[]).includes(name)

test('the image copies existing files and starts the host on the project’s Node', () => {
  const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  const [, started = ''] = /^CMD \["node", "(.+)"\]$/m.exec(image) ?? []
  const nodes = [...image.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major)

  expect([...copied, started].filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(started).toBe('supabase/local/main.ts')
  expect(new Set(nodes)).toEqual(new Set([read('.node-version').split('.')[0]]))
})

test('the oldest supported Node is the same in the docs, the package and the command line’s package', () => {
  const { engines } = JSON.parse(read('package.json'))
  const oldest = /^>=([\d.]+)$/.exec(engines.node)?.[1]

  for (const paper of ['README.md', 'docs/deploy-one-machine.md'])
    for (const [, number] of read(paper).matchAll(/Node (\d[\d.]*\d) or newer/g)) expect(number).toBe(oldest)
  expect(read('README.md')).toContain(`Node ${oldest} or newer`)
  expect(read('cli/build.ts')).toContain('engines: manifest.engines')
})

test('image and compose name existing settings, one port and declared volumes', () => {
  const inImage = [...image.matchAll(/^(?:ENV| {3}) ([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const [ofHost = '', ofDatabase = ''] = compose.split(/^ {2}db:$/m)
  const inCompose = [...ofHost.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name)
  const ports = [...`${image}${compose}`.matchAll(/(?:PORT=|EXPOSE |127\.0\.0\.1:)(\d+)/g)].map(([, port]) => port)
  const volumes = [...compose.matchAll(/^ {6}- ([a-z]+):\//gm)].map(([, name = '']) => name)

  expect([...inImage, ...inCompose].filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([])
  expect(inCompose).toEqual(expect.arrayContaining(['DATABASE_URL', 'PUBLIC_URL', 'GOOGLE_CLIENT_ID']))
  expect(inImage).toEqual(expect.arrayContaining(['HOST', 'PORT', 'XSHEET_DATA']))
  // Every setting of the file reaches the host, except where the image needs its own value.
  expect(ofHost).toMatch(/^ {4}env_file: \.env$/m)
  expect(inCompose).toEqual(expect.arrayContaining(['HOST', 'PORT', 'XSHEET_DATA']))
  expect(new Set(ports)).toEqual(new Set(['4600']))
  expect(volumes).toEqual(['data', 'postgres'])
  expect(ofDatabase.split(/^volumes:$/m)[1]?.match(/[a-z]+/g)).toEqual(volumes)
})

test('.dockerignore excludes build output, secrets and local data', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['node_modules', 'dist', '.git', '.env', '.xsheet*']),
  )
})
