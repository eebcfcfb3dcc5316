// The people of bulk.ts and import.ts, in separate processes: windows that watch a space, or one person who reads or
// writes elsewhere.
import { createClient } from '@supabase/supabase-js'

export type Part = {
  role: 'windows' | 'reader' | 'writer'
  url: string
  apiKey: string
  token: string
  topic: string
  space: string
  rev: number
  windows: number
  /** A response of at least this size contains the change. */
  bytes: number
}

const nowMs = (): number => performance.timeOrigin + performance.now()

process.on('message', (part: Part) => {
  void (part.role === 'windows' ? watch(part) : work(part))
})

async function watch({ url, apiKey, token, topic, space, rev, windows, bytes }: Part): Promise<void> {
  const headers = { apikey: apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ p_space_id: space, p_since: rev })
  const had = Array.from({ length: windows }, () => Promise.withResolvers<number>())
  const joined = had.map(async ({ resolve, reject }) => {
    const { realtime } = createClient(url, apiKey)
    await realtime.setAuth(token)
    const isJoined = Promise.withResolvers<void>()
    realtime
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event: '*' }, () => {
        fetch(`${url}/rest/v1/rpc/pull_space`, { method: 'POST', headers, body })
          .then(async (answer) => await answer.arrayBuffer())
          .then((answer) => answer.byteLength > bytes && resolve(nowMs()), reject)
      })
      .subscribe((state) => void (state === 'SUBSCRIBED' && isJoined.resolve()))
    await isJoined.promise
  })
  await Promise.all(joined)
  process.send?.('ready')
  process.send?.(await Promise.all(had.map(({ promise }) => promise)))
}

/** Reports how long each read or write took, and when it began. */
async function work({ role, url, apiKey, token, space }: Part): Promise<void> {
  const client = createClient(url, apiKey, { global: { headers: { authorization: `Bearer ${token}` } } })
  process.send?.('ready')
  for (;;) {
    const at = nowMs()
    const spaces = client.from('spaces')
    const read = spaces.select('id, name, collections(id, name)').eq('id', space)
    const { error } = await (role === 'reader' ? read : spaces.update({ name: `Space at ${at}` }).eq('id', space))
    if (error) throw error
    process.send?.({ at, tookMs: nowMs() - at })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
