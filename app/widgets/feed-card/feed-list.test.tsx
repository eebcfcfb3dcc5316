import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FeedList } from './feed-list.tsx'

/** Shows a list of the given height in a box of 100 pixels. */
function show(contentPx: number) {
  const asked: string[] = []
  const draw = (next: string | undefined) => (
    <FeedList next={next} onNearEnd={() => asked.push(next ?? 'the end')} note="No more posts">
      <li>An entry</li>
    </FeedList>
  )
  const { rerender, container } = render(draw(undefined))
  const box = container.firstElementChild ?? container
  Object.defineProperties(box, { scrollHeight: { value: contentPx }, clientHeight: { value: 100 } })
  const scrollTo = (scrollTop: number): void => {
    box.scrollTop = scrollTop
    fireEvent.scroll(box)
  }
  return { asked, scrollTo, showNext: (next: string | undefined) => rerender(draw(next)) }
}

test('the next page is requested within 20 pixels of the end, and not before', () => {
  const { asked, scrollTo, showNext } = show(1000)
  showNext('second')

  scrollTo(879)
  expect(asked).toEqual([])
  scrollTo(880)
  expect(asked).toEqual(['second'])
})

test('while there is room, each next page is requested once, however often the list renders', () => {
  const { asked, showNext } = show(60)
  expect(asked).toEqual([])

  showNext('second')
  showNext('second')
  showNext('third')
  showNext(undefined)

  expect(asked).toEqual(['second', 'third'])
  expect(screen.getByText('No more posts')).toBeDefined()
})
