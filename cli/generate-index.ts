// `node cli/generate-index.ts [file]`: writes every verb's declaration into commands/index.generated.ts, so that the
// program knows every command and loads only the one that runs.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nouns, type Noun } from './commands/nouns.ts'
import type { Declaration } from './define-verb.ts'
import { toFlags } from './manifest-flags.ts'

const folder = path.join(import.meta.dirname, 'commands')
const target = process.argv[2] ?? path.join(folder, 'index.generated.ts')

const files = globSync('**/*.ts', { cwd: folder }).filter((file) =>
  /^export const verb\b/m.test(readFileSync(path.join(folder, file), 'utf8')),
)
const verbs = new Map<string, string>()
for (const file of files) {
  // Each verb's file exports it by this name.
  const { verb } = (await import(path.join(folder, file))) as { verb: Declaration }
  const words = file.replaceAll(path.sep, '/').replace(/\.ts$/, '')
  const options = verb.options && toFlags(verb.options)
  const declaration = JSON.stringify({ path: words.replaceAll('/', ' '), ...verb, ...(options && { options }) })
  verbs.set(
    words.replaceAll('/', ' '),
    `${declaration.slice(0, -1)},"load":async()=>(await import('./${words}.ts')).verb.run}`,
  )
}

const strays = [...verbs.keys()].filter((each) => !nouns.some(({ path: noun }) => noun === nounOf(each)))
if (strays.length > 0) throw new Error(`Of no noun in cli/commands/nouns.ts: ${strays.join(', ')}.`)
const lines = listEntries(nouns[0])
writeFileSync(
  target,
  `// Written by \`npm run check -- --fix\` from the files it names.
import type { Entry } from '../declare.ts'

/** Every noun and verb, in the order of the help. */
export const commands: readonly Entry[] = [
${lines.map((line) => `  ${line},\n`).join('')}]
`,
)

/** Lists a noun's verbs and nouns, in its order; the rest by name. */
function listEntries(noun: Noun | undefined): readonly string[] {
  if (noun === undefined) return []
  const inside = [...verbs.keys(), ...nouns.map((each) => each.path)].filter(
    (each) => each !== '' && nounOf(each) === noun.path,
  )
  const order = noun.order.split(' ')
  const placeOf = (each: string): number => {
    const place = order.indexOf(each.split(' ').at(-1) ?? '')
    return place === -1 ? order.length : place
  }
  return inside
    .toSorted((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
    .flatMap((each) => {
      const verb = verbs.get(each)
      if (verb !== undefined) return [verb]
      const own = nouns.find((one) => one.path === each)
      return [JSON.stringify({ path: each, summary: own?.summary }), ...listEntries(own)]
    })
}

function nounOf(path: string): string {
  return path.split(' ').slice(0, -1).join(' ')
}
