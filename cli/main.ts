#!/usr/bin/env node
import { exitCodes } from './exit-code.ts'
import { runLocal } from './local.ts'
import { printPrebuilt } from './prebuilt-help.ts'

const argv = process.argv.slice(2)
// Help and local commands need nothing else; the rest is loaded only when needed.
if (!printPrebuilt(argv)) void run()

async function run(): Promise<void> {
  process.exitCode = (await runPlainly()) ?? (await runWholly())
}

async function runPlainly(): Promise<number | undefined> {
  return argv[0] === 'config' || argv[0] === 'auth' ? await runLocal(argv) : undefined
}

async function runWholly(): Promise<number> {
  process.once('SIGINT', () => process.exit(exitCodes.cancelled))
  const [{ runCli }, { makeProcessIo }] = await Promise.all([import('./run.ts'), import('./io.ts')])
  process.exit(await runCli(argv, makeProcessIo()))
}
