import type { Gateway } from '#core/gateway/ports.ts'
import type { CollectionId, ItemId, ProjectId, SpaceId, StudioId } from '#core/lib/ids.ts'
import { foldName } from '#core/lib/slug.ts'
import { defineQuery } from '#core/query/define-query.ts'
import type { Space } from '#core/schema/spaces.ts'

/** An item that represents a sequence or an episode. */
export type TreeHead = {
  readonly id: ItemId
  readonly slug: string
  readonly title: string
  readonly type: 'sequence' | 'episode'
}

/** A collection with counts of its contents, as `get_project_tree` returns it. */
export type TreeCollection = {
  readonly spaceId: SpaceId
  readonly collectionId: CollectionId
  readonly name: string
  readonly episode: string | null
  readonly itemCount: number
  readonly shotCount: number
  readonly taskCounts: Readonly<Record<string, number>>
  readonly heads: readonly TreeHead[]
}

type WireCollection = Pick<TreeCollection, 'name' | 'episode' | 'heads'> & {
  readonly space_id: SpaceId
  readonly collection_id: CollectionId
  readonly item_count: number
  readonly shot_count: number
  readonly task_counts: Readonly<Record<string, number>>
}

/** A line of the tree: a space, an episode in it or a sequence. */
export type TreeNode = {
  readonly id: string
  readonly kind: 'space' | 'episode' | 'sequence'
  readonly name: string
  readonly spaceId: SpaceId
  /** Its collection; undefined if it has none of its own. */
  readonly collectionId: CollectionId | undefined
  /** The item that represents it. */
  readonly head: TreeHead | undefined
  readonly itemCount: number
  readonly taskCounts: Readonly<Record<string, number>>
  readonly children: readonly TreeNode[]
}

/** Loads a project's collections with their counts, in the order of their spaces. Fails with an `AppError`. */
export async function loadProjectTree(
  projectId: ProjectId,
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<readonly TreeCollection[]> {
  const rows = await gateway.call('get_project_tree', { p_project_id: projectId })
  // The procedure's own columns (get_project_tree).
  return (rows as readonly WireCollection[]).map((row) => ({
    spaceId: row.space_id,
    collectionId: row.collection_id,
    name: row.name,
    episode: row.episode,
    itemCount: row.item_count,
    shotCount: row.shot_count,
    taskCounts: row.task_counts,
    heads: row.heads,
  }))
}

/** The same, refreshed while it is on screen. */
export const projectTreeQuery = defineQuery({
  name: 'project-tree',
  fields: {
    spaceId: true,
    collectionId: true,
    name: true,
    episode: true,
    itemCount: true,
    shotCount: true,
    taskCounts: true,
    heads: true,
  },
  // It counts the whole project.
  restMs: 30_000,
  fetch: async (gateway, { projectId }: { readonly studioId: StudioId; readonly projectId: ProjectId }) => ({
    items: await loadProjectTree(projectId, { gateway }),
    next: undefined,
  }),
})

/**
 * Builds the tree of episodes and sequences from spaces and collections. A space with one episode is that episode; with
 * several, each has the collections that name it or begin with its name. A collection is the sequence of the same name,
 * else the only one in it; sequences without a collection get lines of their own. Spaces without shots, sequences or
 * episodes are left out.
 */
export function makeProjectTree(
  spaces: readonly Pick<Space, 'id' | 'name'>[],
  rows: readonly TreeCollection[],
): readonly TreeNode[] {
  const bySpace = Map.groupBy(rows, ({ spaceId }) => spaceId)
  return spaces.flatMap((space) => makeSpaceNode(space, bySpace.get(space.id) ?? []) ?? [])
}

/** Returns the visible lines of a tree with their depths, without those below `folded` ones. */
export function listTreeLines(
  nodes: readonly TreeNode[],
  folded: ReadonlySet<string>,
  depth = 0,
): readonly { readonly node: TreeNode; readonly depth: number }[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.id) ? [] : listTreeLines(node.children, folded, depth + 1)),
  ])
}

function makeSpaceNode(
  { id: spaceId, name }: Pick<Space, 'id' | 'name'>,
  collections: readonly TreeCollection[],
): TreeNode | undefined {
  const heads = collections.flatMap((row) => row.heads)
  const isFilm = ({ shotCount, episode, heads: own }: TreeCollection): boolean =>
    shotCount > 0 || episode !== null || own.length > 0
  if (!collections.some(isFilm)) return undefined
  const episodes = listEpisodes(collections)
  const [only] = episodes
  const isEpisode =
    only !== undefined && episodes.length === 1 && (foldName(only.name) === foldName(name) || only.isItemAlone)
  const groups = isEpisode ? [] : episodes
  // A group of assets is not a sequence; an empty collection may become one.
  const shown = collections.filter((row) => isFilm(row) || row.itemCount === 0)
  const lines = listSequences(shown, groups, heads)
  const childrenOf = (episode: Episode | undefined): readonly TreeNode[] =>
    lines.filter((line) => line.episode === episode).map(({ node }) => node)
  const children = [
    ...groups.flatMap((episode): TreeNode[] => {
      const own = childrenOf(episode)
      if (own.length === 0 && episode.head === undefined) return []
      // The collection with the episode's own name is not a sequence of it.
      const itself = own.find(
        (each) => each.collectionId !== undefined && foldName(each.name) === foldName(episode.name),
      )
      const children = own.filter((each) => each !== itself)
      const { name, head } = episode
      const id = `${spaceId} ${foldName(name)}`
      return [{ id, kind: 'episode', name, spaceId, collectionId: itself?.collectionId, head, ...sum(own), children }]
    }),
    ...childrenOf(undefined),
  ]
  const head = isEpisode ? only.head : undefined
  const kind = isEpisode ? 'episode' : 'space'
  return { id: spaceId, kind, name, spaceId, collectionId: undefined, head, ...sum(children), children }
}

type Episode = { readonly name: string; readonly head: TreeHead | undefined; readonly isItemAlone: boolean }

/** Lists a space's episodes: those that its collections name, and those that items represent. */
function listEpisodes(collections: readonly TreeCollection[]): readonly Episode[] {
  const heads = collections.flatMap((row) => row.heads).filter(({ type }) => type === 'episode')
  const names = collections.flatMap(({ episode }) => episode ?? [])
  const all = new Map([...names, ...heads.map(({ title }) => title)].map((name) => [foldName(name), name]))
  const isNamed = new Set(names.map(foldName))
  return [...all].map(([key, name]) => ({
    name,
    head: heads.find(({ title }) => foldName(title) === key),
    isItemAlone: !isNamed.has(key),
  }))
}

/**
 * Finds a collection's episode: the one it names, the one whose name it begins with, or the one that its only episode
 * item represents.
 */
function groupOf({ episode, name, heads }: TreeCollection, episodes: readonly Episode[]): Episode | undefined {
  if (episode !== null) return episodes.find((each) => foldName(each.name) === foldName(episode))
  const byName = episodes.find((each) => rest(name, each) !== undefined)
  if (byName !== undefined) return byName
  const own = heads.filter(({ type }) => type === 'episode')
  return own.length === 1 ? episodes.find(({ head }) => head === own[0]) : undefined
}

/** Returns the rest of a name after its episode; undefined if it does not begin with the episode. */
function rest(name: string, { name: episode }: Episode): string | undefined {
  if (name.toLowerCase() === episode.toLowerCase()) return ''
  const [start, after] = [name.slice(0, episode.length), name.slice(episode.length)]
  return start.toLowerCase() === episode.toLowerCase() && /^[\s\-_/.:]/.test(after)
    ? after.replace(/^[\s\-_/.:]+/, '')
    : undefined
}

type Line = { readonly node: TreeNode; readonly episode: Episode | undefined }

function listSequences(
  collections: readonly TreeCollection[],
  episodes: readonly Episode[],
  heads: readonly TreeHead[],
): readonly Line[] {
  const sequences = heads.filter(({ type }) => type === 'sequence')
  const taken = new Set<TreeHead>()
  const placed = collections.map((row) => {
    const episode = groupOf(row, episodes)
    const name = (episode && rest(row.name, episode)) || row.name
    const names = new Set([foldName(name), foldName(row.name)])
    // Two episodes may have sequences of the same name: prefer the one in the collection.
    const own = row.heads.filter(({ type }) => type === 'sequence')
    const isCalled = (head: TreeHead): boolean => names.has(foldName(head.title)) && !taken.has(head)
    const called = own.find(isCalled) ?? sequences.find(isCalled)
    if (called !== undefined) taken.add(called)
    return { row, episode, name, own, called }
  })
  return placed.flatMap(({ row, episode, name, own, called }): Line[] => {
    const others = own.filter((head) => !taken.has(head))
    const [only] = called === undefined && others.length === 1 && row.shotCount > 0 ? others : []
    const head = called ?? only
    const { collectionId, spaceId, itemCount, taskCounts } = row
    const counts = { itemCount, taskCounts, children: [] }
    const isOnlyHeads = row.heads.length > 0 && row.itemCount === 0 && head === undefined
    const node: TreeNode = { id: collectionId, kind: 'sequence', name, spaceId, collectionId, head, ...counts }
    const alone = others.filter((each) => each !== only)
    return [
      ...(isOnlyHeads ? [] : [{ node, episode }]),
      ...alone.map((each): Line => {
        const line = { kind: 'sequence', name: each.title, spaceId, collectionId: undefined, head: each } as const
        return { node: { ...line, id: each.id, itemCount: 0, taskCounts: {}, children: [] }, episode }
      }),
    ]
  })
}

function sum(nodes: readonly TreeNode[]): Pick<TreeNode, 'itemCount' | 'taskCounts'> {
  const taskCounts: Record<string, number> = {}
  for (const node of nodes)
    for (const [status, count] of Object.entries(node.taskCounts))
      taskCounts[status] = (taskCounts[status] ?? 0) + count
  return { itemCount: nodes.reduce((total, { itemCount }) => total + itemCount, 0), taskCounts }
}
