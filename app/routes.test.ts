import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRoute, links, resolveRedirect, routes } from './routes.ts'

const place = { studioSlug: 'northlight', projectSlug: 'salt-road', spaceSlug: 'ep-2' }
const uuid = '0193b1c6-7a10-7cc1-9d5e-2f6f2a6e9b11'

test.each([
  [links.projects(place), 'projects'],
  [links.timeline(place), 'timeline'],
  [links.project(place), 'project'],
  [links.moodboard(place), 'moodboard'],
  [links.illustration(place), 'illustration'],
  [links.spaces(place), 'spaces'],
  [links.space(place), 'space'],
  [links.section({ ...place, section: 'reviews' }), 'reviews'],
  [links.artist({ ...place, userId: 'studio' }), 'artist'],
  [links.timesheet({ ...place, userId: uuid }), 'timesheet'],
  [links.invite({ token: 'a1b2' }), 'invite'],
  [links.welcome(), 'welcome'],
  [links.login(), 'login'],
  ['/auth/callback', 'authCallback'],
  ['/superadmin', 'superadmin'],
  ['/device', 'device'],
  ['/', 'home'],
])('%s is the screen %s', (path, name) => {
  expect(findRoute(path)?.name).toBe(name)
  expect(resolveRedirect(path)).toBeUndefined()
})

test.each([
  '/studio',
  '/studio/timeline',
  '/shots',
  '/assets',
  '/tasks',
  '/reviews',
  '/activity',
  `/studio/${uuid}`,
  `/studio/${uuid}/projects`,
  '/studio/northlight/nowhere',
  '/studio/northlight/project',
  '/somewhere/else',
  '/studio/%E0%A4%A/projects',
])('%s leads home', (path) => {
  expect(resolveRedirect(path)).toBe('/')
})

test('a bare studio address leads to its projects', () => {
  expect(resolveRedirect('/studio/northlight')).toBe('/studio/northlight/projects')
})

test('links encode names so that they match their route again', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(name, name, name, (studioSlug, projectSlug, spaceSlug) => {
      const params = { studioSlug, projectSlug, spaceSlug }

      expect(findRoute(links.space(params))).toEqual({ name: 'space', params })
    }),
  )
})

test('an address may end with a slash and use capitals', () => {
  expect(findRoute('/Studio/northlight/PROJECTS/')).toEqual({ name: 'projects', params: { studioSlug: 'northlight' } })
  expect(resolveRedirect('/Studio/northlight/')).toBe('/studio/northlight/projects')
})

test('no two route patterns are the same', () => {
  const shapes = Object.values(routes).map((pattern) => pattern.replaceAll(/:\w+/g, ':'))

  expect(new Set(shapes).size).toBe(shapes.length)
})

test('a timesheet link can name a day', () => {
  expect(links.timesheet({ studioSlug: 'a', userId: 'u', date: '2026-11-21' })).toBe(
    '/studio/a/timesheet/u?date=2026-11-21',
  )
})
