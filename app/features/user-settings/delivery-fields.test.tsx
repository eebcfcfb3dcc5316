import type { DigestChoice } from '#core/people/profile.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { resetConfig, setConfig } from '#app/stores/config-store.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import type { PushState } from './push-device.ts'
import { resetUserSettings, setUserSettings } from './user-settings-store.ts'

const choices = { isEnabled: true, mentions: true, subscriptions: true, assignments: true, digest: 'off' } as const

function show(deployment: { pushKey: string | undefined; hasMail: boolean }, push: PushState | undefined) {
  const chosen = vi.fn<(digest: DigestChoice) => void>()
  setConfig({
    supabaseUrl: '',
    publishableKey: '',
    auth: { google: false, github: false, local: true },
    allowedEmailDomains: [],
    demo: { isAvailable: false, password: '', accounts: [] },
    contactEmail: undefined,
    ...deployment,
  })
  setUserSettings({ push })
  render(<DeliveryFields choices={choices} onDigestChange={chosen} />)
  return chosen
}

afterEach(() => {
  cleanup()
  resetConfig()
  resetUserSettings()
})

test('neither push nor digests are offered if the deployment has neither', () => {
  show({ pushKey: undefined, hasMail: false }, 'off')

  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('push is not offered if the browser lacks it', () => {
  show({ pushKey: 'key', hasMail: false }, undefined)

  expect(screen.queryByRole('switch')).toBeNull()
})

test('push blocked in the browser is disabled and explained', () => {
  show({ pushKey: 'key', hasMail: false }, 'denied')

  expect(screen.getByRole('switch', { name: /Push on this device/ })).toHaveProperty('disabled', true)
  expect(screen.getByText(/allow notifications for this site/)).toBeDefined()
})

test('the push switch shows the current state', () => {
  show({ pushKey: 'key', hasMail: false }, 'on')

  expect(screen.getByRole('switch', { name: /Push on this device/ })).toHaveProperty('checked', true)
})

test('a digest can be chosen if mail is configured', async () => {
  const chosen = show({ pushKey: undefined, hasMail: true }, undefined)

  expect(screen.getByRole('radio', { name: 'Off' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Weekly' }))

  expect(chosen).toHaveBeenCalledWith('weekly')
})
