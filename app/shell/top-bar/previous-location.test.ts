import { beforeEach, expect, test } from 'vitest'
import { findPreviousLocation, leaveForTimeline } from './previous-location.ts'

beforeEach(() => sessionStorage.clear())

test('the timeline receives where the person came from, and Return leads back there', () => {
  const state = leaveForTimeline('/studio/north/project/salt-road/space/ep-2', '?item=sh010')

  expect(state).toMatchObject({ contextType: 'space', projectSlug: 'salt-road', spaceSlug: 'ep-2' })
  expect(sessionStorage.getItem('previousLocation')).toBe('/studio/north/project/salt-road/space/ep-2?item=sh010')
  expect(findPreviousLocation()).toBe(state.previousLocation)
})

test('the context is derived from the address', () => {
  expect(leaveForTimeline('/studio/north/project/salt-road', '').contextType).toBe('project')
  expect(leaveForTimeline('/studio/north/project/salt-road/moodboard', '').contextType).toBe('project')
  expect(leaveForTimeline('/studio/north/projects', '').contextType).toBe('studio')
})

test('without a saved location, Return leads home', () => {
  expect(findPreviousLocation()).toBe('/')
})
