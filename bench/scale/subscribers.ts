// A crowd of open windows in a separate process: each a socket that receives its studio's changes. Started by
// fan-out.ts.
import { WebSocket } from 'ws'

export type Crowd = { url: string; apiKey: string; token: string; topics: readonly string[] }

/** Arrival times of the messages, in order; one list for all sockets. */
let heard: number[] = []

process.on('message', (message: Crowd | 'report') => {
  if (message === 'report') {
    process.send?.({ heard })
    heard = []
    return
  }
  void openAll(message).then(() => process.send?.('joined'))
})

async function openAll({ url, apiKey, token, topics }: Crowd): Promise<void> {
  // A few at a time, as people arrive in the morning.
  for (let first = 0; first < topics.length; first += 50)
    await Promise.all(
      topics.slice(first, first + 50).map((topic) => open(`${url}?apikey=${apiKey}&vsn=2.0.0`, token, topic)),
    )
}

function open(address: string, token: string, topic: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(address)
  const config = { private: true, broadcast: { self: false } }
  socket.on('open', () => socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config, access_token: token }])))
  socket.on('error', reject)
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.includes('"phx_reply"')) {
      if (text.includes('"status":"ok"')) resolve()
      else reject(new Error(text))
    } else if (text.includes('"broadcast"')) heard.push(performance.timeOrigin + performance.now())
  })
  return promise
}
