import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { resetConfig, setConfig, setServerAway } from '#app/stores/config-store.ts'
import { resetSession, signedOut } from '#app/stores/session-store.ts'
import { LandingScreen } from './landing-screen.tsx'

beforeEach(() => {
  resetSession()
  signedOut()
  resetConfig()
})

test('the landing page says that the server does not answer, and offers what there is once it does', async () => {
  setServerAway()
  render(<LandingScreen />)
  // Above and below, where the ways in would be.
  expect(screen.getAllByText(/^The server is not available right now\./)).toHaveLength(2)

  setConfig({
    supabaseUrl: '',
    publishableKey: '',
    auth: { google: false, github: false, local: true },
    allowedEmailDomains: [],
    demo: { isAvailable: true, password: 'demo', accounts: [] },
    contactEmail: undefined,
    pushKey: undefined,
    hasMail: false,
  })

  expect(await screen.findAllByText('Try Demo')).toHaveLength(2)
  expect(screen.queryAllByText(/not available/)).toEqual([])
})
