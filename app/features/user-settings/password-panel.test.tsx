import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import type { ChangedPassword } from '#core/gateway/ports.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { resetConfig, setConfig } from '#app/stores/config-store.ts'
import { setSessionPort, type SessionPort } from '#app/stores/session-port.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { PasswordPanel } from './password-panel.tsx'

/** Renders the panel, by default for local accounts, and records its calls; `answers` are returned in order. */
function show({
  isLocal = true,
  answers = [],
}: { isLocal?: boolean; answers?: readonly Result<ChangedPassword>[] } = {}) {
  const asked: unknown[] = []
  const port: Pick<SessionPort, 'changePassword'> = {
    changePassword: async (change) => {
      asked.push(change)
      return await Promise.resolve(answers[asked.length - 1] ?? ok({ areOthersSignedOut: true }))
    },
  }
  // These tests call nothing else of the port.
  setSessionPort(port as SessionPort)
  setConfig({
    supabaseUrl: '',
    publishableKey: '',
    auth: { google: !isLocal, github: false, local: isLocal },
    allowedEmailDomains: [],
    demo: { isAvailable: false, password: '', accounts: [] },
    contactEmail: undefined,
    pushKey: undefined,
    hasMail: false,
  })
  render(<PasswordPanel email="ana@example.com" />)
  return asked
}

afterEach(() => {
  cleanup()
  resetConfig()
  resetToasts()
})

test('a refusal appears at its field, keeps what was typed, and disappears afterwards', async () => {
  const weak = 'The password is too weak: it needs 6 to 72 characters.'
  const answers = [
    err(new AppError('password-wrong', messages['password-wrong'])),
    err(new AppError('password-weak', weak)),
  ]
  const asked = show({ answers })
  const current = screen.getByLabelText<HTMLInputElement>('Current password')
  const password = screen.getByLabelText<HTMLInputElement>('New password')

  await userEvent.type(current, 'not-it')
  await userEvent.type(password, 'short{Enter}')
  await expect.poll(() => current.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('This is not your current password.')
  await userEvent.type(current, '-but-this{Enter}')
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(weak).id).toBe(password.getAttribute('aria-describedby'))
  expect([current.value, password.value]).toEqual(['not-it-but-this', 'short'])

  await userEvent.type(password, '-and-long{Enter}')
  await expect.poll(() => toastStore.toasts.at(-1)?.text).toContain('Password changed.')
  expect(asked.at(-1)).toEqual({ current: 'not-it-but-this', password: 'short-and-long' })
  expect([current.value, password.value]).toEqual(['', ''])
})

test('a connection lost after a password change does not claim that other devices are signed out', async () => {
  show({ answers: [ok({ areOthersSignedOut: false })] })

  await userEvent.type(screen.getByLabelText('Current password'), 'the-old-one')
  await userEvent.type(screen.getByLabelText('New password'), 'a-better-one{Enter}')

  await expect.poll(() => toastStore.toasts.at(-1)?.text).toContain('may still be signed in')
  expect(toastStore.toasts.map(({ text }) => text).join(' ')).not.toContain('are signed out')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('people who sign in by a provider have no password to change', () => {
  show({ isLocal: false })
  expect(screen.queryByRole('form', { name: 'Password' })).toBeNull()
})
