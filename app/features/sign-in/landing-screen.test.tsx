import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type AppConfig, resetConfig, setConfig, setServerAway } from '#app/stores/config-store.ts'
import { resetSession, signedOut } from '#app/stores/session-store.ts'
import { ContactScreen } from './contact-screen.tsx'
import { LandingScreen } from './landing-screen.tsx'

const aConfig = (given: Partial<AppConfig> = {}): AppConfig => ({
  supabaseUrl: '',
  publishableKey: '',
  auth: { google: false, github: false, local: true },
  allowedEmailDomains: [],
  demo: { isAvailable: true, password: 'demo', accounts: [] },
  contactEmail: undefined,
  pushKey: undefined,
  hasMail: false,
  ...given,
})

beforeEach(() => {
  resetSession()
  signedOut()
  resetConfig()
})

test('the landing page reports that the server is away, and offers the ways in once it is back', async () => {
  setServerAway()
  render(<LandingScreen />)
  // At the top and at the bottom, in place of the ways in.
  expect(screen.getAllByText(/^The server is not available right now\./)).toHaveLength(2)

  setConfig(aConfig())

  expect(await screen.findAllByText('Try Demo')).toHaveLength(2)
  expect(screen.queryAllByText(/not available/)).toEqual([])
})

test('Contact Us is offered without a configured address, and leads to who runs the installation', async () => {
  setConfig(aConfig({ allowedEmailDomains: ['northlight.example'] }))
  const { unmount } = render(<LandingScreen />)
  await userEvent.click(screen.getAllByRole('button', { name: 'Contact Us' })[0] ?? document.body)
  expect(location.pathname).toBe('/contact')
  unmount()

  render(<ContactScreen />)

  expect(screen.getByRole('heading', { name: 'Contact' })).toBeDefined()
  expect(screen.getByText(/runs on this computer/)).toBeDefined()
  expect(screen.getByText(/people with an address at northlight\.example/)).toBeDefined()
  expect(screen.queryByRole('link', { name: /mailto|@/ })).toBeNull()
})
