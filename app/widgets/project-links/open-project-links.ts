import type { LinkContent } from '#core/casting/item-links.ts'
import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId, ProjectId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

/** The space whose links are loaded. */
export type LinksPlace = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly projectId: ProjectId
}

/** The consumer of the links. */
export type LinksReader = {
  /** Whether more spaces are needed than those shown; with `isOfAll`, the targets of links are always loaded. */
  readonly isWanting: () => boolean
  readonly isOfAll: boolean
  readonly show: (content: LinkContent | undefined) => void
  /** Reports that some of it cannot be loaded now. */
  readonly fail: () => void
  /** Calls `look` when more is needed. */
  readonly listen: (look: () => void) => () => void
}

/**
 * Loads the casts of a space's project and, one after another, its other spaces, until nothing more is needed; failures
 * are retried once there is a network. Returns a function that closes everything.
 */
export function openProjectLinks(place: LinksPlace, reader: LinksReader): () => void {
  const opening = new Opening(place, reader)
  void opening.look()
  return () => opening.end()
}

class Opening {
  readonly #place: LinksPlace
  readonly #reader: LinksReader
  readonly #closers: (() => void)[] = []
  readonly #spaces: SpaceReplica[]
  #casting: CastingReplica | undefined
  #unknown = new Set<ItemId>()
  #isOver = false
  #isLooking = false

  constructor(place: LinksPlace, reader: LinksReader) {
    this.#place = place
    this.#reader = reader
    this.#spaces = [place.space]
    const look = (): void => void this.look()
    this.#onEnd(reader.listen(look))
    addEventListener('online', look)
    this.#onEnd(() => removeEventListener('online', look))
  }

  end(): void {
    this.#isOver = true
    this.#reader.show(undefined)
    for (const close of this.#closers.splice(0)) close()
  }

  /** Opens what is needed and not open. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isOver) return
    this.#isLooking = true
    try {
      await this.#openCasting()
      this.#show()
      for (const place of this.#listOthers()) {
        if (this.#isOver || !this.#isWanting()) return
        const replica = await this.#place.client.openSpace(place)
        this.#onEnd(() => void this.#place.client.release(`space:${place.spaceId}`))
        this.#spaces.push(replica)
        if (!this.#isOver) this.#show()
      }
    } catch {
      // Offline, or not visible to the person: the reader says what is missing where it is used.
      if (!this.#isOver) this.#reader.fail()
    } finally {
      this.#isLooking = false
    }
  }

  async #openCasting(): Promise<void> {
    if (this.#casting !== undefined) return
    const { client, studio, projectId } = this.#place
    const casting = await client.openCasting({ studioId: studio.studioId, projectId })
    this.#onEnd(() => void client.release(`casting:${projectId}`))
    this.#casting = casting
    const list = (): void => {
      this.#unknown = new Set(
        [...casting.replica.getRows('item_links').values()].flatMap((link) => [link.fromItemId, link.toItemId]),
      )
    }
    list()
    // Someone may link an item of a space that is not open yet.
    const stop = casting.replica.subscribeTable('item_links', () => {
      list()
      void this.look()
    })
    this.#onEnd(stop)
  }

  #isWanting(): boolean {
    for (const id of this.#unknown) {
      if (!this.#reader.isOfAll) break
      if (!this.#spaces.some(({ replica }) => replica.find('items', id) !== undefined)) return true
      this.#unknown.delete(id)
    }
    return this.#reader.isWanting()
  }

  #show(): void {
    if (this.#casting === undefined || this.#isOver) return
    const isWhole = this.#listOthers().length === 0
    this.#reader.show({ casting: this.#casting, spaces: [...this.#spaces], isWhole })
  }

  /** Lists the project's other spaces, those with assets first. */
  #listOthers() {
    const { studio, projectId } = this.#place
    const kinds = studio.replica.getRows('item_kinds')
    const open = new Set(this.#spaces.map(({ spaceId }) => spaceId))
    return studio
      .getSpaces(projectId)
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
