import type { WriteAnswer } from '#core/change/mutation.ts'
import type { OperationId } from '#core/lib/ids.ts'
import type { LocalStore } from './ports.ts'

/** The writes that are through with: a slow store, or another tab, may still take them for waiting. */
export class FinishedWrites {
  readonly #store: Pick<LocalStore, 'deleteEntries'>
  readonly #answers = new Map<OperationId, WriteAnswer | undefined>()
  /** To be taken out of the store, which may refuse. */
  readonly #stale = new Set<OperationId>()

  constructor(store: Pick<LocalStore, 'deleteEntries'>) {
    this.#store = store
  }

  has(id: OperationId): boolean {
    return this.#answers.has(id)
  }

  /** What the server said; absent for what was dismissed. */
  findAnswer(id: OperationId): WriteAnswer | undefined {
    return this.#answers.get(id)
  }

  /** One that is through with, and stays in the store until it is added. */
  hold(id: OperationId): void {
    this.#answers.set(id, undefined)
  }

  add(id: OperationId, answer: WriteAnswer | undefined): void {
    this.#answers.set(id, answer)
    this.#stale.add(id)
  }

  /** Takes them out of the store; what it refuses is tried again the next time. */
  async sweep(): Promise<void> {
    const ids = [...this.#stale]
    if (ids.length === 0) return
    this.#stale.clear()
    await this.#store.deleteEntries(ids).catch(() => {
      for (const id of ids) this.#stale.add(id)
    })
  }
}
