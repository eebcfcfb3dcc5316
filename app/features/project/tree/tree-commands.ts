import type { TreeNode } from '#core/projects/project-tree.ts'
import { defineWith, type CommandContext } from '#app/commands/define-command.ts'
import { runThere } from '#app/commands/run-there.ts'
import { links } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getTreeLines, setFolded, treeStore } from './tree-store.ts'

const define = defineWith({ group: 'Spaces', scope: 'tree' })
const isShown = (): boolean => {
  const { studio } = clientStore.get()
  return studio !== undefined && getTreeLines(studio).length > 0
}

/** The commands that move through a project's episodes and sequences and open one. */
export const treeCommands = [
  define({
    id: 'tree.show',
    title: 'Go to the episodes and sequences',
    scope: 'list',
    keys: ['s'],
    keywords: ['tree', 'outline', 'progress'],
    when: isShown,
    run: () => focusLine(treeStore.reached ?? listLines()[0]?.node.id),
  }),
  define({
    id: 'tree.open',
    title: 'Open an episode or a sequence…',
    scope: 'list',
    keywords: ['tree', 'go'],
    when: isShown,
    args: [
      {
        id: 'place',
        placeholder: 'Which episode or sequence?',
        options: () =>
          getTreeLines(getStudio().studio, new Set()).map(({ node, depth }) => ({
            value: node.id,
            label: `${'\u2003'.repeat(depth)}${node.name}`,
            detail: node.kind,
          })),
      },
    ],
    run: (context, [id]) => openLine(context, id),
  }),
  define({
    id: 'tree.open-focused',
    title: 'Open this episode or sequence',
    keys: ['enter'],
    shadows: ['card.open'],
    isKeyOnly: true,
    run: (context) => openLine(context, treeStore.reached),
  }),
  define({
    id: 'tree.fold',
    title: 'Collapse the episode, or go to it',
    keys: ['left', 'h'],
    shadows: ['card.left'],
    isKeyOnly: true,
    run: () => {
      const lines = listLines()
      const at = lines.findIndex(({ node }) => node.id === treeStore.reached)
      const line = lines[at]
      if (line === undefined) return
      if (line.node.children.length > 0 && !treeStore.folded.has(line.node.id)) setFolded(line.node.id, true)
      else focusLine(lines.slice(0, at).findLast(({ depth }) => depth < line.depth)?.node.id)
    },
  }),
  define({
    id: 'tree.unfold',
    title: 'Expand the episode, or go into it',
    keys: ['right', 'l'],
    shadows: ['card.right'],
    isKeyOnly: true,
    run: () => {
      const node = listLines().find((line) => line.node.id === treeStore.reached)?.node
      if (node === undefined || node.children.length === 0) return
      if (treeStore.folded.has(node.id)) setFolded(node.id, false)
      else focusLine(node.children[0]?.id)
    },
  }),
  define({
    id: 'tree.toggle',
    title: 'Collapse or expand this line',
    scope: 'list',
    isKeyOnly: true,
    run: (_context, [id = '']) => setFolded(id, !treeStore.folded.has(id)),
  }),
  step('up', 'Line above', ['up', 'k']),
  step('down', 'Line below', ['down', 'j']),
]

function step(direction: 'up' | 'down', title: string, keys: readonly string[]) {
  return define({
    id: `tree.${direction}`,
    title,
    keys,
    shadows: [`card.${direction}`],
    isKeyOnly: true,
    isRepeatable: true,
    run: () => {
      const lines = listLines()
      const at = lines.findIndex(({ node }) => node.id === treeStore.reached)
      focusLine(lines[direction === 'up' ? at - 1 : at + 1]?.node.id)
    },
  })
}

function listLines() {
  return getTreeLines(getStudio().studio)
}

function focusLine(id: string | undefined): void {
  const line = id === undefined ? null : document.querySelector<HTMLElement>(`[data-tree-line="${CSS.escape(id)}"]`)
  line?.focus()
  line?.scrollIntoView({ block: 'nearest' })
}

/**
 * Opens a sequence in its space with the cursor on its first item, or an item's popup for lines that are not
 * collections.
 */
function openLine({ navigate, path }: CommandContext, id: string | undefined): void {
  const { studio } = getStudio()
  const node = getTreeLines(studio, new Set()).find((line) => line.node.id === id)?.node
  const space = node && studio.replica.find('spaces', node.spaceId)
  const project = space && studio.replica.find('projects', space.projectId)
  if (node === undefined || space === undefined || project === undefined) return
  const studioSlug = decodeURIComponent(path.split('/')[2] ?? '')
  const to = links.space({ studioSlug, projectSlug: project.slug, spaceSlug: space.slug })
  const collectionId = firstCollectionOf(node)
  const isItemAlone = node.kind === 'sequence' && node.collectionId === undefined && node.head !== undefined
  navigate(isItemAlone ? `${to}?item=${encodeURIComponent(node.head.slug)}` : to)
  if (node.kind !== 'space' && collectionId !== undefined) void runThere('collection.go', [collectionId])
}

function firstCollectionOf({ collectionId, children }: TreeNode): string | undefined {
  return collectionId ?? children.map(firstCollectionOf).find((id) => id !== undefined)
}
