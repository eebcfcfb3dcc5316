import { useEffect } from 'react'
import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { SpaceModel } from '../model/space-model.ts'

/**
 * Brings what the space's tasks wait for, once the first rows are on the screen: the casts of its project and, one
 * after the other, its other spaces until all that is cast is found. Where no stage waits, nothing is opened.
 */
export function useReadiness(client: StudioClient, model: SpaceModel, isPainted: boolean): void {
  const waits = model.getStages().some(({ id }) => model.studio.getNeeds().some(({ stageId }) => stageId === id))

  // What it opens has to be closed again: outside React.
  useEffect(() => {
    if (!isPainted || !waits) return undefined
    const opening = new Opening(client, model)
    // Without a network, or out of somebody's sight, nothing is said of readiness.
    void opening.begin().catch(() => undefined)
    return () => opening.end()
  }, [client, model, isPainted, waits])
}

class Opening {
  readonly #client: StudioClient
  readonly #model: SpaceModel
  readonly #closers: (() => void)[] = []
  readonly #spaces: SpaceReplica[]
  #casting: CastingReplica | undefined
  #isOver = false
  #isLooking = false

  constructor(client: StudioClient, model: SpaceModel) {
    this.#client = client
    this.#model = model
    this.#spaces = [model.space]
  }

  async begin(): Promise<void> {
    const { studio, row } = this.#model
    const { projectId } = row
    const casting = await this.#client.openCasting({ studioId: studio.studioId, projectId })
    this.#onEnd(() => void this.#client.release(`casting:${projectId}`))
    if (this.#isOver) return
    this.#casting = casting
    // Somebody may cast something that lies in a space that is not open yet.
    this.#onEnd(casting.replica.subscribeTable('item_links', () => void this.#look().catch(() => undefined)))
    await this.#look()
  }

  end(): void {
    this.#isOver = true
    this.#model.readiness.setContent(undefined)
    for (const close of this.#closers.splice(0)) close()
  }

  /** Opens spaces until all that is cast is in one of them. */
  async #look(): Promise<void> {
    if (this.#isLooking || this.#isOver || this.#casting?.hasLinks() !== true) return
    this.#isLooking = true
    try {
      this.#show()
      for (const place of this.#listOthers()) {
        if (this.#isOver || this.#model.readiness.findMissing() === undefined) return
        const replica = await this.#client.openSpace(place)
        this.#onEnd(() => void this.#client.release(`space:${place.spaceId}`))
        this.#spaces.push(replica)
        if (!this.#isOver) this.#show()
      }
    } finally {
      this.#isLooking = false
    }
  }

  #show(): void {
    if (this.#casting !== undefined) {
      this.#model.readiness.setContent({ casting: this.#casting, spaces: [...this.#spaces] })
    }
  }

  /** The project's other spaces, those for assets first. */
  #listOthers() {
    const { studio, row } = this.#model
    const kinds = studio.replica.getRows('item_kinds')
    const open = new Set(this.#spaces.map(({ spaceId }) => spaceId))
    return studio
      .getSpaces(row.projectId)
      .filter(({ id, isActive, layout }) => isActive && layout !== 'moodboard' && !open.has(id))
      .map(({ id, kindIds }) => ({ id, isForAssets: kindIds.some((kind) => kinds.get(kind)?.itemType === 'asset') }))
      .toSorted((one, other) => Number(other.isForAssets) - Number(one.isForAssets))
      .map(({ id }) => ({ studioId: studio.studioId, spaceId: id }))
  }

  #onEnd(close: () => void): void {
    if (this.#isOver) close()
    else this.#closers.push(close)
  }
}
