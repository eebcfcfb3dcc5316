import { formatBytes } from '#core/lib/format-bytes.ts'
import { countOf } from '#core/lib/text.ts'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { recordExport } from '#core/events/record-export.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'
import { writeFileSafely } from '#cli/config.ts'
import type { Context } from '#cli/context.ts'
import { exportSpace } from '#cli/exchange/export-space.ts'
import { toPart } from '#cli/exchange/file-lines.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ExportStudioOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly folder: string
  readonly originals?: boolean
  readonly tar?: string
}

export const verb = defineVerb({
  arguments: '<folder>',
  summary: 'export everything you can see to a folder: items, comments, revisions, media; run it again to resume',
  options: [
    flag('--originals', 'download the files themselves as well'),
    flag('--tar <file>', 'pack the folder into a tar archive; - for standard output'),
  ],
  examples: [
    'export studio backup --originals',
    'export studio backup --project the-salt-road',
    'export studio backup --originals --tar - | zstd > studio.tar.zst',
  ],
  /** Writes everything the caller may see of a studio to a folder, one space at a time. */
  run: async (options: ExportStudioOptions, context) => {
    const tar = findArchive(options, context)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const exported = { studioId: studio.studioId, what: 'The studio, to a folder' }
    await recordExport(exported, { gateway: client.gateway })
    const { supabaseUrl: serverUrl } = await context.loadHost()
    const root = path.resolve(context.io.cwd, options.folder)
    await writeFileSafely(path.join(root, 'studio.json'), `${JSON.stringify(describe(studio), undefined, 2)}\n`)
    const rows = []
    for (const { id: spaceId, slug, name, projectId } of listSpaces(studio, options)) {
      const project = studio.replica.find('projects', projectId)
      const place = path.posix.join(project?.slug ?? projectId, slug)
      const space = await client.openSpace({ studioId: studio.studioId, spaceId })
      const folder = path.join(root, place)
      const counts = await exportSpace({
        gateway: client.gateway,
        opener: client,
        studio,
        space,
        folder,
        serverUrl,
        hasOriginals: options.originals === true,
      })
      // Keep only one space in memory.
      await client.release(`space:${spaceId}`)
      rows.push({ folder: place, ...counts })
      context.say(
        `${project?.name ?? ''} / ${name}: ${countOf(counts.items, 'item')}, ${countOf(counts.revisions, 'revision')}.`,
      )
    }
    if (tar !== undefined) await pack(root, tar, context)
    // Standard output is the archive.
    if (tar === '-') return
    context.print({ rows, fields: ['folder', 'items', 'comments', 'revisions', 'media', 'fetched'] })
  },
})

/** Returns where to write the archive; refuses a terminal, and a place inside the folder being packed. */
function findArchive({ tar, folder }: ExportStudioOptions, { io }: Context): string | undefined {
  if (tar === undefined) return undefined
  if (tar === '-') {
    if (io.isOutputTty) throw usageError('An archive cannot be written to a terminal.', 'Name a file: --tar studio.tar')
    return tar
  }
  const file = path.resolve(io.cwd, tar)
  if (file.startsWith(path.resolve(io.cwd, folder) + path.sep))
    throw usageError(`${tar} is inside the folder it packs.`, 'Name a file elsewhere.')
  return file
}

async function pack(folder: string, tar: string, context: Context): Promise<void> {
  const { writeTar } = await import('#cli/exchange/tar.ts')
  const part = tar === '-' ? tar : await toPart(tar)
  const { files, bytes } = await writeTar(folder, tar === '-' ? process.stdout : createWriteStream(part))
  if (part !== tar) await rename(part, tar)
  context.say(`Packed ${countOf(files, 'file')} (${formatBytes(bytes)}) into ${tar === '-' ? 'standard output' : tar}.`)
}

/** The catalogue: everything the items' sheets refer to. */
function describe(studio: StudioReplica) {
  const { name, slug, id } = studio.findStudio() ?? {}
  return {
    format: 'xsheet-studio',
    version: 1,
    exportedAt: new Date().toISOString(),
    studio: { id, name, slug },
    projects: studio.getProjects(),
    spaces: studio.getProjects().flatMap((project) => studio.getSpaces(project.id)),
    stages: studio.getStages(),
    statuses: studio.getStatuses(),
    members: studio.getMembers(),
    roles: studio.getRoles(),
  }
}
