import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { blockOf, openPlanned, schedule } from './page-models/open-planned.ts'
import { insert } from './page-models/planned-studio.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { TimelinePage } from './page-models/timeline-page.ts'

test('a plan is created, moved, stretched, duplicated and undone by keyboard alone', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'planner')

  await schedule(page, timeline, /sh010 Layout/)
  await expect(timeline.queue).toContainText('3 unassigned tasks')
  await expect(timeline.bar(/sh010 Layout/)).toBeFocused()
  await timeline.synced()
  const [first] = await blockOf(page, studio, 'sh010 Layout')
  expect(first).toMatchObject({ assignee_id: studio.userId })

  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(timeline.bar(/sh010 Layout.*3 days/)).toBeVisible()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(timeline.bar(/sh010 Layout.*2 days/)).toBeVisible()

  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await expect(timeline.spoken).toContainText('Moving sh010 Layout')
  await page.keyboard.press('Escape')
  await expect(timeline.spoken).toContainText('cancelled')
  await page.keyboard.press('m')
  for (let day = 0; day < 7; day += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+Enter')
  await expect(timeline.bar(/sh010 Layout/)).toHaveCount(2)
  await timeline.synced()
  const copies = await blockOf(page, studio, 'sh010 Layout')
  expect(copies).toHaveLength(2)
  expect(Date.parse(copies[1]?.start_date ?? '') - Date.parse(copies[0]?.start_date ?? '')).toBe(7 * 86_400_000)

  await page.keyboard.press('Backspace')
  await expect(timeline.bar(/sh010 Layout/)).toHaveCount(1)
  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('Backspace')
  await expect(timeline.bar(/sh010 Layout/)).toHaveCount(0)
  await expect(timeline.card(/sh010 Layout/)).toBeVisible()
  await timeline.synced()
  const queued = await blockOf(page, studio, 'sh010 Layout')
  expect(queued).toMatchObject([{ assignee_id: null, start_date: null, duration: 1, row_index: 0 }])

  await page.keyboard.press('Control+z')
  await expect(timeline.bar(/sh010 Layout.*2 days/)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(timeline.bar(/sh010 Layout/)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+z')
  await expect(timeline.bar(/sh010 Layout/)).toHaveCount(1)
})

test('names are painted beside their rows, and the focus ring around its bar', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'painted')
  const name = { x: 12, y: 42, width: 120, height: 26 }
  await expect.poll(async () => await timeline.countColors(name)).toBeGreaterThan(8)
  expect(await timeline.countColors({ ...name, y: 120 })).toBe(1)
  await schedule(page, timeline, /sh010 Layout/)
  const bar = timeline.bar(/sh010 Layout/)
  await expect(bar).toBeFocused()
  const [box, board] = [await bar.boundingBox(), await timeline.board.boundingBox()]
  if (box === null || board === null) throw new Error('There is no bar')
  const beside = { x: box.x - board.x - 4, y: box.y - board.y + 20 }
  const filter = page.getByRole('button', { name: /^Filter/ })
  await filter.focus()
  await timeline.nextFrame()
  const plain = await timeline.readPixel(beside)
  await bar.focus()
  await expect.poll(async () => await timeline.readPixel(beside)).not.toBe(plain)
  await filter.focus()
  await expect.poll(async () => await timeline.readPixel(beside)).toBe(plain)
})

test('a pointer schedules, moves, stretches, duplicates and returns blocks to the queue', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'dragger')
  const board = await timeline.board.boundingBox()
  const place = { x: (board?.x ?? 0) + 500, y: (board?.y ?? 0) + 62 }

  await timeline.drag(timeline.card(/sh020 Layout/), place)
  await expect(timeline.bar(/sh020 Layout/)).toBeVisible()
  const before = await timeline.bar(/sh020 Layout/).boundingBox()
  await timeline.drag(timeline.bar(/sh020 Layout/), { x: (before?.x ?? 0) + 240, y: (before?.y ?? 0) + 20 })
  await expect.poll(async () => (await timeline.bar(/sh020 Layout/).boundingBox())?.x).toBe((before?.x ?? 0) + 200)

  const box = await timeline.bar(/sh020 Layout/).boundingBox()
  const edge = (box?.x ?? 0) + (box?.width ?? 0) - 3
  await page.mouse.move(edge, (box?.y ?? 0) + 15)
  await page.mouse.down()
  await page.mouse.move(edge + 60, (box?.y ?? 0) + 15, { steps: 5 })
  await page.mouse.move(edge + 160, (box?.y ?? 0) + 15, { steps: 5 })
  await page.mouse.up()
  await expect(timeline.bar(/sh020 Layout.*3 days/)).toBeVisible()

  const wide = await timeline.bar(/sh020 Layout/).boundingBox()
  const beside = { x: (wide?.x ?? 0) + 45, y: (wide?.y ?? 0) + 20 }
  await timeline.drag(timeline.bar(/sh020 Layout/), { x: beside.x - 5, y: beside.y + 2 }, { altKey: true })
  await expect(timeline.bar(/sh020 Layout/)).toHaveCount(2)
  await timeline.synced()
  const [one, other] = await blockOf(page, studio, 'sh020 Layout')
  expect([one?.start_date, one?.row_index, other?.row_index]).toEqual([other?.start_date, 0, 1])

  const queue = await timeline.queue.boundingBox()
  const overQueue = { x: (queue?.x ?? 0) + 100, y: (queue?.y ?? 0) + 300 }
  await timeline.drag(timeline.bar(/sh020 Layout/).first(), overQueue)
  await expect(timeline.bar(/sh020 Layout/)).toHaveCount(1)
  await timeline.drag(timeline.bar(/sh020 Layout/), overQueue)
  await expect(timeline.bar(/sh020 Layout/)).toHaveCount(0)
  await expect(timeline.queue).toContainText('4 unassigned tasks')
})

test('following blocks are pushed, and a selection is planned around weekends and days off', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'lead')
  await callServer(page, 'rpc/upsert_task_estimation', {
    p_task_id: studio.taskIds.get('sh010 Layout'),
    p_estimated_hours: 80,
  })
  await callServer(page, 'rpc/upsert_task_estimation', {
    p_task_id: studio.taskIds.get('sh010 Animation'),
    p_estimated_hours: 16,
  })
  await expect(timeline.card(/sh010 Layout/)).toContainText('10 d')

  await timeline.card(/sh010 Layout/).focus()
  await page.keyboard.press('x')
  await timeline.card(/sh010 Animation/).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+P')
  await expect(page.getByPlaceholder('On whose row?')).toBeVisible()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(timeline.queue).toContainText('2 unassigned tasks')
  await timeline.synced()
  const [layout] = await blockOf(page, studio, 'sh010 Layout')
  const [animation] = await blockOf(page, studio, 'sh010 Animation')
  const end = Date.parse(layout?.start_date ?? '') + Number(layout?.duration) * 86_400_000
  expect(Number(layout?.duration)).toBeGreaterThanOrEqual(12)
  expect(Date.parse(animation?.start_date ?? '')).toBeGreaterThanOrEqual(end)

  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('Escape')
  for (let day = 0; day < 5; day += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('p')
  await timeline.synced()
  const [pushed] = await blockOf(page, studio, 'sh010 Animation')
  const [longer] = await blockOf(page, studio, 'sh010 Layout')
  const newEnd = Date.parse(longer?.start_date ?? '') + Number(longer?.duration) * 86_400_000
  expect(Date.parse(pushed?.start_date ?? '')).toBeGreaterThanOrEqual(newEnd)
})

test('a status set on a selection posts its comments, and a bar opens its task', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'supervisor')
  await schedule(page, timeline, /sh010 Layout/)
  await schedule(page, timeline, /sh020 Layout/)

  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('s')
  await page.getByRole('option', { name: /WIP/ }).click()
  await expect(timeline.bar(/sh010 Layout, WIP/)).toBeVisible()
  await expect(timeline.bar(/sh020 Layout, WIP/)).toBeVisible()
  await timeline.synced()
  for (const task of ['sh010 Layout', 'sh020 Layout']) {
    const address = `comments?select=is_automatic,metadata&task_id=eq.${studio.taskIds.get(task)}`
    const comments = await callServer<readonly { is_automatic: boolean }[]>(page, address)
    expect(comments).toHaveLength(1)
  }

  await timeline.bar(/sh020 Layout/).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('sh020')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('in a selection over two spaces only tasks whose space has the status get it, and undo takes it back', async ({
  page,
}) => {
  const { studio, timeline } = await openPlanned(page, 'mixed')
  const statuses = await callServer<readonly { id: string; name: string }[]>(
    page,
    `task_statuses?select=id,name&studio_id=eq.${studio.studioId}`,
  )
  const [project] = await callServer<readonly { id: string }[]>(page, 'projects?select=id&name=eq.The%20Film')
  const [stage] = await callServer<readonly { id: string }[]>(page, 'stages?select=id&name=eq.Layout')
  const [spaceId, collectionId] = [crypto.randomUUID(), crypto.randomUUID()]
  await insert(page, 'spaces', { id: spaceId, project_id: project?.id, name: 'Assets' })
  await callServer(page, 'rpc/save_space_config', {
    p_space_id: spaceId,
    p_stage_ids: [stage?.id],
    p_status_ids: statuses.filter(({ name }) => name !== 'CLIENT').map(({ id }) => id),
  })
  await insert(page, 'collections', { id: collectionId, space_id: spaceId, name: 'props' })
  await callServer(page, 'rpc/create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ id: crypto.randomUUID(), title: 'lamp', tasks: [{ id: crypto.randomUUID(), stage_id: stage?.id }] }],
  })
  await callServer(page, 'rpc/queue_unplanned_tasks', { p_studio_id: studio.studioId })
  await schedule(page, timeline, /sh010 Layout/)
  await schedule(page, timeline, /lamp Layout/)

  await page.keyboard.press('s')
  await expect(page.getByRole('option', { name: /WIP/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /CLIENT/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('s')
  await page.getByRole('option', { name: /CLIENT/ }).click()

  await expect(page.getByText('1 task unchanged: no CLIENT in their space.')).toBeVisible()
  await expect(timeline.bar(/sh010 Layout, CLIENT/)).toBeVisible()
  await expect(timeline.bar(/lamp Layout, TO DO/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(timeline.bar(/sh010 Layout, TO DO/)).toBeVisible()
})

test('two people move the same block: the last one wins and the other is told', async ({ page, browser }) => {
  const { studio, timeline } = await openPlanned(page, 'first')
  await schedule(page, timeline, /sh010 Layout/)
  await timeline.synced()
  const [invite] = await callServer<readonly { token: string }[]>(page, 'rpc/generate_studio_invite', {
    p_studio_id: studio.studioId,
  })
  const second = await (await browser.newContext()).newPage()
  await startStudio(second, anAccount('second'), `Second ${crypto.randomUUID().slice(0, 6)}`)
  await callServer(second, 'rpc/accept_studio_invite', { p_token: invite?.token })
  await second.reload()
  const theirs = new TimelinePage(second)
  await theirs.open(studio.slug)
  await expect(theirs.bar(/sh010 Layout/)).toBeVisible()

  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await timeline.synced()
  const [mine] = await blockOf(page, studio, 'sh010 Layout')
  await theirs.bar(/sh010 Layout/).focus()
  await expect.poll(async () => (await blockOf(second, studio, 'sh010 Layout'))[0]?.start_date).toBe(mine?.start_date)
  await second.keyboard.press('m')
  await second.keyboard.press('ArrowLeft')
  await second.keyboard.press('ArrowLeft')
  await second.keyboard.press('Enter')
  await theirs.synced()

  await expect(page.getByText('moved by somebody else after you')).toBeVisible()
  const [last] = await blockOf(page, studio, 'sh010 Layout')
  const label = await theirs.bar(/sh010 Layout/).getAttribute('aria-label')
  await expect(timeline.bar(label ?? '')).toBeVisible()
  expect(last?.start_date).not.toBe(mine?.start_date)
  await second.context().close()
})

test('an offline move stays on screen and reaches the server on reconnecting', async ({ page, context }) => {
  const { studio, timeline } = await openPlanned(page, 'traveller')
  await schedule(page, timeline, /sh010 Layout/)
  await timeline.synced()
  const [before] = await blockOf(page, studio, 'sh010 Layout')

  await context.setOffline(true)
  await page.keyboard.press('m')
  for (let day = 0; day < 3; day += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await schedule(page, timeline, /sh020 Layout/)
  await context.setOffline(false)

  await timeline.synced()
  const days = async () => {
    const [now] = await blockOf(page, studio, 'sh010 Layout')
    return (Date.parse(now?.start_date ?? '') - Date.parse(before?.start_date ?? '')) / 86_400_000
  }
  await expect.poll(days).toBe(3)
  expect(await blockOf(page, studio, 'sh020 Layout')).toMatchObject([{ assignee_id: studio.userId }])
})

test('the queue is searched and grouped, and a plan is exported as a calendar file', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'searcher')
  const cards = timeline.queue.getByRole('row')

  await page.getByLabel('Search the queue').fill('LAYOUT sh010')
  await expect(cards).toHaveCount(1)
  await expect(timeline.card(/sh010 Layout/)).toBeVisible()
  await page.getByLabel('Search the queue').fill('nothing of the kind')
  await expect(timeline.queue).toContainText('No queued task has a name like that.')
  await page.keyboard.press('Escape')
  await expect(cards).toHaveCount(4)

  await page.getByLabel('Group the queue').selectOption('stage')
  await expect(timeline.queue.getByRole('rowgroup', { name: 'Layout' }).getByRole('row')).toHaveCount(2)
  await page.getByLabel('Group the queue').selectOption('none')

  await schedule(page, timeline, /sh010 Layout/)
  await page.keyboard.press('Control+Shift+k')
  await page.keyboard.type('Save a plan as a calendar')
  await page.getByRole('option', { name: /Save a plan/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('option', { name: /searcher/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.ics$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('BEGIN:VCALENDAR')
  expect(text).toContain('SUMMARY:sh010 Layout')
})

test('the calendar address serves the plan until it is revoked', async ({ page, request }) => {
  const { timeline } = await openPlanned(page, 'subscriber')
  await schedule(page, timeline, /sh010 Layout/)
  await timeline.synced()

  await page.keyboard.press('Control+Shift+k')
  await page.keyboard.type('Calendar address')
  await page
    .getByRole('option', { name: /Calendar address/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Create an address' }).click()
  const address = await page.getByLabel('Address', { exact: true }).inputValue()
  const answer = await request.get(address)
  expect(answer.headers()['content-type']).toContain('text/calendar')
  expect(await answer.text()).toContain('SUMMARY:sh010 Layout')

  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The address was revoked.')).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)
})

test('the timeline opens on the current space, keeps a saved filter, and leads back', async ({ page }) => {
  const { studio, timeline } = await openPlanned(page, 'coordinator')
  await page.goto(`/studio/${studio.slug}/project/${studio.projectSlug}/space/${studio.spaceSlug}`)
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(timeline.board).toBeVisible()
  await expect(page.getByRole('button', { name: /Project: The Film/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Space: Shots/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('The Film')

  await page.keyboard.press('Shift+C')
  await page.keyboard.press('Control+Shift+k')
  await page.keyboard.type('Save the filter')
  await page
    .getByRole('option', { name: /Save the filter/ })
    .first()
    .click()
  await expect(page.getByText('Filter saved successfully!')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL(`**/space/${studio.spaceSlug}`)
  await timeline.open(studio.slug)
  await expect(page.getByRole('combobox', { name: 'Colour' })).toHaveValue('project')
  await expect(page.getByRole('button', { name: /Project: The Film/ })).toBeVisible()

  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Whole team' }).click()
  await page.getByRole('button', { name: 'None', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No team members selected.')).toBeVisible()
})

test('the timeline and its layers have no accessibility violations', async ({ page }) => {
  const { timeline } = await openPlanned(page, 'reader')
  await schedule(page, timeline, /sh010 Layout/)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('f')
  await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('f')
  await timeline.bar(/sh010 Layout/).focus()
  await page.keyboard.press('m')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+O')
  await expect(page.getByRole('dialog', { name: 'Days off' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
