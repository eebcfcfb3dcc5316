import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#app/shell/error-boundary.tsx'
import { later } from './later.tsx'

afterEach(cleanup)

function Film({ title }: { readonly title: string }) {
  return <p>{title}</p>
}

test('a fetched component appears as soon as its code arrives, and at once the next time', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Film>()
  const load = vi.fn<() => Promise<typeof Film>>(async () => await promise)
  const LaterFilm = later(load, <p>On its way</p>)
  const { unmount } = render(<LaterFilm title="One" />)
  expect(screen.getByText('On its way')).toBeDefined()
  // Resolves without advancing a clock: React's own `lazy` would hold it back for 300 ms.
  await act(async () => resolve(Film))
  expect(screen.getByText('One')).toBeDefined()
  unmount()

  render(<LaterFilm title="Two" />)
  expect(screen.getByText('Two')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

test('several components waiting for the same code all appear, with their latest props', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Film>()
  const LaterFilm = later(async () => await promise)
  const both = (second: string) => (
    <>
      <LaterFilm title="One" />
      <LaterFilm title={second} />
    </>
  )
  const { container, rerender } = render(both('Two'))
  expect(container.textContent).toBe('')
  rerender(both('Three'))
  await act(async () => resolve(Film))
  expect(container.textContent).toBe('OneThree')
})

test('a failed fetch is thrown to the error boundary, and retried on the next mount', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<typeof Film>>().mockRejectedValueOnce(new Error('Offline')).mockResolvedValue(Film)
  const LaterFilm = later(load, <p>On its way</p>)
  const page = (key: string) => (
    <ErrorBoundary key={key}>
      <LaterFilm title="One" />
    </ErrorBoundary>
  )
  const { rerender } = render(page('first'))
  await act(async () => undefined)
  expect(screen.queryByText('On its way')).toBeNull()
  rerender(page('again'))
  await act(async () => undefined)
  expect(screen.getByText('One')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('code fetched ahead is there at the first render; a failure ahead is retried then', async () => {
  const load = vi.fn<() => Promise<typeof Film>>().mockRejectedValueOnce(new Error('Offline')).mockResolvedValue(Film)
  const LaterFilm = later(load, <p>On its way</p>)
  LaterFilm.fetchAhead()
  await act(async () => undefined)

  LaterFilm.fetchAhead()
  LaterFilm.fetchAhead()
  await act(async () => undefined)
  render(<LaterFilm title="One" />)

  expect(screen.getByText('One')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})
