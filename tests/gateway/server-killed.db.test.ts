import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done } from '#core/change/context.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import {
  newId,
  toId,
  type CollectionId,
  type OperationId,
  type ProjectId,
  type SpaceId,
  type TaskId,
} from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { createItems } from '#core/items/create-items.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock, systemIds } from '#core/sync/system.ts'
import { bareEnv } from '#tests/host/bare-env.ts'
import { startPostgres } from '#tests/host/postgres.ts'
import { suiteDatabase } from '#tests/host/suite-database.ts'
import { findFreePort } from '#supabase/local/free-port.ts'

const main = fileURLToPath(new URL('../../supabase/local/main.ts', import.meta.url))
const account = { email: 'ana@example.com', password: 'correct-horse-battery' }
const itemCount = 200
const rounds = 10
const isOnPostgres = suiteDatabase === 'postgres'

/** The host as a separate process that can be killed; always on the same port and data. */
async function aServer() {
  const data = mkdtempSync(path.join(tmpdir(), 'xsheet-killed-'))
  const database = isOnPostgres ? await startPostgres() : undefined
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(async () => {
    await kill()
    await database?.stop()
    rmSync(data, { recursive: true, force: true })
  })
  const start = async (): Promise<void> => {
    const env = {
      ...bareEnv,
      XSHEET_DATA: data,
      XSHEET_DEMO: '0',
      PORT: String(port),
      ...(database && { DATABASE_URL: database.url }),
    }
    const started = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    const ready = Promise.withResolvers<void>()
    started.stdout.on('data', (text) => String(text).includes('running at') && ready.resolve())
    started.once('exit', () => ready.reject(new Error('The host ended before it was ready')))
    await ready.promise
  }
  return { url: `http://127.0.0.1:${port}`, start, kill }
}

function value(result: Result<Done>): Done {
  if (!result.ok) throw result.error
  return result.value
}

/** Waits until the server has answered everything; fails on a refusal. */
async function settle({ outbox, flush }: StudioClient): Promise<void> {
  flush()
  await expect
    .poll(
      () =>
        outbox
          .getEntries()
          .map(({ state, error }) => error?.message ?? state)
          .filter((state) => state !== 'sent'),
      {
        timeout: 60_000,
        interval: 50,
      },
    )
    .toEqual([])
}

test(
  'each write arrives once and in order, however often the server is killed in the middle of it',
  { timeout: 600_000 },
  async () => {
    // Given a person with a space of tasks, on a server that is a separate process
    const server = await aServer()
    await server.start()
    const config = (await (await fetch(`${server.url}/config.json`)).json()) as { supabasePublishableKey: string }
    const publishableKey = config.supabasePublishableKey
    const values = new Map<string, string>()
    const gateway = makeGateway({
      url: server.url,
      publishableKey,
      autoRefresh: false,
      sessionStorage: {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, text) => void values.set(key, text),
        removeItem: (key) => void values.delete(key),
      },
    })
    const { userId } = await gateway.session.signUpWithPassword(account)
    const { id: studioId } = await gateway.studios.create('Killed')
    const [projectId, spaceId, collectionId] = [newId<ProjectId>(), newId<SpaceId>(), newId<CollectionId>()]
    const write = async (mutation: Parameters<typeof gateway.write>[0]) =>
      await gateway.write(mutation, newId<OperationId>())
    const extra = { studio_id: studioId }
    await write({ kind: 'insert', table: 'projects', rows: [{ id: projectId, name: 'Project' }], extra })
    await write({ kind: 'insert', table: 'spaces', rows: [{ id: spaceId, projectId, name: 'Space', layout: 'grid' }] })
    const client = await makeStudioClient({
      userId,
      gateway,
      store: makeMemoryStore(),
      clock: systemClock,
      ids: systemIds,
      online: alwaysOnline,
      tabs: makeSingleTab(),
    })
    onTestFinished(async () => await client.close())
    const studio = await client.openStudio(studioId)
    const statusIds = studio.getStatuses().map(({ id }) => id)
    const stageIds = studio
      .getStages()
      .slice(0, 2)
      .map(({ id }) => id)
    await write({ kind: 'save-space-config', spaceId, stageIds, statusIds })
    client.refresh()
    await expect.poll(() => studio.getSpaceStages(spaceId)).toHaveLength(2)
    const space = await client.openSpace({ studioId, spaceId })
    value(await createCollection({ space, name: 'Sequence', id: collectionId }, client))
    const items = Array.from({ length: itemCount }, (_, index) => ({ title: `Shot ${index}` }))
    value(await createItems({ studio, space, collectionId, items }, client))
    await settle(client)
    const taskIds = [...space.replica.getRows('item_tasks').keys()].map((id) => toId<TaskId>(id))
    expect(taskIds).toHaveLength(itemCount * 2)
    const [taskId = newId<TaskId>()] = taskIds
    const itemId = space.replica.find('item_tasks', taskId)?.itemId ?? newId()
    const item = await client.openItem({ studioId, spaceId, itemId })

    // When they keep changing everything while the server is killed at random points and restarted
    const meant: string[] = []
    let interrupted = 0
    const change = async (step: number): Promise<void> => {
      const statusId = statusIds[1 + (step % (statusIds.length - 1))] ?? newId()
      value(await setTaskStatus({ on: space, taskIds, statusId }, client))
      meant.push(statusId)
    }
    for (let round = 0; round < rounds; round += 1) {
      await change(round * 2)
      value(await postComment({ studio, space, item, taskId, content: `Round ${round}` }, client))
      meant.push(`Round ${round}`)
      value(await setTaskField({ space, taskIds, field: 'priority', values: { all: (round % 9) + 1 } }, client))
      await change(round * 2 + 1)
      await sleep(Math.random() * 600)
      if (client.outbox.getEntries().some(({ state }) => state === 'pending')) interrupted += 1
      await server.kill()
      await server.start()
      await settle(client)
    }

    // Then the server has each change once, in the order it was made
    expect(interrupted).toBeGreaterThan(0)
    const reader = createClient(server.url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    await reader.auth.signInWithPassword(account)
    const automatic = await reader
      .from('comments')
      .select('id', { count: 'exact', head: true })
      .eq('is_automatic', true)
    expect(automatic.count).toBe(taskIds.length * rounds * 2)
    const { data } = await reader
      .from('comments')
      .select('content, metadata')
      .eq('task_id', taskId)
      .order('rev', { ascending: true })
    expect(data?.map(({ content, metadata }) => content || metadata.statusInfo.statusId)).toEqual(meant)
    const { data: tasks } = await reader.from('item_tasks').select('status_id, priority').limit(10_000)
    expect(new Set(tasks?.map((task) => JSON.stringify(task))).size).toBe(1)
    expect(tasks?.[0]).toEqual({ status_id: meant.at(-1), priority: ((rounds - 1) % 9) + 1 })
  },
)
