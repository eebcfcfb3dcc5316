import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { err, ok } from '#core/lib/result.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { resetUi, uiStore } from '#app/stores/ui-store.ts'
import { reversible, type Command } from './define-command.ts'
import { registry } from './registry.ts'
import { runCommand } from './run-command.ts'
import { undoStack } from './undo-stack.ts'

beforeEach(() => {
  resetToasts()
  resetUi()
  undoStack.clear()
})

function register(overrides: Partial<Command>): void {
  const command: Command = {
    id: 'test.do',
    title: 'Do',
    group: 'Test',
    scope: 'global',
    run: () => undefined,
    ...overrides,
  }
  onTestFinished(registry.register([command]))
}

const texts = (): readonly string[] => toastStore.toasts.map((toast) => toast.text)

test('an expected failure becomes a toast in its own words, with Retry where that can help', async () => {
  let runs = 0
  register({
    run: () => {
      runs += 1
      throw new AppError('project-update-failed', 'Failed to update project', { retryable: true })
    },
  })

  await runCommand('test.do')
  toastStore.toasts[0]?.action?.run()

  expect(texts()[0]).toBe('Failed to update project')
  expect(runs).toBe(2)
})

test('a failed Result is shown like a thrown error', async () => {
  register({ run: () => err(new AppError('permission-denied', 'You do not have permission to do this.')) })

  await runCommand('test.do')

  expect(texts()).toEqual(['You do not have permission to do this.'])
  expect(toastStore.toasts[0]?.action).toBeUndefined()
})

test('a bug is shown in general words and reported', async () => {
  const report = vi.fn<(caught: unknown) => void>()
  vi.stubGlobal('reportError', report)
  register({ run: () => Promise.reject(new TypeError('x is undefined')) })

  await runCommand('test.do')

  expect(texts()).toEqual(['Something went wrong.'])
  expect(report).toHaveBeenCalledOnce()
})

test("a command's result can be undone and redone", async () => {
  let value = 1
  const entry = reversible('Do', { apply: () => (value = 2), undo: () => (value = 1) })
  register({
    run: () => {
      value = 2
      return ok(entry)
    },
  })

  await runCommand('test.do')
  expect(await undoStack.undo()).toBe('Do')
  expect(value).toBe(1)
  expect(await undoStack.redo()).toBe('Do')
  expect(value).toBe(2)
})

test('a command that cannot act now does nothing', async () => {
  const run = vi.fn<Command['run']>()
  register({ run, when: () => false })

  await runCommand('test.do')

  expect(run).not.toHaveBeenCalled()
})

test.each(['key', 'control'] as const)(
  'a command run by %s without its arguments asks for them in the palette',
  async (source) => {
    const run = vi.fn<Command['run']>()
    register({ run, args: [{ id: 'status', placeholder: 'Which?', options: () => [] }] })

    await runCommand('test.do', { source, ...(source === 'key' && { chord: 'u' }) })
    expect(uiStore.palette?.commandId).toBe('test.do')
    expect(run).not.toHaveBeenCalled()

    await runCommand('test.do', { args: ['wip'] })
    expect(run).toHaveBeenCalledWith(expect.anything(), ['wip'])
  },
)

test('a command registered shortly after its control is clicked still runs', async () => {
  const run = vi.fn<() => void>()
  const clicked = runCommand('test.late')

  register({ id: 'test.late', run })
  await clicked

  expect(run).toHaveBeenCalledOnce()
})

test('an id can be registered only once, and is removed with its feature', () => {
  register({})
  const again: Command = { id: 'test.do', title: 'Do', group: 'Test', scope: 'global', run: () => undefined }

  expect(() => registry.register([again])).toThrow('test.do')
  expect(registry.find('test.nothing')).toBeUndefined()
})

test('an undo right after a command undoes that command, even if it has not finished', async () => {
  const taken: string[] = []
  const makeUndo = (label: string) => reversible(label, { apply: () => undefined, undo: () => taken.push(label) })
  const saved = Promise.withResolvers<void>()
  register({ id: 'test.first', run: () => ok(makeUndo('first')) })
  register({ id: 'test.slow', run: async () => await saved.promise.then(() => ok(makeUndo('slow'))) })
  await runCommand('test.first')

  const running = runCommand('test.slow')
  const undone = undoStack.undo()
  saved.resolve()
  await running

  expect(await undone).toBe('slow')
  expect(taken).toEqual(['slow'])
})

test('a redo pressed while an undo is under way redoes that step', async () => {
  const kept = Promise.withResolvers<void>()
  const done: string[] = []
  undoStack.record({
    label: 'slow',
    undo: async () => {
      await kept.promise
      return { label: 'slow', undo: async () => void done.push('again') }
    },
  })

  const undone = undoStack.undo()
  await Promise.resolve()
  expect(undoStack.canRedo()).toBe(true)
  const redone = undoStack.redo()
  kept.resolve()

  expect([await undone, await redone, done]).toEqual(['slow', 'slow', ['again']])
  expect(undoStack.canRedo()).toBe(false)
})

test('a command waiting for a person does not block undo forever', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  register({
    id: 'test.first',
    run: () => ok(reversible('first', { apply: () => undefined, undo: () => undefined })),
  })
  register({ id: 'test.asks', run: () => new Promise(() => undefined) })
  await runCommand('test.first')

  void runCommand('test.asks')
  const undone = undoStack.undo()
  await vi.advanceTimersByTimeAsync(1000)

  expect(await undone).toBe('first')
})
