import { expect, test } from 'vitest'
import { toId, type StudioId } from '#core/lib/ids.ts'
import { chooseStudio } from './current-studio.ts'
import { shortNameOf } from '#core/people/display-name.ts'

const aStudio = (name: string) => ({ id: toId<StudioId>(name), slug: name })
const [a, b, c, d] = [aStudio('a'), aStudio('b'), aStudio('c'), aStudio('d')]
const studios = [a, b, c, d]

test('the invite’s studio precedes the address’s, then come the active studio and the first', () => {
  const all = { studios, invitedId: d.id, slug: 'c', activeId: b.id }

  expect(chooseStudio(all)).toBe(d)
  expect(chooseStudio({ ...all, invitedId: undefined })).toBe(c)
  expect(chooseStudio({ ...all, invitedId: undefined, slug: undefined })).toBe(b)
  expect(chooseStudio({ studios, invitedId: undefined, slug: undefined, activeId: undefined })).toBe(a)
})

test('a studio that is not in the list is ignored', () => {
  const gone = toId<StudioId>('gone')

  expect(chooseStudio({ studios, invitedId: gone, slug: 'gone', activeId: gone })).toBe(a)
  expect(chooseStudio({ studios: [], invitedId: gone, slug: 'a', activeId: gone })).toBeUndefined()
})

test('a person’s short name is the first word of their name, else their address', () => {
  expect(shortNameOf({ fullName: ' Mei  Tanaka', email: 'mt@northlight.example' })).toBe('Mei')
  expect(shortNameOf({ fullName: '  ', email: 'mt@northlight.example' })).toBe('mt')
  expect(shortNameOf({ fullName: '', email: '' })).toBe('')
})
