import { randomUUID } from 'node:crypto'
import { HostError, toMessage } from '../host-error.ts'
import type { Database } from '../queryable.ts'

const channel = 'xsheet_hosts'
/** A notification of Postgres holds less than 8,000 bytes. */
const longestNote = 7500

/** How often a host announces itself, and after how long a silence others consider it gone. */
export type Pace = { readonly beatEveryMs: number; readonly silentMs: number }

const usualPace: Pace = { beatEveryMs: 5000, silentMs: 15_000 }

/** A message from one host to the others; delivered in order. */
export type Told = { readonly kind: string }

export type PeerListener = {
  readonly hear: (host: string, told: Told) => void
  /** It has ended, or has not been heard of for a while. */
  readonly lose: (host: string) => void
}

/** The other hosts on the same Postgres. */
export interface Peers {
  /** Sends to all others; sends nothing while there are none. */
  tell(told: Told): void
  /** Starts reporting who is there, and asks the others. */
  follow(listener: PeerListener): void
  close(): Promise<void>
}

type Note = { from: string; told?: Told[]; letter?: string }

/**
 * Joins the hosts running on this Postgres. Each announces itself every few seconds. Throws a HostError if another
 * keeps its files in another place: each would offer people files that only the other has.
 */
export async function joinPeers(database: Database, mediaPlace: string, pace = usualPace): Promise<Peers> {
  const joined = new JoinedPeers(database, mediaPlace, pace)
  await joined.start()
  return joined
}

class JoinedPeers implements Peers {
  readonly #id = randomUUID()
  readonly #others = new Set<string>()
  readonly #waiting: Told[] = []
  #listener: PeerListener | undefined
  #sending: Promise<void> = Promise.resolve()
  #hearing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isHeard = true
  #stop: (() => Promise<void>) | undefined
  readonly #database: Database
  readonly #mediaPlace: string
  readonly #pace: Pace

  constructor(database: Database, mediaPlace: string, pace: Pace) {
    this.#database = database
    this.#pace = pace
    this.#mediaPlace = mediaPlace
  }

  async start(): Promise<void> {
    await this.#beat()
    const elsewhere = await this.#database.query(
      `select id from hosts.alive
       where media_place <> $1 and beaten_at > clock_timestamp() - $2 * interval '1 millisecond'`,
      [this.#mediaPlace, this.#pace.silentMs],
    )
    if (elsewhere.length > 0) {
      await this.#leave()
      throw new HostError(
        'Another host on this database keeps its files in another place: give all of them the same bucket (S3_BUCKET), or the same ' +
          'folder as media in XSHEET_DATA.',
      )
    }
    const onNote = (payload: string): void => {
      this.#hearing = this.#hearing.then(() => this.#hear(payload)).catch(report)
    }
    // Asks again for what was sent while nobody listened.
    this.#stop = await this.#database.listen(channel, onNote, () => this.#ask())
    this.#timer = setInterval(() => void this.#beatOrSay(), this.#pace.beatEveryMs).unref()
  }

  follow(listener: PeerListener): void {
    this.#listener = listener
    this.#ask()
  }

  tell(told: Told): void {
    if (this.#others.size > 0) this.#post(told)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#stop?.()
    this.#post({ kind: 'bye' })
    await this.#sending
    await this.#leave().catch(report)
  }

  #ask(): void {
    this.#post({ kind: 'hello' })
  }

  #post(told: Told): void {
    this.#waiting.push(told)
    // Messages queued together are sent together.
    this.#sending = this.#sending.then(() => this.#send()).catch(report)
  }

  async #send(): Promise<void> {
    const told = this.#waiting.splice(0)
    if (told.length === 0) return
    const note = JSON.stringify({ from: this.#id, told } satisfies Note)
    if (Buffer.byteLength(note) <= longestNote) await this.#database.query('select pg_notify($1, $2)', [channel, note])
    else
      await this.#database.query(
        `with letter as (insert into hosts.letters (body) values ($2) returning id)
         select pg_notify($1, json_build_object('from', $3::text, 'letter', id::text)::text) from letter`,
        [channel, note, this.#id],
      )
  }

  async #hear(payload: string): Promise<void> {
    const note = JSON.parse(payload) as Note
    if (note.from === this.#id) return
    this.#others.add(note.from)
    for (const told of note.told ?? (await this.#read(note.letter))) {
      if (told.kind === 'bye') this.#lose(note.from)
      else this.#listener?.hear(note.from, told)
    }
  }

  async #read(letter: string | undefined): Promise<Told[]> {
    const [row] = await this.#database.query<{ body: string }>('select body from hosts.letters where id = $1', [letter])
    return row === undefined ? [] : ((JSON.parse(row.body) as Note).told ?? [])
  }

  #lose(host: string): void {
    if (this.#others.delete(host)) this.#listener?.lose(host)
  }

  async #beat(): Promise<void> {
    const rows = await this.#database.query<{ id: string }>(
      `with own as (
         insert into hosts.alive (id, media_place) values ($1, $2)
         on conflict (id) do update set beaten_at = clock_timestamp()
       ), gone as (
         delete from hosts.alive where beaten_at < clock_timestamp() - interval '1 minute' and id <> $1
       ), read as (
         delete from hosts.letters where sent_at < clock_timestamp() - interval '1 minute'
       )
       select id::text from hosts.alive
       where id <> $1 and beaten_at > clock_timestamp() - $3 * interval '1 millisecond'`,
      [this.#id, this.#mediaPlace, this.#pace.silentMs],
    )
    const alive = new Set(rows.map(({ id }) => id))
    for (const id of alive) this.#others.add(id)
    for (const id of this.#others) if (!alive.has(id)) this.#lose(id)
  }

  /** Reported once per outage of the database. */
  async #beatOrSay(): Promise<void> {
    try {
      await this.#beat()
      this.#isHeard = true
    } catch (error) {
      if (this.#isHeard) report(error)
      this.#isHeard = false
    }
  }

  async #leave(): Promise<void> {
    await this.#database.query('delete from hosts.alive where id = $1', [this.#id])
  }
}

function report(error: unknown): void {
  console.error(`The other hosts could not be notified: ${toMessage(error)}`)
}

/** The peers of a single host. */
export const nobody: Peers = {
  tell: () => undefined,
  follow: () => undefined,
  close: async () => {},
}
