import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 120_000, hookTimeout: 180_000, pool: 'forks', maxWorkers: 2 } as const
const root = join(import.meta.dirname, '..', '..')
const elsewhere = ['**/node_modules/**', 'dist/**']
const special = ['**/*.db.test.ts', '**/*.cli.test.ts', '**/*.deno.test.ts']

// A file's name says which suite it belongs to; nothing is listed by hand, so nothing can be left out.
export default defineConfig({
  root,
  test: {
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, ...special, 'app/**'],
          testTimeout: 30_000,
        },
      },
      {
        root,
        test: {
          name: 'app',
          environment: 'jsdom',
          include: ['app/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/config/app-setup.ts'],
          exclude: [...elsewhere, ...special],
          testTimeout: 30_000,
        },
      },
      { root, test: { name: 'database', include: ['**/*.db.test.ts'], exclude: elsewhere, ...slow } },
      { root, test: { name: 'cli', include: ['cli/**/*.cli.test.ts'], exclude: elsewhere, ...slow } },
      { root, test: { name: 'functions', include: ['**/*.deno.test.ts'], exclude: elsewhere, ...slow } },
    ],
  },
})
