import { expect, test } from 'vitest'
import { newId, type StatusId } from '#core/lib/ids.ts'
import type { StatusDraft } from '#core/studios/save-catalogue.ts'
import { followNames } from './follow-names.ts'

const aStatus = (name: string, shortCode: string): StatusDraft => ({
  id: newId<StatusId>(),
  name,
  shortCode,
  color: '#9ca3af',
  isDone: false,
  isDefault: false,
})

/** Returns the code after a change of name. */
function codeAfter(status: StatusDraft, name: string, isSaved = false): string | undefined {
  return followNames({ before: [status], next: [{ ...status, name }] }, () => isSaved)[0]?.shortCode
}

test('the code of a new status follows its name until someone edits the code', () => {
  expect(codeAfter(aStatus('New status', 'NEWS'), 'On hold')).toBe('ONHO')
  expect(codeAfter(aStatus('', ''), 'O')).toBe('O')
  expect(codeAfter(aStatus('New status', 'HOLD'), 'On hold')).toBe('HOLD')
})

test('the code of a saved status does not change with its name', () => {
  expect(codeAfter(aStatus('Done', 'DONE'), 'Finished', true)).toBe('DONE')
})
