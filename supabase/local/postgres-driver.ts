import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// postgres.js 3.4.9 loses pooled connections when they end under load, as when Postgres restarts, and pays for errors
// that never happen:
const mends: readonly (readonly [file: string, published: string, mended: string])[] = [
  // A closing connection keeps the query it was about to send, and the reason why it ended. When reopened, the first
  // makes it believe that it is about to send, so it never sends anything again, not even its greeting; the second
  // makes it fail the next query first.
  [
    'connection.js',
    'clearImmediate(nextWriteTimer)\n    socket.removeListener',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = errorResponse = null\n    socket.removeListener',
  ],
  // Queries sent between a broken pipe and the end of their connection would wait for ever.
  ['connection.js', '!hadError && (query || sent.length) && error(', 'if (query || sent.length) error('],
  // A connection opened for a reserved session is never handed to it, whether or not types are fetched first, so that
  // the session may get none.
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
  // A session that opened a connection would get a second one, which nobody returns.
  [
    'index.js',
    'queries.push(query)\n        closed.length && connect(closed.shift(), query)',
    'closed.length ? connect(closed.shift(), query) : queries.push(query)',
  ],
  // With a function that hears of queries, each query would make an error to keep where it came from.
  ['index.js', 'handler.debug = options.debug', 'handler.debug = options.debug === true'],
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

/** postgres.js for this process: a module that imported it by its own name earlier has the unpatched one. */
export const { default: postgres } = await import('postgres')
