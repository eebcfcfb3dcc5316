import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** When a test that waits for a state gives up: nothing is timed by it, and on a busy machine a second is soon over. */
const patient = { expect: { poll: { timeout: 30_000 } } } as const
// One process serves file after file: loading the host anew for each took a third of the stage. What a host is and does belongs
// to the object that `startHost` makes.
const slow = {
  ...patient,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  pool: 'forks',
  maxWorkers: 2,
  isolate: false,
} as const
const withServer = { ...slow, globalSetup: ['tests/config/start-server.ts'] }
const root = join(import.meta.dirname, '..', '..')
const elsewhere = ['**/node_modules/**', 'dist/**']
const special = ['db', 'pglite', 'cli', 'deno', 'media', 'blender'].map((suite) => `**/*.${suite}.test.ts`)
// What PGlite, the fallback, has to hold besides its own tests: starting, answers like Postgres', nobody's rights in another's query.
// The SQL is the same on both, and its own tests run on Postgres alone.
const alsoOnPglite = [
  'supabase/local/{host,main}.db.test.ts',
  'supabase/local/realtime/realtime.db.test.ts',
  'tests/gateway/{contract,mutators}.db.test.ts',
  'tests/database/{row-rules,forged-tokens}.db.test.ts',
]

/** The build alone makes the page that goes into a packet; screens that could take one are drawn here without it. */
const emptyPacketPage = {
  name: 'xsheet:empty-packet-page',
  resolveId: (id: string) => (id === 'virtual:packet-page' ? `\0${id}` : undefined),
  load: (id: string) => (id === '\0virtual:packet-page' ? `export default ''` : undefined),
}

// A file's name says which suite it belongs to; nothing is listed by hand, so nothing can be left out.
export default defineConfig({
  root,
  test: {
    passWithNoTests: false,
    // One worker fewer than cores, the default, leaves half of a small machine idle.
    maxWorkers: 2,
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          ...patient,
          environment: 'node',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, ...special, 'app/**'],
          testTimeout: 60_000,
          // Pure code: a process and its modules serve one file after the other.
          isolate: false,
        },
      },
      {
        root,
        plugins: [emptyPacketPage],
        test: {
          name: 'app',
          ...patient,
          environment: 'jsdom',
          include: ['app/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/config/app-setup.ts'],
          // Stores and commands are modules with a state, so each file has its own, in a context of V8: making a process with jsdom
          // for each took four times as long as all the tests.
          pool: 'vmThreads',
          exclude: [...elsewhere, ...special],
          testTimeout: 60_000,
        },
      },
      { root, test: { name: 'database', include: ['**/*.db.test.ts'], exclude: elsewhere, ...withServer } },
      {
        root,
        test: {
          name: 'fallback',
          include: ['**/*.pglite.test.ts', ...alsoOnPglite],
          exclude: elsewhere,
          env: { XSHEET_TEST_DATABASE: 'pglite' },
          ...withServer,
        },
      },
      {
        root,
        test: {
          name: 'cli',
          include: ['cli/**/*.cli.test.ts'],
          exclude: elsewhere,
          ...withServer,
          // Two commands that talk to a host leave cores idle between their questions.
          maxWorkers: 3,
          globalSetup: [...withServer.globalSetup, 'tests/config/build-cli.ts'],
        },
      },
      { root, test: { name: 'media', include: ['**/*.media.test.ts'], exclude: elsewhere, ...withServer } },
      { root, test: { name: 'blender', include: ['**/*.blender.test.ts'], exclude: elsewhere, ...withServer } },
      { root, test: { name: 'functions', include: ['**/*.deno.test.ts'], exclude: elsewhere, ...slow } },
    ],
  },
})
