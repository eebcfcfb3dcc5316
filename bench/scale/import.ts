// A large import beside others' work: `node bench/scale/import.ts --items 20000 --stages 9`. Prints how long it and its
// undo took, and how long others reading and writing in the same studio waited meanwhile.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { Part } from './bulk-people.ts'
import { toPercentiles } from './cpu.ts'
import type { Import } from './importer.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { items: option, stages: option, database: option } })
const [items, stages] = [Number(values.items ?? 20_000), Number(values.stages ?? 9)]

type Wait = { readonly at: number; readonly tookMs: number }

const host = await startTestHost({ database: values.database === 'pglite' ? 'pglite' : 'postgres' })
const people: ChildProcess[] = []
try {
  const studio = await seedLarge(host.database, { items: 200, stages, spaces: 2 })
  const [into = '', elsewhere = ''] = studio.spaceIds
  const credentials = { email: getPerson('Ingrid').email, password: demoPassword }
  const signedIn = await host.connect().auth.signInWithPassword(credentials)
  if (signedIn.error) throw signedIn.error
  const caller = { url: host.url, apiKey: host.keys.publishableKey, token: signedIn.data.session.access_token }
  const start = async (file: string, sent: Part | Import): Promise<ChildProcess> => {
    const child = fork(new URL(file, import.meta.url))
    people.push(child)
    child.send(sent)
    await once(child, 'message')
    return child
  }
  const waits = { reader: [] as Wait[], writer: [] as Wait[] }
  for (const role of ['reader', 'writer'] as const) {
    const part = { ...caller, role, space: elsewhere, topic: '', rev: 0, windows: 0, bytes: 0 }
    const child = await start('bulk-people.ts', part)
    child.on('message', (each) => waits[role].push(each as Wait))
  }
  const importer = await start('importer.ts', {
    ...caller,
    studio: studio.studioId,
    space: into,
    items,
    stageIds: studio.stageIds,
  })
  const act = async (): Promise<void> => {
    importer.send('go on')
    await once(importer, 'message')
  }
  await measure('Before', async () => await new Promise((resolve) => setTimeout(resolve, 2000)))
  await measure(`Importing ${items} items with ${items * stages} tasks`, act)
  await measure('Taking it back', act)

  async function measure(title: string, during: () => Promise<void>): Promise<void> {
    const begun = performance.timeOrigin + performance.now()
    await during()
    const over = performance.timeOrigin + performance.now()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const [reads, writes] = [waits.reader, waits.writer].map((all) => {
      const times = all.filter(({ at, tookMs }) => at + tookMs > begun && at < over).map(({ tookMs }) => tookMs)
      return `${toPercentiles(times)}, the longest ${Math.max(...times).toFixed(0)} ms`
    })
    console.log(`${title}: ${((over - begun) / 1000).toFixed(1)} s\n  reads  ${reads}\n  writes ${writes}`)
  }
} finally {
  for (const child of people) child.kill()
  await host.close()
}
