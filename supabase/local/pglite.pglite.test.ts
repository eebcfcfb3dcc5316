import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { openPglite, toPgliteDirectory } from './pglite.ts'

test('while a statement runs, health, pages and sockets respond', async () => {
  const host = await startTestHost({ database: 'pglite' })
  try {
    const socket = new WebSocket(
      `${host.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${host.keys.publishableKey}&vsn=1.0.0`,
    )
    await once(socket, 'open')
    let isRunning = true
    const statement = host.database
      .query('select count(*)::int as count from generate_series(1, 20000000)')
      .finally(() => (isRunning = false))

    const health = await fetch(`${host.url}/healthz`)
    const config = await fetch(`${host.url}/config.json`)
    const heard = once(socket, 'message')
    socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }))
    const [beat] = await heard
    const wasRunning = isRunning

    expect(wasRunning).toBe(true)
    expect(await health.json()).toMatchObject({ ok: true, database: 'pglite' })
    expect(config.status).toBe(200)
    expect(JSON.parse(String(beat))).toMatchObject({ event: 'phx_reply', payload: { status: 'ok' } })
    expect(await statement).toEqual([{ count: 20_000_000 }])
    socket.terminate()
  } finally {
    await host.close()
  }
})

test('database errors keep their code; a folder of another program is refused in one sentence', async () => {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-pglite-'))
  try {
    const database = await openPglite(dataDirectory)
    await expect(database.query('select 1 / 0')).rejects.toMatchObject({ code: '22012', message: 'division by zero' })
    await expect(
      database.transaction(async (transaction) => {
        await transaction.execute('create table public.notes (id int)')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await database.query(`select to_regclass('public.notes') as it`)).toEqual([{ it: null }])
    await database.close()
    await expect(database.isUp()).rejects.toThrow('PGlite has ended')

    rmSync(path.join(toPgliteDirectory(dataDirectory), 'global'), { recursive: true })
    mkdirSync(path.join(toPgliteDirectory(dataDirectory), 'global'))
    await expect(openPglite(dataDirectory)).rejects.toThrow(/^The database in .* cannot be opened: /)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
