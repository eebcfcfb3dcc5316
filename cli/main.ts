#!/usr/bin/env node
import { printHelp } from './prebuilt-help.ts'

const argv = process.argv.slice(2)
// Help is there at once; what everything else takes is loaded only then.
if (!printHelp(argv)) {
  const [{ runCli }, { makeProcessIo }] = await Promise.all([import('./run.ts'), import('./io.ts')])
  process.exit(await runCli(argv, makeProcessIo()))
}
