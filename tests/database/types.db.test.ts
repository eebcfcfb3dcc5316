import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('the generated types match the migrations (npm run types)', () => {
  const directory = mkdtempSync(join(tmpdir(), 'xsheet-types-'))
  try {
    const fresh = join(directory, 'database.types.ts')
    execFileSync(process.execPath, [join(root, 'supabase/local/generate-types.ts'), fresh], { cwd: root })

    expect(readFileSync(join(root, 'core/gateway/database.types.ts'), 'utf8')).toBe(readFileSync(fresh, 'utf8'))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
