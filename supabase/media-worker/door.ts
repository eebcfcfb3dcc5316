/** A file to work on, as handed out by the function media-jobs. */
export type Job = {
  readonly media_id: string
  readonly lease: string
  readonly filename: string
  readonly content_type: string
  readonly size_bytes: number
  readonly has_poster: boolean
  readonly has_filmstrip: boolean
  readonly has_proxy: boolean
  readonly has_waveform: boolean
  /** Only its larger proxy is left to make. */
  readonly is_rest: boolean
  readonly download_url: string | null
  /** For numbered pictures that become one film: where each is, in order. */
  readonly frames: readonly { readonly url: string | null; readonly number: number }[] | null
  /** The chosen rate, else their item's. */
  readonly frame_rate: string | null
}

export type NewFile = {
  readonly id: string
  readonly filename: string
  readonly content_type: string
  readonly size_bytes: number
}

type Held = Pick<Job, 'media_id' | 'lease'>

/** The job has passed to another worker, or its file is deleted: the work under way is useless. */
export class LostJob extends Error {}

/** What a media worker requests from the studio's server. */
export interface Door {
  claim: () => Promise<Job | null>
  report: (job: Held, percent: number) => Promise<void>
  place: (job: Held, files: readonly NewFile[]) => Promise<ReadonlyMap<string, string>>
  finish: (job: Held, details: Readonly<Record<string, unknown>>, isDone: boolean) => Promise<void>
  fail: (job: Held, problem: string, isFinal: boolean) => Promise<void>
}

type Server = { readonly url: string; readonly secret: string; readonly worker: string }

/** Makes a client of the edge function media-jobs. A request that takes longer than half a minute counts as failed. */
export function makeDoor({ url, secret, worker }: Server): Door {
  async function ask(body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${url}/functions/v1/media-jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    // The shape of the function's own answers and refusals.
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
    if (response.ok) return answer
    const said = typeof answer['error'] === 'string' ? answer['error'] : 'The server refused'
    const message = `${said} (${response.status})`
    throw answer['code'] === 'P0002' ? new LostJob(message) : new Error(message)
  }
  const held = ({ media_id, lease }: Held): Held => ({ media_id, lease })
  return {
    claim: async () => (await ask({ action: 'claim', worker }))['job'] as Job | null,
    report: async (job, percent) => void (await ask({ action: 'report', ...held(job), percent })),
    place: async (job, files) => {
      const { uploads } = await ask({ action: 'files', ...held(job), files })
      return new Map((uploads as { id: string; upload_url: string }[]).map((slot) => [slot.id, slot.upload_url]))
    },
    finish: async (job, details, isDone) =>
      void (await ask({ action: 'finish', ...held(job), details, is_done: isDone })),
    fail: async (job, problem, isFinal) =>
      void (await ask({ action: 'fail', ...held(job), problem, is_final: isFinal })),
  }
}
