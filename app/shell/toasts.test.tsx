import type { StudioClient } from '#core/sync/studio-client.ts'
import { reversible } from '#app/commands/define-command.ts'
import type { Done } from '#core/change/context.ts'
import type { WriteAnswer } from '#core/change/mutation.ts'
import { act, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { toId, type OperationId, type StudioId } from '#core/lib/ids.ts'
import { notices } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { Command } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { dismissToast, resetToasts, showToast, toastStore } from '#app/stores/toast-store.ts'
import { resetUi } from '#app/stores/ui-store.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { perform, performAll } from '#app/widgets/perform.ts'
import { Layers } from './layers.tsx'

// The fade-out, with a frame or two before it.
const fadeMs = 500
const { milliseconds: copiedMs } = notices.linkCopied
const { milliseconds: savedMs } = notices.settingsSaved

beforeAll(async () => {
  // These tests are not about waiting for code to load.
  const { unmount } = show()
  act(() => void showToast({ text: 'First', durationMs: 60_000 }))
  await screen.findByRole('listitem', undefined, { timeout: 60_000 })
  act(resetToasts)
  await waitForElementToBeRemoved(() => screen.queryByRole('listitem'))
  unmount()
})
beforeEach(() => {
  vi.useFakeTimers()
  resetToasts()
  resetUi()
  undoStack.clear()
})
afterEach(async () => {
  act(resetToasts)
  await pass(fadeMs)
  vi.useRealTimers()
})

/** Advances time in small steps: React renders between steps, not within one. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(Math.min(left, 20))))
  }
}

async function tell(options: Parameters<typeof showToast>[0]): Promise<void> {
  act(() => void showToast(options))
  await pass(20)
}

const copied = { text: notices.linkCopied.text, durationMs: copiedMs } as const
const saved = { text: notices.settingsSaved.text, durationMs: savedMs } as const

const show = () =>
  render(
    <LayerStackContext value={layerStack}>
      <input aria-label="Field" />
      <Layers />
    </LayerStackContext>,
  )

/** The toasts on the page, whether the store knows them or not. */
const shown = (): readonly (string | null)[] => screen.queryAllByRole('listitem').map((toast) => toast.textContent)

function hidePage(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  vi.spyOn(document, 'hasFocus').mockReturnValue(!isHidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

/** A background page draws no frames. */
function stopFrames(): () => void {
  const waiting: FrameRequestCallback[] = []
  const stub = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => waiting.push(frame))
  return () => {
    stub.mockRestore()
    for (const frame of waiting) requestAnimationFrame(frame)
  }
}

test.each([copied, saved])('"$text" goes after $durationMs ms', async (toast) => {
  show()
  await tell(toast)

  await pass(toast.durationMs - 50)
  expect(shown()).toEqual([toast.text])
  await pass(50 + fadeMs)

  expect(shown()).toEqual([])
  expect(toastStore.toasts).toEqual([])
})

test('an expired toast does not come back with the next one', async () => {
  show()
  for (const text of ['One', 'Two', 'Three']) {
    await tell({ text })
    await pass(3000 + fadeMs)
  }

  await tell({ kind: 'error', text: 'Four', action: { label: 'Retry', run: () => undefined } })

  expect(shown()).toEqual(['FourRetry'])
})

test('a toast that expires in a background tab is gone on return', async () => {
  show()
  await tell({ kind: 'error', text: 'Could not be saved' })
  hidePage(true)
  const drawAgain = stopFrames()
  await pass(10_000)

  hidePage(false)
  drawAgain()

  expect(shown()).toEqual([])
  await pass(fadeMs)
  await tell(copied)
  expect(shown()).toEqual([copied.text])
})

test('a toast shown in a background tab with time left is there on return', async () => {
  show()
  hidePage(true)
  const drawAgain = stopFrames()
  await tell({ text: 'Old' })
  await pass(2000)
  await tell({ text: 'New' })
  await pass(2000)

  hidePage(false)
  drawAgain()
  await pass(20)

  expect(shown()).toEqual(['New'])
  await pass(1000 + fadeMs)
  expect(shown()).toEqual([])
})

test('a toast expires behind a dialog too, and does not come back with the next one', async () => {
  const dialog = (
    <Dialog isOpen title="Settings" onClose={() => undefined}>
      <input aria-label="Name" />
    </Dialog>
  )
  show()
  await tell(saved)
  const { unmount } = render(<LayerStackContext value={layerStack}>{dialog}</LayerStackContext>)
  await pass(savedMs + fadeMs)
  unmount()
  await pass(fadeMs)

  await tell(copied)

  expect(shown()).toEqual([copied.text])
})

test('a pointer pressed on a toast and released elsewhere does not hold it open', async () => {
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })
  show()
  await tell({ text: 'One' })
  fireEvent.pointerDown(screen.getByRole('listitem'), { pointerId: 1, button: 0 })

  await pass(3000 + fadeMs)
  expect(shown()).toEqual([])
  await tell({ text: 'Two' })
  await pass(3000 + fadeMs)

  expect(shown()).toEqual([])
})

test('a toast stays while it has the focus, and goes once focus leaves', async () => {
  show()
  screen.getByLabelText('Field').focus()
  await tell({ text: 'Item deleted', action: { label: 'Undo', run: () => undefined }, durationMs: 3000 })
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())

  await pass(10_000)
  expect(shown()).toEqual(['Item deletedUndo'])
  act(() => screen.getByLabelText('Field').focus())
  await pass(fadeMs + 250)

  expect(shown()).toEqual([])
})

test('a toast reached by key and left again goes after its time', async () => {
  show()
  await tell({ text: 'One' })
  await tell({ text: 'Two' })
  act(() => void fireEvent.keyDown(document, { altKey: true, code: 'KeyT' }))
  act(() => screen.getByLabelText('Field').focus())

  await pass(3000 + fadeMs)

  expect(shown()).toEqual([])
})

test('a toast does not stay open in a window without focus', async () => {
  show()
  await tell({ text: 'Item deleted', action: { label: 'Undo', run: () => undefined }, durationMs: 3000 })
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)

  await pass(3000 + fadeMs)

  expect(shown()).toEqual([])
})

test("a toast's button works once and removes the toast", async () => {
  const run = vi.fn<() => void>()
  show()
  await tell({ text: 'Discarded', action: { label: 'Undo', run } })

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))

  expect(run).toHaveBeenCalledOnce()
  expect(toastStore.toasts).toEqual([])
  await pass(fadeMs)
  await tell(copied)
  expect(shown()).toEqual([copied.text])
})

test('a repeated failure is shown again', async () => {
  const failure = { kind: 'error', text: 'Could not be saved' } as const
  show()
  await tell({
    ...failure,
    id: 'refused',
    action: { label: 'Retry', run: () => showToast({ ...failure, id: 'refused' }) },
  })

  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await pass(fadeMs)

  expect(shown()).toEqual(['Could not be saved'])
})

test('a replacing toast keeps nothing of the one it replaces', async () => {
  show()
  await tell({ id: 'done', text: '2 tasks', action: { label: 'Undo', run: () => undefined } })

  await tell({ id: 'done', text: 'Week locked' })

  expect(shown()).toEqual(['Week locked'])
})

test.each([0, 10, 20, 40, 100, 190, 230])(
  'a toast shown again %i ms after its removal stays its full time',
  async (ms) => {
    show()
    await tell({ id: 'done', text: 'First' })
    act(() => dismissToast('done'))
    await pass(ms)

    await tell({ id: 'done', text: 'Second' })
    await pass(2900)
    expect(shown()).toEqual(['Second'])
    expect(toastStore.toasts).toHaveLength(1)
    await pass(100 + fadeMs)

    expect(shown()).toEqual([])
  },
)

/** A change of tasks whose server answers the test controls; each undo and redo is a separate write. */
function aChange(text: string | undefined) {
  const answers: ((answer: Result<WriteAnswer>) => void)[] = []
  const revert = vi.fn<() => void>()
  const outbox = { getEntries: () => [], retry: async () => undefined, dismiss: async () => undefined }
  const carryOut = async (): Promise<Result<Done>> => {
    const { promise, resolve } = Promise.withResolvers<Result<WriteAnswer>>()
    answers.push(resolve)
    const step = { studioId: toId<StudioId>('s'), scopes: [], mutation: { kind: 'update-tasks' } }
    const undo = { label: 'Set status', steps: [step] }
    return ok({
      id: toId<OperationId>(`o${answers.length}`),
      answered: promise,
      changedCount: 2,
      conflictCount: 0,
      undo,
    })
  }
  const takeBack = async (): Promise<Result<Done>> => {
    revert()
    return await carryOut()
  }
  const client = { outbox, carryOut: takeBack }
  const options = { client: client as unknown as StudioClient, failedText: 'Error updating status', doneText: text }
  return {
    run: async () => await perform(carryOut(), options),
    runTwice: async () => await performAll([carryOut, carryOut], options),
    runHalf: async () =>
      await performAll(
        [carryOut, async () => await Promise.resolve(err(new AppError('offline', 'No network')))],
        options,
      ),
    revert,
    refuse: async (index: number) => {
      await act(async () => answers[index]?.(err(new AppError('permission-denied', 'Not allowed'))))
      await pass(fadeMs)
    },
  }
}

async function change(run: Command['run']): Promise<void> {
  const command = { id: 'test.change', title: 'Change', group: 'Test', scope: 'global', run } as const
  const away = registry.register([command])
  await act(async () => await runCommand('test.change'))
  act(away)
  await pass(20)
}

const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)
const waysToUndo = {
  'its button': async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })),
  'Ctrl+Z': async () => press({ key: 'z', code: 'KeyZ', ctrlKey: true }),
  'the palette': async () => {
    press({ key: 'k', code: 'KeyK', ctrlKey: true })
    await pass(100)
    const field = screen.getByRole('combobox')
    fireEvent.change(field, { target: { value: '>undo' } })
    await pass(100)
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  },
} as const

test.each(Object.keys(waysToUndo) as (keyof typeof waysToUndo)[])(
  'a change undone by %s is no longer announced as done',
  async (way) => {
    const { run, revert } = aChange('2 tasks: Review')
    show()
    await change(run)
    expect(shown()).toEqual(['2 tasks: ReviewUndo'])

    await waysToUndo[way]()
    await pass(fadeMs)

    expect(revert).toHaveBeenCalledOnce()
    expect(shown()).toEqual(['Undone: Set status'])
    await pass(3000 + fadeMs)
    await tell(copied)
    expect(shown()).toEqual([copied.text])
  },
)

test("a toast's Undo disappears after a newer change, which it would undo instead", async () => {
  show()
  await change(aChange('2 tasks: Review').run)
  await change(() => reversible('Change a key', { apply: () => undefined, undo: () => undefined }))
  await pass(fadeMs)
  expect(shown()).toEqual([])

  press({ key: 'z', code: 'KeyZ', ctrlKey: true })
  await pass(fadeMs)

  expect(shown()).toEqual(['Undone: Change a key'])
})

test("a toast's Undo works over a dialog that keeps the focus in a field", async () => {
  const { run, revert } = aChange('2 tasks: Review')
  show()
  await change(run)
  render(
    <LayerStackContext value={layerStack}>
      <Dialog isOpen title="Settings" onClose={() => undefined}>
        <input aria-label="Name" />
      </Dialog>
    </LayerStackContext>,
  )
  await pass(100)
  act(() => screen.getByLabelText('Name').focus())

  fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await pass(fadeMs)

  expect(revert).toHaveBeenCalledOnce()
})

test('a refused change is no longer announced as done', async () => {
  const { run, refuse } = aChange('2 tasks: Review')
  show()
  await change(run)

  await refuse(0)

  expect(shown()).toEqual(['Error updating statusNot allowedRetry'])
})

test('a change of several writes is no longer announced as done when any is refused', async () => {
  const { runTwice, refuse } = aChange('2 tasks changed')
  show()
  await change(runTwice)

  await refuse(0)

  expect(shown()).toEqual(['Error updating statusNot allowedRetry'])
})

test('a change that stops halfway is not announced as done, and its finished part can be undone', async () => {
  const { runHalf, revert } = aChange('2 tasks changed')
  show()
  await change(runHalf)
  await pass(fadeMs)

  expect(shown()).toEqual(['No network'])
  await waysToUndo['Ctrl+Z']()
  await pass(fadeMs)
  expect(revert).toHaveBeenCalledTimes(1)
})

test('a refused older change leaves the announcement of a newer one', async () => {
  const older = aChange('2 tasks: Review')
  show()
  await change(older.run)
  await change(aChange('3 tasks: Done').run)

  await older.refuse(0)

  expect(shown()).toEqual(['Error updating statusNot allowedRetry', '3 tasks: DoneUndo'])
})

test('a refused undo is no longer announced as done', async () => {
  const { run, refuse } = aChange('2 tasks: Review')
  show()
  await change(run)
  press({ key: 'z', code: 'KeyZ', ctrlKey: true })
  await pass(fadeMs)

  await refuse(1)

  expect(shown()).toEqual(['Error updating statusNot allowedRetry'])
})
