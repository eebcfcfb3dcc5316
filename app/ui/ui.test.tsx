import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { makeLayerStack, type LayerStack } from '#app/lib/layer-stack.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { AvatarStack } from './avatar-stack.tsx'
import { Button } from './button.tsx'
import { ColorPicker } from './color-picker.tsx'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import { MultiSelect } from './multi-select.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'
import { TextField } from './text-field.tsx'
import { TooltipHost } from './tooltip-host.tsx'

beforeAll(() => {
  // jsdom measures nothing; the primitives only need the constructor.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

function DialogPage({ stack }: { readonly stack: LayerStack | undefined }) {
  const [open, setOpen] = useState(0)
  return (
    <LayerStackContext value={stack}>
      <Button onClick={() => setOpen(1)}>Open</Button>
      <Dialog isOpen={open > 0} onClose={() => setOpen(0)} title="Outer">
        <Button onClick={() => setOpen(2)}>More</Button>
        <Dialog isOpen={open > 1} onClose={() => setOpen(1)} title="Inner">
          Text
        </Dialog>
      </Dialog>
    </LayerStackContext>
  )
}

test.each([
  ['with the app around it', makeLayerStack()],
  ['alone', undefined],
])('a dialog %s: one Esc closes one layer, and focus goes back', async (_, stack) => {
  const user = userEvent.setup()
  render(<DialogPage stack={stack} />)

  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByRole('dialog', { name: 'Inner' })).toBeTruthy()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Inner' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Outer' })).toBeTruthy()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })), 30_000)
})

test('an open dialog is on the layer stack, a closed one is not', async () => {
  const stack = makeLayerStack()
  const user = userEvent.setup()
  render(<DialogPage stack={stack} />)
  expect(stack.layers()).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Open' }))

  expect(stack.layers()).toMatchObject([{ scope: 'dialog', blocks: 'everything' }])
})

test('confirming a deletion needs the name typed exactly, after trimming', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn<() => void>()
  render(
    <AlertDialog
      isOpen
      title="Delete Project"
      description="It cannot be undone."
      confirmLabel="Delete"
      typedText="The Salt Road"
      onConfirm={onConfirm}
      onCancel={() => undefined}
    />,
  )
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
  expect(document.activeElement).toBe(screen.getByRole('textbox'))

  await user.keyboard('the salt road{Enter}')
  expect(confirm.disabled).toBe(true)
  expect(onConfirm).not.toHaveBeenCalled()

  await user.clear(screen.getByRole('textbox'))
  await user.keyboard('  The Salt Road {Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('an alert dialog without a text field focuses Cancel', () => {
  render(
    <AlertDialog
      isOpen
      title="T"
      description="D"
      confirmLabel="Yes"
      onConfirm={() => undefined}
      onCancel={() => undefined}
    />,
  )

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('a disabled button can be focused and gives its reason, but does nothing', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn<() => void>()
  render(
    <>
      <Button disabledReason="Not configured here" onClick={onClick}>
        GitHub
      </Button>
      <TooltipHost />
    </>,
  )

  await user.tab()
  await user.keyboard('{Enter}')
  expect(onClick).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')

  await user.hover(screen.getByRole('button'))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Not configured here')
  expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe('tooltip')
})

test('a tooltip shows the key, hides on the next key press, and does not repeat the name', async () => {
  const user = userEvent.setup()
  render(
    <>
      <IconButton label="Notifications" keys="N" icon={null} count={4} />
      <TooltipHost />
    </>,
  )

  await user.hover(screen.getByRole('button', { name: 'Notifications' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('NotificationsN')
  expect(screen.getByRole('button').hasAttribute('aria-describedby')).toBe(false)

  await user.keyboard('x')
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a menu opens by key, moves with the arrows, and runs the picked item', async () => {
  const user = userEvent.setup()
  const onSelect = vi.fn<() => void>()
  render(
    <Menu
      trigger={<Button>Profile</Button>}
      items={[
        { kind: 'heading', id: 'who', label: 'jo@northlight.example' },
        { kind: 'action', id: 'settings', label: 'Settings', onSelect: () => undefined },
        { kind: 'action', id: 'out', label: 'Sign Out', onSelect },
      ]}
    />,
  )

  await user.tab()
  await user.keyboard('{Enter}{ArrowDown}{Enter}')

  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

const statuses = ['TODO', 'WIP', 'WFA', 'DONE'].map((value) => ({ value, label: value }))

function Statuses() {
  const [selected, setSelected] = useState<readonly string[]>(['WIP'])
  return (
    <>
      <MultiSelect label="Statuses" options={statuses} selected={selected} onChange={setSelected} />
      <output>{selected.join(' ')}</output>
    </>
  )
}

test('MultiSelect chooses by searching, with All and with None', async () => {
  const user = userEvent.setup()
  render(<Statuses />)
  const result = screen.getByRole('status')
  await user.click(screen.getByRole('button', { name: /Statuses/ }))

  await user.type(screen.getByRole('combobox'), 'do')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['TODO', 'DONE'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(result.textContent).toBe('WIP DONE')

  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(result.textContent).toBe('TODO WIP WFA DONE')
  expect(screen.getByRole('button', { name: 'All statuses', hidden: true })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'None' }))
  expect(result.textContent).toBe('')
  expect(screen.getByRole('button', { name: 'No statuses', hidden: true })).toBeDefined()
})

test('Select chooses with the arrows, and its list closes', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(value: string) => void>()
  render(<Select label="Role" value="WIP" options={statuses} onChange={onChange} />)

  await user.click(screen.getByRole('button', { name: 'Role' }))
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('WIP')
  await user.keyboard('{ArrowDown}{Enter}')

  expect(onChange).toHaveBeenCalledWith('WFA')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a field shows its error and is marked invalid', () => {
  render(<TextField label="Project Name" value="" onChange={() => undefined} error="Please enter a project name" />)
  const field = screen.getByRole('textbox', { name: 'Project Name' })

  const message = document.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(message?.textContent).toBe('Please enter a project name')
})

test('switches, segmented controls, tabs and colour pickers have their roles and report changes', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(value: unknown) => void>()
  render(
    <>
      <Switch label="Mentions" isOn={false} onChange={onChange} />
      <Segmented
        label="View"
        value="grid"
        options={[
          { value: 'grid', label: 'Grid' },
          { value: 'kanban', label: 'Kanban' },
        ]}
        onChange={onChange}
      />
      <ColorPicker
        label="Colour"
        colors={[
          { value: 'red', name: 'Red', signColor: 'white' },
          { value: 'blue', name: 'Blue', signColor: 'white' },
        ]}
        value="red"
        onChange={onChange}
      />
      <Tabs
        label="Settings"
        value="one"
        tabs={[
          { value: 'one', label: 'One' },
          { value: 'two', label: 'Two' },
        ]}
        onChange={onChange}
      >
        Panel
      </Tabs>
    </>,
  )

  await user.click(screen.getByRole('switch', { name: 'Mentions' }))
  await user.click(within(screen.getByRole('group', { name: 'View' })).getByRole('radio', { name: 'Kanban' }))
  await user.click(screen.getByRole('radio', { name: 'Blue' }))
  await user.click(screen.getByRole('tab', { name: 'Two' }))

  // A tab that does not open when requested is requested again when the focus reaches it.
  expect([...new Set(onChange.mock.calls.map(([value]) => value))]).toEqual([true, 'kanban', 'blue', 'two'])
  expect(screen.getByRole('tabpanel').textContent).toBe('Panel')
})

test('an avatar stack names everyone and shows a few', () => {
  const people = ['Ana', 'Lucas', 'Mika', 'Jo'].map((name) => ({
    id: name,
    name,
    initials: name.slice(0, 2),
    color: 'navy',
  }))
  const { container } = render(<AvatarStack people={people} limit={2} />)

  expect(screen.getByText('Ana, Lucas, Mika, Jo')).toBeTruthy()
  expect(container.textContent).toContain('+2')
})

test('a closing menu does not take the focus from an element focused since', async () => {
  const user = userEvent.setup()
  render(
    <>
      <Menu
        trigger={<Button>Versions</Button>}
        items={[{ kind: 'action', id: 'a', label: 'v1', onSelect: () => undefined }]}
      />
      <TextField label="Comment" value="" onChange={() => undefined} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Versions' }))

  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  screen.getByRole('textbox').focus()
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })

  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
