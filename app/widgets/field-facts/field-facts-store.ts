import { proxy } from 'valtio/vanilla'
import type { FieldRowId } from '#core/fields/mutators.ts'
import type { FieldId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type Editing = { readonly rowId: FieldRowId; readonly id: FieldId; readonly draft?: string | undefined }

const state = proxy<{ editing: Editing | undefined }>({ editing: undefined })

/** The field that is being written in its place, with what is typed already. */
export const fieldFactsStore: DeepReadonly<typeof state> = state

/** Says which field is being written; none where nothing is given. */
export function editFieldFact(editing: Editing | undefined): void {
  state.editing = editing
}
