import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { parseComment } from '#core/comments/markup.ts'
import { newId, type UserId } from '#core/lib/ids.ts'
import { CommentText, type HereMark } from './comment-text.tsx'

const people = [{ id: newId<UserId>(), name: 'Mei Tanaka' }]

function show(content: string, onFollow = vi.fn<(mark: HereMark) => void>()) {
  const view = render(<CommentText lines={parseComment(content, people)} onFollow={onFollow} />)
  return { ...view, onFollow }
}

test('renders bold, italic and a list', () => {
  show('**Softer** and *slower*\n- key\n- rim')

  expect(screen.getByText('Softer').closest('strong')).not.toBeNull()
  expect(screen.getByText('slower').closest('em')).not.toBeNull()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['key', 'rim'])
})

test('never turns text into elements', () => {
  const { container } = show('<img src=x onerror=alert(1)> **<script>alert(1)</script>**')

  expect(container.querySelector('img, script')).toBeNull()
  expect(container.textContent).toContain('<script>alert(1)</script>')
})

test('follows the @here that was clicked', async () => {
  const { onFollow } = show('@Mei Tanaka from @here[00:00:14] to @here[00:01:00]')

  await userEvent.click(screen.getByRole('button', { name: '@here 00:01:00' }))

  expect(onFollow).toHaveBeenCalledWith(expect.objectContaining({ label: '00:01:00', index: 1 }))
  expect(screen.getByText('@Mei Tanaka')).toBeDefined()
})
