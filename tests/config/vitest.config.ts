import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Only a deadline for polling tests: a busy machine may need more than the default second. */
const patient = { expect: { poll: { timeout: 30_000 } } } as const
// One process runs file after file: loading the host anew for each took a third of the stage. All of a host's state
// belongs to the object that `startHost` returns.
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
// What must also hold on PGlite, the fallback: starting, the same responses as Postgres, and isolation between
// concurrent callers. The SQL is the same on both; its own tests run on Postgres only.
const alsoOnPglite = [
  'supabase/local/{host,main}.db.test.ts',
  'supabase/local/realtime/realtime.db.test.ts',
  'tests/gateway/{contract,mutators}.db.test.ts',
  'tests/database/{row-rules,forged-tokens}.db.test.ts',
]

/** The real page is made by the build; screens that can take packets are rendered here without it. */
const emptyPacketPage = {
  name: 'xsheet:empty-packet-page',
  resolveId: (id: string) => (id === 'virtual:packet-page' ? `\0${id}` : undefined),
  load: (id: string) => (id === '\0virtual:packet-page' ? `export default ''` : undefined),
}

// A file's name decides its suite; nothing is listed by hand, so nothing can be left out.
export default defineConfig({
  root,
  test: {
    passWithNoTests: false,
    // The default of one worker fewer than cores leaves half of a small machine idle.
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
          // Pure code: one process and its modules run file after file.
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
          // Stores and commands keep state in modules, so each file gets its own V8 context: a new process with jsdom
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
          // Commands waiting for a host leave cores idle.
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
