import type { KeyboardEvent } from 'react'
import { parseCellKey } from '#core/lib/selection-range.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'

/** Makes the key handler of a field's cell, as in a spreadsheet. */
export function makeTyping(model: SpaceModel) {
  return { onKeyDown: (event: KeyboardEvent) => editByTyping(model, event) }
}

/** Starts a text when keys are typed on the cell of a field: letters are no shortcuts there. */
function editByTyping(model: SpaceModel, event: KeyboardEvent): void {
  const { cursor, editing, moving } = spaceViewStore
  const isOther =
    event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing
  if (isOther || cursor === undefined || editing !== undefined || moving !== undefined) return
  const { target } = event
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'gridcell') return
  const field = model.findField(parseCellKey(cursor).stageId)
  if (field === undefined || !model.studio.can('create')) return
  if (event.key === 'Delete' || event.key === 'Backspace') void runCommand('field.clear')
  else if (event.key === 'Enter' || (event.key === ' ' && field.kind === 'checkbox')) void runCommand('field.edit')
  else if (event.key.length === 1 && event.key !== ' ') void runCommand('field.edit', { args: [event.key] })
  else return
  event.preventDefault()
}
