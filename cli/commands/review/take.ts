import { rm } from 'node:fs/promises'
import path from 'node:path'
import { recordExport } from '#core/events/record-export.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { toSlug } from '#core/lib/slug.ts'
import { gatherPacket } from '#core/packet/gather-packet.ts'
import { measureFiles, type MeasuredFile } from '#core/packet/load-files.ts'
import { filmChoices, type FilmChoice } from '#core/packet/packet.ts'
import { planPacket, type PacketFile } from '#core/packet/plan-packet.ts'
import { writePacket, type TextFile } from '#core/packet/write-packet.ts'
import { findRevisions } from '#core/revisions/post-revisions.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { writeWhole } from '#cli/exchange/file-lines.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { downloadToFolder, downloadToZip, measureByAddress, type DownloadedHashes } from '#cli/packet/download-files.ts'
import { loadPacketPage } from '#cli/packet/load-page.ts'
import { beginFolder, beginZip, checkRoom, unfinishedFile } from '#cli/packet/target.ts'
import { repeating } from '#cli/publish/repeat.ts'
import { openPlace, pickReview, type SessionChoice } from './open-review.ts'

type Options = SessionChoice & { readonly out?: string; readonly zip?: string; readonly films: string }

const fields = ['file', 'shot', 'role', 'bytes', 'sha256', 'state'] as const

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'export a review session as a packet: a folder or one ZIP with its films and a page that works offline',
  options: [
    flag('--out <folder>', 'folder to write to; run it again to resume (default: named as the session)'),
    flag('--zip <file>', 'one ZIP instead of a folder'),
    flag('--films <which>', 'proxies, originals (with the proxies that a browser plays) or none', {
      default: 'proxies',
    }),
  ],
  examples: ['review take Monday', 'review take Monday --zip monday.zip --films originals'],
  /** Writes session.json, review.html and the films; prints the files with their hashes. */
  run: async (options: Options, context) => {
    const films = readChoice(options)
    const { client, studio } = await openPlace(context)
    const session = pickReview(studio, options)
    const sources = await gatherPacket({ studio, session }, client)
    if (sources.length === 0) throw nothingMatched(`There is nothing in ${session.name}.`, 'Add tasks: review add.')
    const { userId } = await context.loadSession()
    const page = await loadPacketPage()
    const target = toTarget(options, session, context)
    const begun = await begin(target, { session, films }, context)
    const plan = planPacket({ studio, session, sources, films, ...begun, takenBy: userId })
    const { supabaseUrl } = await context.loadHost()
    const gateway = await context.loadGateway()
    const toAddress = (url: string): string => new URL(url, supabaseUrl).href
    const measure = async (url: string) => await measureByAddress(toAddress(url))
    const { there, missing, bytes } = await measureFiles(plan.files, { client, measure })
    context.say(`${count(sources, 'task')}, ${count(there, 'file')}, ${formatBytes(bytes)} to ${target.place}.`)
    await checkRoom(target.place, bytes)
    const exported = { studioId: studio.studioId, what: `Packet of ${session.name}`, count: sources.length }
    await recordExport(exported, { gateway })
    const loadUrl = async ({ mediaId, url }: MeasuredFile): Promise<string> =>
      toAddress((await gateway.loadMediaUrls([mediaId])).get(mediaId) ?? url)
    const onFile = (file: MeasuredFile) => context.say(file.path)
    const brought = await download(target, { plan, page, files: there, loadUrl, onFile }).catch((error: unknown) => {
      if (target.kind === 'folder')
        context.warn(`What was fetched so far is in ${target.place}; run the same command to resume.`)
      throw error
    })
    if (target.kind === 'folder') await finishFolder(target.place, writePacket(plan, page, brought))
    const known = await findKnown(there, brought, context)
    const rows = plan.files.map((file) => toRow(file, { there, brought, known }))
    context.print({ rows, fields })
    context.say(`Open review.html of ${target.place} in a browser, and bring decisions.json back: review bring.`)
    const left = [...missing, ...there.filter(({ path: each }) => !brought.has(each))]
    if (left.length === 0) return exitCodes.done
    const named = left.slice(0, 5).map(({ path: each }) => each)
    context.warn(
      `${count(left, 'file')} not in the packet, because the storage does not have them: ${named.join(', ')}.`,
    )
    return exitCodes.partlyDone
  },
})

function count(things: readonly unknown[], word: string): string {
  return `${things.length} ${word}${things.length === 1 ? '' : 's'}`
}

function readChoice({ films, out, zip }: Options): FilmChoice {
  if (out !== undefined && zip !== undefined) throw usageError('--out and --zip cannot be combined.')
  const choice = filmChoices.find((each) => each === films)
  if (choice === undefined) throw usageError(`--films is proxies, originals or none, not "${films}".`)
  return choice
}

type Target = { readonly kind: 'folder' | 'zip'; readonly place: string; readonly root: string }

function toTarget({ out, zip }: Options, { name, day }: ReviewSessionRow, { io }: Context): Target {
  const root = `${toSlug(name)}-${day}`
  if (zip !== undefined) return { kind: 'zip', place: path.resolve(io.cwd, zip), root }
  return { kind: 'folder', place: path.resolve(io.cwd, out ?? root), root }
}

type Wanted = { readonly session: ReviewSessionRow; readonly films: FilmChoice }

async function begin({ kind, place }: Target, { session, films }: Wanted, context: Context) {
  const fresh = { id: context.ids.newId(), takenAt: context.clock.now() }
  if (kind === 'zip') {
    await beginZip(place)
    return fresh
  }
  const { isResumed, ...begun } = await beginFolder(place, { sessionId: session.id, films, fresh })
  if (isResumed) context.say(`Resuming the packet in ${place}.`)
  return begun
}

async function download({ kind, place, root }: Target, packing: Omit<Parameters<typeof downloadToZip>[1], 'root'>) {
  return kind === 'zip' ? await downloadToZip(place, { ...packing, root }) : await downloadToFolder(place, packing)
}

async function finishFolder(folder: string, files: readonly TextFile[]): Promise<void> {
  for (const { name, input } of files) await writeWhole(path.join(folder, name), Buffer.from(input))
  await rm(path.join(folder, unfinishedFile), { force: true })
}

/** Returns the files whose hash the server confirms; browser uploads and proxies may have no hash there. */
async function findKnown(files: readonly MeasuredFile[], brought: DownloadedHashes, context: Context) {
  const asked = files.flatMap(({ path: each, isWholeRevision, entry }) => {
    const hash = brought.get(each)
    return isWholeRevision && hash !== undefined ? [{ each, taskId: entry.taskId, sha256: [hash] }] : []
  })
  if (asked.length === 0) return new Set<string>()
  const found = await findRevisions(repeating(await context.loadGateway()), asked)
  return new Set(asked.flatMap(({ each }, at) => (found[at] === undefined ? [] : [each])))
}

type Came = {
  readonly there: readonly MeasuredFile[]
  readonly brought: DownloadedHashes
  readonly known: ReadonlySet<string>
}

function toRow({ path: file, entry, role }: PacketFile, { there, brought, known }: Came) {
  const sha256 = brought.get(file) ?? null
  const bytes = there.find((each) => each.path === file)?.sizeBytes ?? null
  const state = sha256 === null ? 'missing' : known.has(file) ? 'checked' : 'there'
  return { file, shot: entry.shot, role, bytes, sha256, state }
}
