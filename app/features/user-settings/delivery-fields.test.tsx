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

test('nothing is offered that the deployment does not have', () => {
  show({ pushKey: undefined, hasMail: false }, 'off')

  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('push is not offered where the browser cannot', () => {
  show({ pushKey: 'key', hasMail: false }, undefined)

  expect(screen.queryByRole('switch')).toBeNull()
})

test('a browser that was told to block this site is explained', () => {
  show({ pushKey: 'key', hasMail: false }, 'denied')

  expect(screen.getByRole('switch', { name: /Push on this device/ })).toHaveProperty('disabled', true)
  expect(screen.getByText(/allow notifications for this site/)).toBeDefined()
})

test('the switch says how it stands', () => {
  show({ pushKey: 'key', hasMail: false }, 'on')

  expect(screen.getByRole('switch', { name: /Push on this device/ })).toHaveProperty('checked', true)
})

test('a digest is chosen where mail is configured', async () => {
  const chosen = show({ pushKey: undefined, hasMail: true }, undefined)

  expect(screen.getByRole('radio', { name: 'Off' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Weekly' }))

  expect(chosen).toHaveBeenCalledWith('weekly')
})
