import type { CanvasItemId } from '#core/lib/ids.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { countObjects, nameOf, type BoardModel } from './board-model.ts'

/** Long enough to read what was deleted. */
const GONE_MS = 8000

/** Reports and releases objects that others delete while this person drags or crops them, until stopped. */
export function watchDeleted(model: BoardModel): () => void {
  const { board, view } = model
  let before = board.getItems()
  return board.replica.subscribeTable('canvas_items', () => {
    const known = before
    before = board.getItems()
    const { drafts, cropping } = view.get()
    const held = new Set(cropping === undefined ? drafts.keys() : [...drafts.keys(), cropping])
    const gone = [...held].filter((id) => board.find(id) === undefined)
    if (gone.length === 0) return
    view.set({
      drafts: new Map([...drafts].filter(([id]) => !gone.includes(id))),
      cropping: cropping !== undefined && gone.includes(cropping) ? undefined : cropping,
    })
    const others = gone.filter((id) => !model.removed.has(id))
    if (others.length === 0) return
    const [only] = others.length === 1 ? known.filter(({ id }) => id === others[0]) : []
    const what = only === undefined ? `${countObjects(others.length)} were` : `“${nameOf(model, only)}” was`
    const text = `${what} deleted by ${nameDeleter(model, others)}.`
    showToast({ text, durationMs: GONE_MS })
    view.set({ spoken: text })
  })
}

/** Names the person who last had all of it selected, if there is only one: only selected objects can be deleted. */
function nameDeleter({ others: { held } }: BoardModel, gone: readonly CanvasItemId[]): string {
  const people = [...held.values()].filter(({ selection }) => gone.every((id) => selection.includes(id)))
  const [first] = people
  return first === undefined || people.length > 1 ? 'somebody else' : first.name
}
