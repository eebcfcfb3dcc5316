import { listTreeLines, loadProjectTree, makeProjectTree, type TreeNode } from '#core/projects/project-tree.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { open, pick } from './change-project.ts'

type Options = GlobalOptions & { readonly which?: string }

export const verb = defineVerb({
  arguments: '[which]',
  summary: 'show the episodes and sequences of a project, with their items and how much is done',
  examples: ['project tree the-salt-road', 'project tree the-salt-road --json'],
  run: async ({ which, project = which }: Options, context) => {
    if (project === undefined) throw usageError('Of which project?', 'Name it, or pass --project.')
    const { client, studio } = await open(context)
    const { id, name } = pick(studio, project)
    const spaces = studio.getSpaces(id).filter(({ isActive }) => isActive)
    const tree = makeProjectTree(spaces, await loadProjectTree(id, client))
    const lines = listTreeLines(tree, new Set())
    context.print({
      rows: lines.map(({ node, depth }) => toRow(node, { depth, studio })),
      fields: ['level', 'kind', 'name', 'items', 'tasks', 'done', 'space', 'collection', 'item'],
      columns: ['line', 'kind', 'items', 'tasks', 'done'],
    })
    if (lines.length === 0) context.say(`${name} has no episodes or sequences yet.`)
  },
})

function toRow(node: TreeNode, { depth, studio }: { readonly depth: number; readonly studio: StudioReplica }) {
  const counts = studio.getStatuses().map(({ id, isDone }) => ({ count: node.taskCounts[id] ?? 0, isDone }))
  const total = (all: typeof counts): number => all.reduce((sum, { count }) => sum + count, 0)
  return {
    level: depth + 1,
    kind: node.kind,
    name: node.name,
    items: node.itemCount,
    tasks: total(counts),
    done: total(counts.filter(({ isDone }) => isDone)),
    space: node.spaceId,
    collection: node.collectionId ?? null,
    item: node.head?.slug ?? null,
    line: `${'  '.repeat(depth)}${node.name}`,
  }
}
