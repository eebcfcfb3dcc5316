import { expect, type Page, type Route, test } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { anAccount, renewDevice, startStudio } from './page-models/session.ts'
import { TopBar } from './page-models/top-bar.ts'
import { signIn } from './page-models/uploads.ts'

/** Makes the server refuse matching requests for good. */
async function refuse(page: Page, method: string, path: RegExp): Promise<void> {
  await answerNo(page, { method, path, message: 'The server says no' })
}

type No = { readonly method: string; readonly path: RegExp; readonly message: string }

async function answerNo(page: Page, { method, path, message }: No): Promise<void> {
  await page.route(path, async (route: Route) => {
    if (route.request().method() !== method) return await route.fallback()
    const json = { code: '22023', message, details: null, hint: null }
    return await route.fulfill({ status: 400, json })
  })
}

const openSettings = async (page: Page, tab: string) => {
  await page.getByRole('button', { name: 'Studio Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Studio Settings' })
  await dialog.getByRole('tab', { name: tab, exact: true }).click()
  return dialog
}

/** Each message with the action, in a studio with one project, that brings it up. */
const lines: readonly {
  readonly words: string
  readonly act: (page: Page, projects: CardsPage) => Promise<void>
}[] = [
  {
    words: 'Failed to create project',
    act: async (page, projects) => {
      await refuse(page, 'POST', /\/rpc\/insert_rows/)
      await page.keyboard.press('c')
      await projects.dialog.getByLabel('Project Name').fill('Never')
      await page.keyboard.press('Enter')
    },
  },
  {
    words: 'Failed to update project',
    act: async (page, projects) => {
      await refuse(page, 'POST', /\/rpc\/update_rows/)
      await projects.link('Feature').focus()
      await page.keyboard.press('e')
      await projects.dialog.getByLabel('Project Name').fill('Renamed')
      await page.keyboard.press('Control+Enter')
    },
  },
  {
    words: 'Failed to delete project',
    act: async (page, projects) => {
      await projects.link('Feature').focus()
      await page.keyboard.press('e')
      await projects.dialog.getByRole('radio', { name: 'Inactive' }).click()
      await page.keyboard.press('Control+Enter')
      await expect(projects.card('Feature')).toContainText('Inactive')
      await refuse(page, 'POST', /\/rpc\/delete_rows/)
      await projects.link('Feature').focus()
      await page.keyboard.press('Delete')
      await page.keyboard.type('Feature')
      await page.keyboard.press('Enter')
    },
  },
  {
    words: 'Please enter a project name',
    act: async (page) => {
      await page.keyboard.press('c')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Control+Enter')
    },
  },
  {
    words: 'Project not found',
    act: async (page) => {
      await page.goto(page.url().replace(/projects$/, 'project/no-such-project'))
    },
  },
  {
    words: 'Please enter a space name',
    act: async (page, projects) => {
      await projects.link('Feature').click()
      await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
      await page.keyboard.press('c')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Control+Enter')
    },
  },
  {
    words: 'Failed to create the new space.',
    act: async (page, projects) => {
      await refuse(page, 'POST', /\/rpc\/insert_rows/)
      await makeSpace(page, projects)
    },
  },
  {
    words: 'Failed to update space: The server says no. Check console for details.',
    act: async (page, projects) => {
      await makeSpace(page, projects)
      await expect(page.getByRole('link', { name: 'Episode' }).last()).toBeVisible()
      await refuse(page, 'POST', /\/rpc\/update_rows/)
      await page.getByRole('link', { name: 'Episode' }).last().focus()
      await page.keyboard.press('e')
      await projects.dialog.getByLabel('Name', { exact: true }).fill('Chapter')
      await page.keyboard.press('Control+Enter')
    },
  },
  {
    words: 'Failed to create stage: The server says no',
    act: async (page) => {
      await refuse(page, 'POST', /\/rpc\/insert_rows/)
      const dialog = await openSettings(page, 'Stages')
      await dialog.getByRole('button', { name: 'Add Stage' }).click()
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  {
    words: 'Failed to create status: The server says no',
    act: async (page) => {
      await refuse(page, 'POST', /\/rpc\/insert_rows/)
      const dialog = await openSettings(page, 'Status')
      await dialog.getByRole('button', { name: 'Add Status' }).click()
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  {
    words: 'Failed to delete stage or status',
    act: async (page) => {
      await refuse(page, 'POST', /\/rpc\/delete_rows/)
      const dialog = await openSettings(page, 'Status')
      await dialog.getByRole('button', { name: 'Delete CLIENT' }).click()
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  ...(['stage', 'status'] as const).map((kind) => {
    const words = {
      stage: 'Cannot delete stage: 3 tasks are using it',
      status: 'Cannot delete status: 3 tasks are using it',
    }
    return {
      words: words[kind],
      act: async (page: Page) => {
        await answerNo(page, { method: 'POST', path: /\/rpc\/delete_rows/, message: words[kind] })
        const dialog = await openSettings(page, kind === 'stage' ? 'Stages' : 'Status')
        await dialog.getByRole('button', { name: kind === 'stage' ? 'Delete FX' : 'Delete CLIENT' }).click()
        await dialog.getByRole('button', { name: 'Save Changes' }).click()
      },
    }
  }),
  {
    words: 'Failed to reorder statuses',
    act: async (page) => {
      await refuse(page, 'POST', /\/rpc\/reorder_statuses/)
      const dialog = await openSettings(page, 'Status')
      await dialog.getByRole('button', { name: 'Move WIP down' }).click()
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  {
    words: 'Error saving settings: No rows were updated. You might not have permission to modify this studio.',
    act: async (page) => {
      const json = { code: '42501', message: 'You do not have permission to do this.' }
      await page.route(/\/rpc\/update_rows/, async (route) => await route.fulfill({ status: 403, json }))
      const dialog = await openSettings(page, 'Studio')
      await dialog.getByLabel('Studio name').fill('Another name')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
    },
  },
  {
    words: 'No token returned',
    act: async (page) => {
      await page.route(/\/rpc\/generate_studio_invite/, async (route) => await route.fulfill({ json: [] }))
      const dialog = await openSettings(page, 'Studio')
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    },
  },
  {
    words: 'Invalid invite link',
    act: async (page) => {
      await new TopBar(page).choose('Switch Studio')
      await page.getByLabel('Invite link').fill('https://example.com/nothing')
      await page.keyboard.press('Enter')
    },
  },
  {
    words: 'The server says no',
    act: async (page) => {
      await refuse(page, 'POST', /\/rpc\/create_studio/)
      await new TopBar(page).choose('Switch Studio')
      await page.getByLabel('Studio name').fill('Refused')
      await page.keyboard.press('Enter')
    },
  },
  {
    words: 'Rate limit exceeded. Please wait 42 seconds before trying again.',
    act: async (page) => {
      await page.route(
        /\/rpc\/create_studio/,
        async (route) =>
          await route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { message: 'slow down' } }),
      )
      await new TopBar(page).choose('Switch Studio')
      await page.getByLabel('Studio name').fill('Too many')
      await page.keyboard.press('Enter')
    },
  },
  ...(
    [
      [401, 'PGRST301', 'Your sign-in is not valid. Please sign in again.'],
      [401, 'PGRST303', 'Your sign-in has expired. Please sign in again.'],
      [502, '', 'The server is not available right now.'],
      [503, '', 'The server is not available right now.'],
      [504, '', 'The server is not available right now.'],
    ] as const
  ).map(([status, code, words]) => ({
    words,
    act: async (page: Page) => {
      const json = { code, message: 'for programs', details: null, hint: null }
      await page.route(/\/rpc\/create_studio/, async (route) => await route.fulfill({ status, json }))
      await new TopBar(page).choose('Switch Studio')
      await page.getByLabel('Studio name').fill('Refused')
      await page.keyboard.press('Enter')
    },
  })),
]

async function makeSpace(page: Page, projects: CardsPage): Promise<void> {
  await projects.link('Feature').click()
  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await page.keyboard.press('c')
  await projects.dialog.getByLabel('Name', { exact: true }).fill('Episode')
  await projects.dialog.getByRole('button', { name: 'Create', exact: true }).click()
}

test('every message of projects, spaces and settings appears in its exact words', async ({ page }) => {
  test.setTimeout(360_000)
  await startStudio(page, anAccount('messages'), 'Messages')
  await new CardsPage(page, 'Projects').createProject('Feature')
  await expect(page.getByRole('button', { name: 'Synced. Show changes' })).toBeVisible()
  const address = page.url()

  const missing: string[] = []
  for (const { words, act } of lines) {
    await page.goto(address)
    const projects = new CardsPage(page, 'Projects')
    await expect(projects.link('Feature')).toBeVisible()
    const seen = act(page, projects).then(
      async () => await expect(page.getByText(words, { exact: true }).first()).toBeVisible(),
    )
    await seen.catch((error: unknown) => missing.push(`${words}: ${String(error).slice(0, 400)}`))
    await renewDevice(page)
    // Reset what these cases change, so that the next ones start clean.
    if (words === 'Failed to delete project' || words.startsWith('Failed to update space')) await putBack(page)
  }
  expect(missing).toEqual([])
})

/** Makes the project active again and deletes its spaces. */
async function putBack(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const config = await (await fetch('/config.json')).json()
    const { access_token: token } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    const headers = {
      apikey: config.supabasePublishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    await fetch('/rest/v1/spaces?name=neq.', { method: 'DELETE', headers })
    await fetch('/rest/v1/projects?name=eq.Feature', {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ is_active: true }),
    })
  })
}

test('projects and spaces that cannot be loaded show an error and a retry', async ({ browser, page }) => {
  const front = new FrontPage(page)
  await refuse(page, 'POST', /\/rpc\/pull_studio/)
  await front.open()
  await front.openLogIn()
  await front.pickDemoAccount('Mei Tanaka')
  await expect(page.getByText('Failed to fetch projects')).toBeVisible()

  const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await refuse(other, 'POST', /\/rpc\/pull_studio/)
  await other.goto(new URL('/studio/northlight/project/the-salt-road', page.url()).href)
  await expect(other.getByText('Failed to fetch spaces.')).toBeVisible()
  await other.context().close()

  await page.unroute(/\/rpc\/pull_studio/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /The Salt Road/ }).first()).toBeVisible()
})

test('a weak password is refused with the reasons', async ({ page }) => {
  const front = new FrontPage(page)
  const weak = { code: 'weak_password', message: 'for programs', weak_password: { reasons: ['length', 'characters'] } }
  await page.route(/\/auth\/v1\/signup/, async (route) => await route.fulfill({ status: 422, json: weak }))
  await front.open()
  await front.openLogIn()

  await front.signUp({ ...anAccount('weak'), password: 'abc' })

  await expect(
    front.dialog.getByText('The password is too weak: it needs 6 to 72 characters, it needs more kinds of characters.'),
  ).toBeVisible()
})

test('a refused time entry shows an error, and the timesheet keeps its former state', async ({ page }) => {
  await signIn(page, '', 'Amara Diallo')
  await refuse(page, 'POST', /\/rpc\/change_time/)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: 'Timesheet', level: 1 })).toBeVisible()
  await expect(page.locator('[data-day]').first()).toBeVisible()

  await page.keyboard.press('s')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(page.getByText('Failed to update time. Please try again.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timer' })).toContainText('No timer is running')
})

test('a refused role change shows the server’s reason', async ({ page, browser }) => {
  await startStudio(page, anAccount('roles'), 'Roles')
  const { token, id } = await page.evaluate(async () => {
    const config = await (await fetch('/config.json')).json()
    const session = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    const headers = {
      apikey: config.supabasePublishableKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    }
    const post = async (name: string, body: object) =>
      await (await fetch(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const studio = await post('get_user_active_studio', {})
    const [invite] = await post('generate_studio_invite', { p_studio_id: studio.id })
    return { token: String(invite.token), id: String(studio.id) }
  })
  expect(id).not.toBe('')
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(new URL(`/invite/${token}`, page.url()).href)
  await new FrontPage(guest).signUp(anAccount('colleague'))
  await guest.waitForURL('**/projects')
  await guest.context().close()
  const dialog = await openSettings(page, 'Studio')
  const role = dialog.getByRole('combobox', { name: /^Role of colleague/ })
  const answers = [
    [{ status: 200, json: { success: false, error: 'Not today', data: null } }, 'Failed to update role: Not today'],
    [{ status: 400, json: { code: '22023', message: 'Broken' } }, 'Error updating role: Broken'],
  ] as const

  for (const [answer, words] of answers) {
    await page.route(/\/rpc\/update_studio_member_role/, async (route) => await route.fulfill(answer))
    await role.selectOption('viewer')
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await page.unroute(/\/rpc\/update_studio_member_role/)
  }
  await expect(role).toHaveValue('member')
})
