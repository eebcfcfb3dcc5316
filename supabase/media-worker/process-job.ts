import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Door, type Job, LostJob, type NewFile } from './door.ts'
import { type Made, type MadeFile, type Order, Unreadable } from './messages.ts'
import { runMaker } from './run-maker.ts'
import { fetchFile, sendFile } from './storage.ts'

/** A lease lasts a minute. */
const reportMs = 10_000

/**
 * Does one job in its own folder: fetches the file, has its previews made in a child process, uploads them. Never
 * throws.
 */
export async function processJob(door: Door, job: Job, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'xsheet-media-'))
  const lost = new AbortController()
  const ending = AbortSignal.any([signal, lost.signal])
  let percent = 0
  const report = async (): Promise<void> => {
    try {
      await door.report(job, percent)
    } catch (error) {
      // It has passed to another worker: the work under way is useless. Without a response the next report tells.
      if (error instanceof LostJob) lost.abort()
    }
  }
  const timer = setInterval(() => void report(), reportMs)
  try {
    await report()
    const order = toOrder(job, folder)
    await fetchAll(job, order.source, ending)
    const onPart = async (made: Made): Promise<void> => {
      if (!made.isDone) await deliver(door, job, made)
    }
    const onPercent = (now: number): void => {
      const isNews = Math.floor(now / 10) > Math.floor(percent / 10)
      percent = now
      if (isNews) void report()
    }
    const last = await runMaker(order, { signal: ending, onPart, onPercent })
    await deliver(door, job, last)
  } catch (error) {
    await reportProblem(door, job, { error, isEnding: ending.aborted })
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}

/** A worker told to stop returns its job at once. */
async function reportProblem(
  door: Door,
  job: Job,
  { error, isEnding }: { error: unknown; isEnding: boolean },
): Promise<void> {
  if (error instanceof LostJob) return
  const problem = isEnding ? 'The media worker was stopped' : error instanceof Error ? error.message : String(error)
  try {
    await door.fail(job, problem, !isEnding && error instanceof Unreadable)
  } catch {
    // The lease expires, and the next worker takes it.
  }
}

function toOrder(job: Job, folder: string): Order {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(job.filename)?.[0].toLowerCase() ?? ''
  const rate = isRate(job.frame_rate) ? job.frame_rate : '24/1'
  const whole = { poster: !job.has_poster, filmstrip: !job.has_filmstrip, proxy: !job.has_proxy }
  return {
    folder,
    source: path.join(folder, job.frames === null ? `source${ending}` : `%06d${ending}`),
    contentType: job.content_type,
    rate,
    ...(job.frames !== null && { sequence: { rate, numbers: job.frames.map(({ number }) => number) } }),
    wants: job.is_rest
      ? { poster: false, filmstrip: false, proxy: false, waveform: false, largeProxy: true }
      : { ...whole, waveform: !job.has_waveform, largeProxy: false },
  }
}

/** Whether a text is a frame rate, from one frame an hour to a thousand per second: 24, 23.976 or 24000/1001. */
function isRate(text: string | null): text is string {
  const [, upper, lower = '1'] = /^(\d{1,9}(?:\.\d{1,6})?)(?:\/(\d{1,9}))?$/.exec(text ?? '') ?? []
  const rate = Number(upper) / Number(lower)
  return rate >= 1 / 3600 && rate <= 1000
}

/** One file, or numbered pictures renamed to match the pattern: counted from the first of them. */
async function fetchAll(job: Job, target: string, signal: AbortSignal): Promise<void> {
  const [first] = job.frames ?? []
  if (job.frames === null || first === undefined) return await fetchFile(job.download_url, target, signal)
  for (const { url, number } of job.frames)
    await fetchFile(url, target.replace('%06d', String(number - first.number + 1).padStart(6, '0')), signal)
}

async function deliver(door: Door, job: Job, { files, facts, isDone }: Made): Promise<void> {
  const base = job.filename.replace(/\.[^.]*$/, '').slice(0, 200)
  const placed = await Promise.all(files.map(async (file) => ({ ...file, ...(await describe(file, base)) })))
  if (placed.length > 0) {
    const urls = await door.place(
      job,
      placed.map(({ id, filename, content_type, size_bytes }) => ({ id, filename, content_type, size_bytes })),
    )
    for (const file of placed) await sendFile(file, urls.get(file.id))
  }
  const ids = Object.fromEntries(placed.map(({ role, id }) => [`${role}_media_id`, id]))
  await door.finish(job, { ...facts, ...ids }, isDone)
}

async function describe({ file, role, contentType }: MadeFile, base: string): Promise<NewFile> {
  const { size } = await stat(file)
  return {
    id: randomUUID(),
    filename: `${base}-${role}${path.extname(file)}`,
    content_type: contentType,
    size_bytes: size,
  }
}
