import process from 'node:process'
import { Log } from 'node-av'
import { type Order, Unreadable, type Word } from '../messages.ts'
import { makeFilm } from './film.ts'
import { makeStill } from './still.ts'

/** The child process of one job: told what to make as JSON, it tells of it by messages and ends. */
function tell(word: Word): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(word, undefined, undefined, () => resolve())
  })
}

const quiet = -8
Log.setLevel(quiet)
// Left alone, there is nobody to make anything for.
process.on('disconnect', () => process.exit(1))

// The parent's own words.
const order = JSON.parse(process.argv[2] ?? '') as Order
try {
  const make = order.contentType.startsWith('image/') && order.sequenceRate === undefined ? makeStill : makeFilm
  await make(order, tell)
  process.exit(0)
} catch (error) {
  const isFinal = error instanceof Unreadable
  const problem = error instanceof Error ? error.message : String(error)
  await tell({ kind: 'problem', problem, isFinal })
  process.exit(2)
}
