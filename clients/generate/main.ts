// `node clients/generate/main.ts <what> <place>`: writes one of the files generated from the manifest.
import { writeFileSync } from 'node:fs'
import { makeOpenApi } from './openapi.ts'
import { makePython } from './python.ts'
import { makeReference } from './reference.ts'

const makers: Readonly<Record<string, () => string>> = {
  openapi: () => `${JSON.stringify(makeOpenApi(), undefined, 1)}\n`,
  reference: makeReference,
  python: makePython,
}

const [what = '', place = ''] = process.argv.slice(2)
const make = makers[what]
if (make === undefined || place === '') throw new Error(`Name one of ${Object.keys(makers).join(', ')} and a place`)
writeFileSync(place, make())
