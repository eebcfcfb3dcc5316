import { proxy } from 'valtio/vanilla'
import type { FieldRowId } from '#core/fields/mutators.ts'
import type { FieldId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type Editing = { readonly rowId: FieldRowId; readonly id: FieldId; readonly draft?: string | undefined }

const state = proxy<{ editing: Editing | undefined }>({ editing: undefined })

/** The field being edited in place, with the text typed so far. */
export const fieldFactsStore: DeepReadonly<typeof state> = state

/** Sets the field being edited; `undefined` for none. */
export function editFieldFact(editing: Editing | undefined): void {
  state.editing = editing
}
