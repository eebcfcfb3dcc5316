#!/usr/bin/env node
import module from 'node:module'
import { makeProcessIo } from './io.ts'

// Compiled code is kept from one start to the next, where Node can: the program itself is loaded only after this.
module.enableCompileCache?.()

// Whoever reads may stop reading, as `head` does; that is no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.once('SIGINT', () => process.exit(130))

const { runCli } = await import('./run.ts')
const io = makeProcessIo()
const code = await runCli(process.argv.slice(2), io)
await io.flush()
process.exit(code)
