import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const ending = 'clearImmediate(nextWriteTimer)\n    socket.removeListener'
const wholeEnding =
  'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = errorResponse = null\n    socket.removeListener'

// A connection of postgres.js 3.4.9 that closes keeps what was about to be sent on it, and why it ended. Opened again it believes that
// the one will be sent in a moment, and sends nothing ever after, not even its greeting; with the other it answers what is asked first.
// So a Postgres that restarts under load took the connections of the pool away, one by one.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/node_modules/postgres/src/connection.js')) return loaded
    const source = readFileSync(fileURLToPath(url), 'utf8').replace(ending, wholeEnding)
    return { ...loaded, source }
  },
})

/** postgres.js of this process: whoever imports it by its own name before has it as it is published. */
export const { default: postgres } = await import('postgres')
