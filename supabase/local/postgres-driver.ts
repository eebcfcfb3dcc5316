import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// postgres.js 3.4.9 loses connections of its pool when they end under load, by a Postgres that restarts:
const mends: readonly (readonly [file: string, published: string, mended: string])[] = [
  // One that closes keeps what was about to be sent on it, and why it ended. Opened again it believes that the one will be sent in
  // a moment, and sends nothing ever after, not even its greeting; with the other it answers what is asked first.
  [
    'connection.js',
    'clearImmediate(nextWriteTimer)\n    socket.removeListener',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = errorResponse = null\n    socket.removeListener',
  ],
  // What is sent between a broken pipe and the end of its connection waits for ever.
  ['connection.js', '!hadError && (query || sent.length) && error(', 'if (query || sent.length) error('],
  // One that is opened for a session is given to nobody, where types are asked for first or not, and that session may be given none.
  [
    'connection.js',
    'initial.reserve && (initial = null)\n        return fetchArrayTypes()',
    'return fetchArrayTypes()',
  ],
  [
    'connection.js',
    'initial && !initial.reserve && execute(initial)',
    'initial.reserve ? initial.reserve(connection) : execute(initial)',
  ],
  // A session that has a connection opened would be given a second, which nobody gives back.
  [
    'index.js',
    'queries.push(query)\n        closed.length && connect(closed.shift(), query)',
    'closed.length ? connect(closed.shift(), query) : queries.push(query)',
  ],
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const mine = mends.filter(([file]) => url.endsWith(`/node_modules/postgres/src/${file}`))
    if (mine.length === 0) return loaded
    const published = readFileSync(fileURLToPath(url), 'utf8')
    return { ...loaded, source: mine.reduce((source, [, from, to]) => source.replace(from, to), published) }
  },
})

/** postgres.js of this process: whoever imports it by its own name before has it as it is published. */
export const { default: postgres } = await import('postgres')
