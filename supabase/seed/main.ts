import { parseArgs } from 'node:util'
import { HostError, toMessage } from '#supabase/local/host-error.ts'
import { startHost } from '#supabase/local/server.ts'
import type { Settings } from '#supabase/local/settings.ts'
import { loadSettings } from '#supabase/local/settings.ts'
import { demoPassword } from './accounts.ts'
import { getPerson } from './demo/people.ts'
import type { LargeSize } from './large.ts'
import { seedLarge } from './large.ts'

const usage = 'npm run seed -- --items 50000 [--stages 6] [--spaces 100] [--projects 10] [--data <directory>]'

type Wish = { size: LargeSize; settings: Settings }

function readWish(argv: readonly string[]): Wish {
  const option = { type: 'string' } as const
  const options = { items: option, stages: option, spaces: option, projects: option, data: option }
  const { values } = parseArgs({ args: [...argv], options, strict: true })
  const toNumber = (text: string | undefined, otherwise: number): number =>
    text === undefined ? otherwise : Number(text)
  const items = toNumber(values.items, 50_000)
  const spaces = toNumber(values.spaces, Math.max(1, Math.round(items / 500)))
  const projects = toNumber(values.projects, Math.min(10, spaces))
  const size = { items, spaces, projects, stages: toNumber(values.stages, 6) }
  const environment = { ...process.env, ...(values.data && { XSHEET_DATA: values.data }) }
  // Any port: nobody should connect while this runs.
  return { size, settings: { ...loadSettings([], environment), host: '127.0.0.1', port: 0 } }
}

/** Creates the database if there is none, so that the seed may be the first command. */
async function seed({ size, settings }: Wish): Promise<void> {
  const host = await startHost(settings)
  try {
    const started = performance.now()
    const { slug } = await seedLarge(host.database, size)
    const seconds = Math.round((performance.now() - started) / 1000)
    const { email } = getPerson('Ingrid')
    const { items, spaces, projects, stages } = size
    console.log(
      `Made the studio "${slug}" in ${seconds} s: ${items} items in ${spaces} spaces of ${projects} projects, ${items * stages} tasks.`,
    )
    const place = settings.databaseUrl === undefined ? `XSHEET_DATA=${settings.dataDirectory} ` : ''
    console.log(`Open it with: ${place}npm start, sign in as ${email} (${demoPassword}), /studio/${slug}/projects`)
  } finally {
    await host.close()
  }
}

try {
  await seed(readWish(process.argv.slice(2)))
} catch (error) {
  const isExpected = error instanceof HostError || error instanceof RangeError
  const isMisuse = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (isExpected) console.error(error.message)
  else console.error(isMisuse ? `${toMessage(error)}\n${usage}` : error)
  process.exitCode = 1
}
