import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { setSessionPort, type SessionPort } from '#app/stores/session-port.ts'
import { resetSession, signedOut } from '#app/stores/session-store.ts'
import { NewPasswordScreen } from './new-password-screen.tsx'

const asked: unknown[] = []
let answer: Result<void> = ok(undefined)

beforeEach(() => {
  asked.length = 0
  answer = ok(undefined)
  resetSession()
  signedOut()
  const port: Pick<SessionPort, 'setNewPassword'> = {
    setNewPassword: async (change) => {
      asked.push(change)
      return await Promise.resolve(answer)
    },
  }
  // These tests call nothing else of the port.
  setSessionPort(port as SessionPort)
})

test('a new password is sent with the link’s token; a refusal shows the error at the field and keeps what was typed', async () => {
  history.replaceState(undefined, '', '/new-password#0a1b')
  answer = err(new AppError('password-weak', 'Too short'))
  render(<NewPasswordScreen />)

  await userEvent.type(screen.getByLabelText('New password'), 'short{Enter}')

  expect(asked).toEqual([{ token: '0a1b', password: 'short' }])
  expect(await screen.findByText('Too short')).toBeDefined()
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'short')
})

test('a new-password address without its token says so and shows no form', () => {
  history.replaceState(undefined, '', '/new-password')
  render(<NewPasswordScreen />)

  expect(screen.getByText(/This link is incomplete/)).toBeDefined()
  expect(screen.queryByLabelText('New password')).toBeNull()
})
