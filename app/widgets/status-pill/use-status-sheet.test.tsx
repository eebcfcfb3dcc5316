import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { useStatusSheet } from './use-status-sheet.ts'

let style: HTMLStyleElement
beforeEach(() => {
  style = document.createElement('style')
  style.textContent = 'a{color:red}'
  document.head.append(style)
})
afterEach(() => style.remove())

const aStatus = (color: string): StatusRow => ({ color, isDone: false, isDefault: false }) as StatusRow

function Pills({ statuses }: { readonly statuses: readonly StatusRow[] }) {
  useStatusSheet(statuses)
  return null
}

const rules = (): CSSRule[] => [...(style.sheet?.cssRules ?? [])]

test('colours are added to the page’s own style sheet, not after those that load later, and leave with the grid', () => {
  const view = render(<Pills statuses={[aStatus('#3366ff')]} />)
  expect(rules()).toHaveLength(2)
  expect(rules()[1]?.cssText).toContain('.s0')
  expect(document.adoptedStyleSheets ?? []).toEqual([])
  style.sheet?.insertRule('b{color:blue}', 0)

  view.unmount()
  expect(rules().map(({ cssText }) => cssText.slice(0, 1))).toEqual(['b', 'a'])
})

test('statuses read again with the same colours leave the style sheet as it is', () => {
  const view = render(<Pills statuses={[aStatus('#3366ff')]} />)
  const before = rules()[1]
  view.rerender(<Pills statuses={[aStatus('#3366ff')]} />)
  expect(rules()[1]).toBe(before)

  view.rerender(<Pills statuses={[aStatus('#ff3366')]} />)
  expect(rules()).toHaveLength(2)
  expect(rules()[1]).not.toBe(before)
})
