import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok } from '#core/lib/result.ts'
import { registry } from '#app/commands/registry.ts'
import { setSessionPort, type SessionPort } from '#app/stores/session-port.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import { resetStudioForms } from './studio-form-store.ts'
import { SwitchStudioDialog } from './switch-studio-dialog.tsx'
import { WelcomeScreen } from './welcome-screen.tsx'

const aStudio = (slug: string) => ({ id: toId<StudioId>(`id-${slug}`), name: slug, slug })
const [north, south] = [aStudio('north'), aStudio('south')]
const user = {
  id: toId('00000000-0000-4000-8000-0000000000aa'),
  email: 'mei@northlight.example',
  displayName: 'Mei Tanaka',
  avatarUrl: undefined,
  isSuperAdmin: false,
} as const

let runs: string[] = []

/** Sets a session with only these methods. */
function setSession(port: Partial<SessionPort>): void {
  // These tests call nothing else of the port.
  setSessionPort(port as SessionPort)
}

beforeEach(() => {
  runs = []
  resetSession()
  resetStudioForms()
  history.replaceState(null, '', '/welcome')
  signedIn({ user: { ...user, id: toId(user.id) }, studios: [north, south], currentStudioId: north.id })
  const switching = {
    id: 'studio.switch',
    title: 'Switch',
    group: 'Test',
    scope: 'everywhere',
    run: (_context: unknown, args: readonly string[]) => void runs.push(['studio.switch', ...args].join(' ')),
  } as const
  return registry.register([switching])
})

test('creating a studio needs a name, which is trimmed', async () => {
  const names: string[] = []
  setSession({
    createStudio: async (name) => {
      names.push(name)
      return await Promise.resolve(ok(north))
    },
  })
  render(<WelcomeScreen />)
  const create = screen.getByRole('button', { name: 'Create' })

  await userEvent.type(screen.getByLabelText('Studio name'), '   ')
  expect(create).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText('Studio name'), 'Blue Hour{Enter}')

  expect(names).toHaveLength(1)
  await waitFor(() => expect(location.pathname).toBe('/studio/north/projects'))
})

test("what the server says of a refused studio is shown, or the specification's words", async () => {
  const answers = ['A studio name has at most 200 characters', ' ']
  setSession({
    createStudio: async () => await Promise.resolve(err(new AppError('invalid-input', answers.shift() ?? ''))),
  })
  render(<WelcomeScreen />)

  await userEvent.type(screen.getByLabelText('Studio name'), 'Blue Hour{Enter}')
  expect(await screen.findByText('A studio name has at most 200 characters')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))

  expect(await screen.findByText('Failed to create studio. Please try again.')).toBeTruthy()
  expect(location.pathname).toBe('/welcome')
})

test('a pasted link that is no invite is refused; a valid one leads to the projects', async () => {
  const invalid = new AppError('invite-link-invalid', messages['invite-link-invalid'])
  setSession({ joinStudio: async (text) => await Promise.resolve(text === 'good' ? ok(south) : err(invalid)) })
  render(<WelcomeScreen />)

  await userEvent.type(screen.getByLabelText('Invite link'), 'nonsense{Enter}')
  expect(await screen.findByText('Invalid invite link')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Invite link'))
  await userEvent.type(screen.getByLabelText('Invite link'), 'good{Enter}')

  await waitFor(() => expect(location.pathname).toBe('/studio/south/projects'))
})

test('where joining fails without a word, the specification has some', async () => {
  setSession({ joinStudio: async () => await Promise.resolve(err(new AppError('unexpected', ''))) })
  render(<WelcomeScreen />)

  await userEvent.type(screen.getByLabelText('Invite link'), 'a link{Enter}')

  expect(await screen.findByText('Failed to join studio.')).toBeTruthy()
})

test('the studio dialog works over the welcome page', async () => {
  setSession({ createStudio: async () => await Promise.resolve(ok(south)) })
  render(<WelcomeScreen />)
  render(<SwitchStudioDialog onClose={() => undefined} />)

  await userEvent.type(within(screen.getByRole('dialog')).getByLabelText('Studio name'), 'Blue Hour{Enter}')

  await waitFor(() => expect(location.pathname).toBe('/studio/south/projects'))
})

test('someone who navigates away while a studio is created stays there', async () => {
  const made = Promise.withResolvers<ReturnType<typeof ok<typeof south>>>()
  const followed: string[] = []
  setSession({
    createStudio: async () => await made.promise,
    followAddress: async (path) => await Promise.resolve(void followed.push(path)),
  })
  render(<SwitchStudioDialog onClose={() => undefined} />)
  await userEvent.type(screen.getByLabelText('Studio name'), 'Blue Hour{Enter}')

  history.replaceState(null, '', '/studio/north/timeline')
  made.resolve(ok(south))

  await waitFor(() => expect(followed).toEqual(['/studio/north/timeline']))
  expect(location.pathname).toBe('/studio/north/timeline')
})

test('in the pop-up a studio that cannot be created is told without “try again”', async () => {
  setSession({ createStudio: async () => await Promise.resolve(err(new AppError('unexpected', ''))) })
  render(<SwitchStudioDialog onClose={() => undefined} />)

  await userEvent.type(screen.getByLabelText('Studio name'), 'Blue Hour{Enter}')

  expect(await screen.findByText('Failed to create studio')).toBeTruthy()
})

test('the Switch button is disabled until another studio is chosen', async () => {
  const closed: string[] = []
  render(<SwitchStudioDialog onClose={() => closed.push('closed')} />)
  const button = screen.getByRole('button', { name: 'Switch' })
  expect(screen.getByText('Current')).toBeTruthy()
  expect(button).toHaveProperty('disabled', true)

  await userEvent.click(screen.getByRole('radio', { name: 'south' }))
  await userEvent.click(button)

  expect(closed).toEqual(['closed'])
  expect(runs).toEqual(['studio.switch id-south'])
})

test('a pasted invite link is followed', async () => {
  render(<SwitchStudioDialog onClose={() => undefined} />)

  await userEvent.type(screen.getByLabelText('Invite link'), 'no token here')
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('Invalid invite link')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Invite link'), ' https://x.example/invite/a1b2c3d4e5f6a1b2c3d4e5f6')
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))

  expect(location.pathname).toBe('/invite/a1b2c3d4e5f6a1b2c3d4e5f6')
})
