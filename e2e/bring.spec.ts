import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { callServer, signInAs } from './page-models/session.ts'

type Entry = { readonly id: string; readonly task_id: string; readonly session_id: string }
type Task = { readonly id: string; readonly status_id: string }
type Status = { readonly id: string; readonly name: string; readonly studio_id: string }

/** A session of three tasks in the demo studio, and a function that writes a decisions file for them. */
async function aSession(page: Page) {
  const [given] = await callServer<readonly { id: string; project_id: string }[]>(
    page,
    'review_sessions?select=id,project_id&limit=1',
  )
  const there = await callServer<readonly Entry[]>(
    page,
    `review_entries?select=id,task_id&session_id=eq.${given?.id}&limit=3`,
  )
  const tasks = await callServer<readonly Task[]>(
    page,
    `item_tasks?select=id,status_id&id=in.(${there.map(({ task_id }) => task_id).join(',')})`,
  )
  const statuses = await callServer<readonly Status[]>(page, 'task_statuses?select=id,name,studio_id')
  const sessionId = crypto.randomUUID()
  const name = `Away ${sessionId.slice(0, 6)}`
  const entries = there.map(({ task_id }, at) => ({ id: crypto.randomUUID(), task_id, order_rank: at }))
  const session = { p_session_id: sessionId, p_project_id: given?.project_id, p_name: name, p_kind: 'dailies' }
  await callServer(page, 'rpc/start_review', { ...session, p_day: '2026-11-24', p_entries: entries })
  const statusOf = (called: string) => statuses.find((status) => status.name === called)?.id
  const decide = (at: number, by: string, given_: object) => {
    const task = tasks.find(({ id }) => id === entries[at]?.task_id)
    const place = { id: crypto.randomUUID(), entryId: entries[at]?.id, taskId: task?.id, seenStatusId: task?.status_id }
    return { ...place, by: { name: by }, at: Date.UTC(2026, 10, 24, 9), ...given_ }
  }
  const toFile = (called: string, decisions: readonly object[], changes: object = {}) => {
    const place = { studioId: statuses[0]?.studio_id, sessionId, packetId: crypto.randomUUID() }
    const text = JSON.stringify({ format: 'xsheet-decisions', version: 1, ...place, decisions, ...changes })
    return { name: called, mimeType: 'application/json', buffer: Buffer.from(text) }
  }
  return { sessionId, name, statusOf, decide, toFile }
}

test('decisions are brought back, conflicts are resolved by key, and one undo reverts everything', async ({ page }) => {
  await signInAs(page, 'Ingrid Solberg')
  const { name, sessionId, statusOf, decide, toFile } = await aSession(page)
  const note = (content: string) => ({ note: { content, metadata: {} } })
  const [done, feedback] = [statusOf('DONE'), statusOf('FEEDBACK')]
  const anna = toFile('anna.json', [
    decide(0, 'Anna', { statusId: feedback, ...note('<img src=x onerror=alert(1)> **Softer**') }),
    decide(1, 'Anna', note('Hold the arm')),
  ])
  const later = { at: Date.UTC(2026, 10, 24, 10) }
  const bo = toFile('bo.json', [decide(0, 'Bo', { statusId: done, ...later })])
  await page.goto('/studio/northlight/project/the-salt-road/reviews')
  await page.getByRole('button', { name: 'Bring decisions back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bring decisions back' })
  const files = dialog.getByLabel('Files, chosen or dropped here')

  await test.step('an unreadable decisions file is refused with the reason', async () => {
    await files.setInputFiles(toFile('later.json', [], { version: 2 }))
    await expect(dialog).toContainText('later.json was written by a newer Xsheet.')
    await files.setInputFiles(toFile('elsewhere.json', [], { studioId: crypto.randomUUID() }))
    await expect(dialog).toContainText('elsewhere.json belongs to another studio.')
  })

  await test.step('conflicting decisions by two people ask which to take', async () => {
    await files.setInputFiles([anna, bo])
    await expect(dialog).toContainText(`${name}: 1 to bring, 2 in conflict.`)
    await expect(dialog).toContainText('people decided differently: Anna FEEDBACK, Bo DONE.')
    await expect(dialog.getByRole('button', { name: 'Bring 1 decision' })).toBeEnabled()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('radio', { name: /^Keep / }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'FEEDBACK (Anna)' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the decisions are brought back and undone in one step', async () => {
    const toast = page.getByText(`Brought 3 decisions to ${name}`)
    await expect(toast).toBeVisible()
    const notes = async () =>
      await callServer<readonly object[]>(page, `comments?select=id&metadata->>sessionId=eq.${sessionId}`)
    const judged = async () => {
      const rows = await callServer<readonly { judged_status_id: string | null }[]>(
        page,
        `review_entries?select=judged_status_id&session_id=eq.${sessionId}&order=order_rank`,
      )
      return rows.map((row) => row.judged_status_id)
    }
    expect(await notes()).toHaveLength(2)
    expect(await judged()).toEqual([feedback, null, null])
    await page.keyboard.press('Control+z')
    await expect.poll(notes).toEqual([])
    expect(await judged()).toEqual([null, null, null])
  })
})
