import { expect, test } from 'vitest'
import { runKept } from './process.ts'

const script = (code: string) => ({ program: 'node', args: ['--eval', code], limitMinutes: 1 })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('runKept returns both streams and how the program ended', async () => {
  const ending = await runKept(script(`console.log('out'); console.error('err'); process.exitCode = 3`))

  expect(ending).toMatchObject({ exitCode: 3, isTimedOut: false })
  expect(ending.output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
})

test('runKept reports a missing program', async () => {
  const ending = await runKept({ program: 'no-such-program', args: [], limitMinutes: 1 })

  expect(ending.exitCode).toBe(127)
  expect(ending.output).toContain('no-such-program could not be started')
})

test('runKept ends a program that hangs', async () => {
  const ending = await runKept({ ...script('setInterval(() => {}, 1000)'), limitMinutes: 0.01 })

  expect(ending.isTimedOut).toBe(true)
  expect(ending.output).toBe('node was ended after 0.01 minutes\n')
  expect(ending.exitCode).not.toBe(0)
})

test('runKept leaves no forgotten child processes running', async () => {
  const forgetful = `
    const child = require('node:child_process').spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    child.unref()
    console.log(child.pid)`

  const { output } = await runKept(script(forgetful))

  await expect.poll(() => isAlive(Number(output.trim())), { timeout: 10_000 }).toBe(false)
})
