import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { newId, type UserId } from '#core/lib/ids.ts'
import { saveLook } from '#app/widgets/space-look/space-look.ts'
import { PageLoading } from './page-loading.tsx'
import { keepSession, TOKENS_KEY } from './session/kept-session.ts'

afterEach(() => localStorage.clear())

const [me, other] = [newId<UserId>(), newId<UserId>()]
const look = { width: 1200, height: 800, url: 'data:image/webp;base64,AAAA' }

function visitBefore(userId: UserId): void {
  saveLook({ userId, path: location.pathname }, look)
  const user = { id: userId, email: '', displayName: 'Ana', avatarUrl: undefined, isSuperAdmin: false }
  keepSession({ user, studios: [], currentStudioId: undefined })
}

const signInAs = (userId: UserId): void =>
  localStorage.setItem(TOKENS_KEY, JSON.stringify({ access_token: 'a', user: { id: userId } }))

test('a space shows how it was last seen before the session is open', () => {
  visitBefore(me)
  signInAs(me)

  const { container } = render(<PageLoading />)

  expect(container.querySelector('img')?.getAttribute('src')).toBe(look.url)
})

test.each([
  ['nobody is signed in', () => visitBefore(me)],
  [
    'somebody else has signed in since',
    () => {
      visitBefore(me)
      signInAs(other)
    },
  ],
  ['nothing was seen here', () => signInAs(me)],
])('no picture is shown if %s', (_name, arrange) => {
  arrange()

  const { container } = render(<PageLoading />)

  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByText('Loading…')).toBeDefined()
})
