import type { WriteAnswer } from '#core/change/mutation.ts'
import type { OperationId } from '#core/lib/ids.ts'
import type { LocalStore } from './ports.ts'

/** The writes that are finished, although a slow store or another tab may still consider them pending. */
export class FinishedWrites {
  readonly #store: Pick<LocalStore, 'deleteEntries'>
  readonly #answers = new Map<OperationId, WriteAnswer | undefined>()
  /** Still to be deleted from the store, which may refuse. */
  readonly #stale = new Set<OperationId>()

  constructor(store: Pick<LocalStore, 'deleteEntries'>) {
    this.#store = store
  }

  has(id: OperationId): boolean {
    return this.#answers.has(id)
  }

  /** Returns the server's answer; undefined for a dismissed write. */
  findAnswer(id: OperationId): WriteAnswer | undefined {
    return this.#answers.get(id)
  }

  /** Marks a write as finished; it stays in the store until it is added. */
  hold(id: OperationId): void {
    this.#answers.set(id, undefined)
  }

  add(id: OperationId, answer: WriteAnswer | undefined): void {
    this.#answers.set(id, answer)
    this.#stale.add(id)
  }

  /** Deletes finished writes from the store; what it refuses is retried next time. */
  async sweep(): Promise<void> {
    const ids = [...this.#stale]
    if (ids.length === 0) return
    this.#stale.clear()
    await this.#store.deleteEntries(ids).catch(() => {
      for (const id of ids) this.#stale.add(id)
    })
  }
}
