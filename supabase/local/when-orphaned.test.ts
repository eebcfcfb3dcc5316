import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const script = `
  import { whenOrphaned } from '${new URL('when-orphaned.mjs', import.meta.url).href}'
  whenOrphaned(() => { console.log('alone'); process.exit() }, { everyMs: 20 })
  setInterval(() => {}, 1000)
  console.log('started')`

test('a process learns that its parent shell is gone', async () => {
  // A shell with something left to do stays between the two, as npm's does.
  const command = '"$NODE" --input-type=module -e "$SCRIPT"; true'
  const env = { ...process.env, NODE: process.execPath, SCRIPT: script }
  const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  shell.stdout.on('data', (data) => (said += String(data)))
  await expect.poll(() => said, { timeout: 10_000 }).toBe('started\n')

  shell.kill('SIGTERM')

  await expect.poll(() => said, { timeout: 10_000 }).toBe('started\nalone\n')
})
