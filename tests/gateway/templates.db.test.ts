import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addEntry,
  addTemplate,
  moveEntry,
  removeEntry,
  removeTemplate,
  toggleEntry,
  type TemplateKind,
  type TemplateLibrary,
} from '#core/studios/template-library.ts'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let gateway: Gateway
let stranger: Gateway

async function open(email: string): Promise<Gateway> {
  const { password } = await host.admin.createUser(email)
  const values = new Map<string, string>()
  const opened = makeGateway({
    url: host.url,
    publishableKey: host.keys.publishableKey,
    autoRefresh: false,
    sessionStorage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    },
  })
  await opened.session.signInWithPassword({ email, password })
  return opened
}

beforeAll(async () => {
  host = await startTestHost({ settings: { superAdminEmail: 'super@example.com' } })
  gateway = await open('super@example.com')
  stranger = await open('member@example.com')
})
afterAll(async () => {
  await Promise.all([gateway.close(), stranger.close()])
  await host.close()
})

const ids = Array.from({ length: 4 }, () => crypto.randomUUID())
const [first = '', second = '', third = '', template = ''] = ids
const entry = (kind: TemplateKind, id: string, name: string) =>
  kind === 'stage'
    ? { id, name, color: '#3b82f6', category: 'production' as const }
    : { id, name, color: '#3b82f6', shortCode: name.toUpperCase(), isDone: name === 'c' }

/** Saves in steps and reads each back; returns what was saved and what was read. */
async function follow(kind: TemplateKind, steps: readonly ((library: TemplateLibrary) => TemplateLibrary)[]) {
  let library = await gateway.templates.load(kind)
  const saved: TemplateLibrary[] = []
  const read: TemplateLibrary[] = []
  for (const step of steps) {
    const next = step(library)
    await gateway.templates.save(kind, library, next)
    library = next
    saved.push(next)
    read.push(await gateway.templates.load(kind))
  }
  return { saved, read }
}

test.each(['stage', 'status'] as const)(
  'every change to the %s templates is read back as it was saved',
  async (kind) => {
    const full: { library?: TemplateLibrary } = {}
    const { saved, read } = await follow(kind, [
      (library) => addEntry(library, entry(kind, first, 'a')),
      (library) => addEntry(library, entry(kind, second, 'b')),
      (library) => addEntry(library, entry(kind, third, 'c')),
      (library) => addTemplate(library, template, 'Short film'),
      (library) => toggleEntry(library, template, third),
      (library) => toggleEntry(library, template, first),
      (library) => moveEntry(library, third, 0),
      (library) => toggleEntry(library, template, second),
      (library) => toggleEntry(library, template, first),
      (library) => (full.library = library),
      (library) => removeEntry(library, third),
      (library) => removeTemplate(library, template),
      () => full.library ?? { entries: [], templates: [] },
    ])

    expect(read).toEqual(saved)
  },
)

test('a template change refused in one part is not made at all', async () => {
  const before = await gateway.templates.load('stage')
  const named = entry('stage', crypto.randomUUID(), 'Layout')
  const template = { id: crypto.randomUUID(), name: 'Series', entryIds: [named.id, crypto.randomUUID()] }
  const after = { entries: [...before.entries, named], templates: [...before.templates, template] }

  const saved = gateway.templates.save('stage', before, after)

  await expect(saved).rejects.toBeInstanceOf(AppError)
  expect(await gateway.templates.load('stage')).toEqual(before)
})

test('a repeated template change keeps what was changed since', async () => {
  const before = await gateway.templates.load('status')
  const row = {
    id: crypto.randomUUID(),
    name: 'Held',
    color: '#3b82f6',
    order_index: 90,
    short_code: 'HLD',
    is_done: false,
  }
  const sent = { p_kind: 'status', p_changes: { entries: [row] }, p_operation_id: crypto.randomUUID() }
  const added = { id: row.id, name: 'Held', color: row.color, shortCode: 'HLD', isDone: false }

  await gateway.call('save_templates', sent)
  const between = await gateway.templates.load('status')
  await gateway.templates.save('status', between, before)
  await gateway.call('save_templates', sent)

  expect(between.entries).toContainEqual(added)
  expect(await gateway.templates.load('status')).toEqual(before)
})

test('only the super-admin can see or change templates', async () => {
  expect(await stranger.templates.load('stage')).toEqual({ entries: [], templates: [] })
  const before = { entries: [], templates: [] }
  const after = { entries: [entry('stage', crypto.randomUUID(), 'mine')], templates: [] }
  await expect(stranger.templates.save('stage', before, after)).rejects.toBeInstanceOf(AppError)
})
