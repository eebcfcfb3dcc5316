import process from 'node:process'
import { Log } from 'node-av'
import { type Order, Unreadable, type Word } from '../messages.ts'
import { makeFilm } from './film.ts'
import { makeStill } from './still.ts'
import { unpackSequence } from './unpack.ts'

/** The child process of one job: gets its order as JSON, reports by messages and ends. */
function report(word: Word): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(word, undefined, undefined, () => resolve())
  })
}

async function make(order: Order): Promise<void> {
  const { contentType, sequence } = order
  if (contentType === 'application/zip' && sequence === undefined) {
    const unpacked = await unpackSequence(order, report)
    if (unpacked !== undefined) return await makeFilm(unpacked, report)
    return await report({ kind: 'made', made: { files: [], facts: {}, isDone: true } })
  }
  const isStill = contentType.startsWith('image/') && contentType !== 'image/gif' && sequence === undefined
  await (isStill ? makeStill : makeFilm)(order, report)
}

const quiet = -8
Log.setLevel(quiet)
// Without its parent, nobody needs the result.
process.on('disconnect', () => process.exit(1))

try {
  // Written by the parent process.
  await make(JSON.parse(process.argv[2] ?? '') as Order)
  process.exit(0)
} catch (error) {
  const isFinal = error instanceof Unreadable
  const problem = error instanceof Error ? error.message : String(error)
  await report({ kind: 'problem', problem, isFinal })
  process.exit(2)
}
