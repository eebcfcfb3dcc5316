// Writes supabase/functions/deno.json: what the edge functions import by name, with its own imports, because Deno and
// the Supabase CLI only resolve what is named there. `node supabase/local/generate-import-map.ts [place]`
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const functions = path.join(root, 'supabase/functions')
const named = /^(?:import|export)\s[^;'"=]*from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

type Manifest = { readonly dependencies: Readonly<Record<string, string>> }

function makeImportMap(): string {
  const names = new Set<string>()
  const read = new Set<string>()
  const follow = (file: string): void => {
    if (read.has(file) || !existsSync(file)) return
    read.add(file)
    for (const [, from, alone, late] of readFileSync(file, 'utf8').matchAll(named)) {
      const name = from ?? alone ?? late ?? ''
      if (name.startsWith('.')) follow(path.resolve(path.dirname(file), name))
      else if (!name.startsWith('node:')) names.add(name)
      if (name.startsWith('#')) follow(path.join(root, name.slice(1)))
    }
  }
  for (const file of readdirSync(functions, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !file.endsWith('.test.ts')) follow(path.join(functions, file))
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  const placeOf = (name: string): string => {
    if (name.startsWith('#')) return `../../${name.slice(1)}`
    const version = dependencies[name]
    if (version === undefined)
      throw new Error(`${name} is imported by an edge function and no dependency of the project`)
    return `npm:${name}@${version}`
  }
  const imports = Object.fromEntries([...names].toSorted().map((name) => [name, placeOf(name)]))
  return `${JSON.stringify({ imports }, undefined, 2)}\n`
}

writeFileSync(process.argv[2] ?? path.join(functions, 'deno.json'), makeImportMap())
