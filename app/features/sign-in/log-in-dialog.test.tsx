import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { err, ok } from '#core/lib/result.ts'
import { avatarColorOf } from '#core/studios/palette.ts'
import { registry } from '#app/commands/registry.ts'
import { resetConfig, setConfig, setServerAway, type AppConfig } from '#app/stores/config-store.ts'
import { setSessionPort, type Account, type SessionPort } from '#app/stores/session-port.ts'
import { resetSession, signedOut } from '#app/stores/session-store.ts'
import { LogInDialog } from './log-in-dialog.tsx'
import { signInCommands } from './sign-in-commands.ts'

const everything: AppConfig = {
  supabaseUrl: '',
  publishableKey: '',
  auth: { google: true, github: true, local: true },
  allowedEmailDomains: [],
  demo: {
    isAvailable: true,
    password: 'demo-password',
    accounts: [{ id: 'a2c555ff', email: 'mei@northlight.example', name: 'Mei Tanaka', role: 'lead' }],
  },
  contactEmail: undefined,
  pushKey: undefined,
  hasMail: false,
}

/** Sets a session that records its calls; only `signIn` has a configurable result. */
function aSession(signIn: SessionPort['signIn'] = async () => await Promise.resolve(ok(undefined))) {
  const accounts: Account[] = []
  const providers: string[] = []
  const forgotten: string[] = []
  const port: Pick<SessionPort, 'signIn' | 'signInWith' | 'askForNewPassword'> = {
    askForNewPassword: async (email) => {
      forgotten.push(email)
      return await Promise.resolve(ok(undefined))
    },
    signIn: async (account) => {
      accounts.push(account)
      return await signIn(account)
    },
    signInWith: async (provider) => {
      providers.push(provider)
      return await Promise.resolve(ok(undefined))
    },
  }
  // These tests call nothing else of the port.
  setSessionPort(port as SessionPort)
  return { accounts, providers, forgotten }
}

beforeEach(() => {
  resetSession()
  signedOut()
  resetConfig()
  return registry.register(signInCommands)
})

test('a provider that the deployment lacks is disabled and says why', async () => {
  setConfig({ ...everything, auth: { google: false, github: false, local: true } })
  const { providers } = aSession()
  render(<LogInDialog onClose={() => undefined} />)

  const google = screen.getByRole('button', { name: 'Continue with Google' })
  const github = screen.getByRole('button', { name: 'Continue with GitHub' })
  await userEvent.click(github)

  expect(google.getAttribute('aria-disabled')).toBe('true')
  expect(github.getAttribute('data-tooltip')).toBe('GitHub sign-in is not set up on this deployment')
  expect(providers).toEqual([])
})

test('a configured provider starts its sign-in', async () => {
  setConfig(everything)
  const { providers } = aSession()
  render(<LogInDialog onClose={() => undefined} />)

  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue with GitHub' }))

  expect(providers).toEqual(['google', 'github'])
})

test('the log-in dialog shows only providers if there are no local accounts and no demo', () => {
  setConfig({
    ...everything,
    auth: { ...everything.auth, local: false },
    demo: { ...everything.demo, isAvailable: false },
  })
  render(<LogInDialog onClose={() => undefined} />)

  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('button', { name: /Mei Tanaka/ })).toBeNull()
})

test('a demo account signs in with the demo’s password', async () => {
  setConfig(everything)
  const { accounts } = aSession()
  render(<LogInDialog onClose={() => undefined} />)

  await userEvent.click(screen.getByRole('button', { name: /Mei Tanaka/ }))

  expect(accounts).toEqual([{ email: 'mei@northlight.example', password: 'demo-password' }])
})

test('a demo account has the avatar colour its person has everywhere', () => {
  setConfig(everything)
  render(<LogInDialog onClose={() => undefined} />)

  const avatar = screen.getByText('MT')

  const sample = document.createElement('span')
  sample.style.backgroundColor = avatarColorOf('a2c555ff')
  expect(avatar.style.backgroundColor).toBe(sample.style.backgroundColor)
})

test('a refused password shows the error at the field and keeps what was typed', async () => {
  setConfig(everything)
  const refused = new AppError('invalid-input', 'Invalid login credentials')
  const { accounts } = aSession(async () => await Promise.resolve(err(refused)))
  render(<LogInDialog onClose={() => undefined} />)
  const submit = screen.getByRole('button', { name: 'Log in' })
  expect(submit).toHaveProperty('disabled', true)

  await userEvent.type(screen.getByLabelText('E-mail'), ' mei@northlight.example ')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}')

  expect(await screen.findByText('Invalid login credentials')).toBeTruthy()
  expect(accounts).toEqual([{ email: 'mei@northlight.example', password: 'wrong' }])
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong')
})

test('the log-in dialog says that the server is away, and shows the ways to sign in once it is back', async () => {
  setServerAway()
  render(<LogInDialog onClose={() => undefined} />)
  expect(screen.getByRole('status').textContent).toMatch('The server is not available right now.')

  setConfig(everything)

  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

test('creating an account shows the password rule in advance', async () => {
  setConfig(everything)
  aSession()
  render(<LogInDialog onClose={() => undefined} />)
  expect(screen.queryByText('6 to 72 characters')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Create an account' }))

  expect(screen.getByText('6 to 72 characters')).toBeDefined()
})

test('a forgotten password sends a link by mail, or without mail names whom to ask', async () => {
  setConfig(everything)
  const { forgotten } = aSession()
  render(<LogInDialog onClose={() => undefined} />)
  const forgot = screen.getByRole('button', { name: 'Forgot password?' })

  await userEvent.click(forgot)
  expect(screen.getByText(/^This Xsheet sends no mail\./)).toBeDefined()

  act(() => setConfig({ ...everything, hasMail: true }))
  await userEvent.click(forgot)
  expect(screen.getByText('Type your e-mail first.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('E-mail'), ' mei@northlight.example ')
  await userEvent.click(forgot)

  expect(forgotten).toEqual(['mei@northlight.example'])
  expect(await screen.findByText(/^If mei@northlight\.example has an account here/)).toBeDefined()
})
