import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { RouteName } from '#app/routes.ts'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { SpacePage } from './page-models/space-page.ts'
import { findViolations, violatePolicy, watchPolicy } from './page-models/judge.ts'
import { signInAs } from './page-models/session.ts'

// A host of its own: the super-admin page needs a super-admin.
let host: TestHost
test.beforeAll(async () => {
  host = await startTestHost({
    demo: true,
    settings: { superAdminEmail: 'mei.tanaka@northlight.example', contactEmail: 'studio@northlight.example' },
  })
})
test.afterAll(async () => await host.close())

const studio = '/studio/northlight'
const project = `${studio}/project/the-salt-road`

type Go = (page: Page) => Promise<void>

/** Navigates within the app, as a link does: reloading the whole app takes longer than checking a screen. */
async function move(page: Page, path: string): Promise<void> {
  const isWithin = path.startsWith(`${studio}/`) && page.url().startsWith(`${host.url}${studio}/`)
  if (isWithin) await page.evaluate((to) => history.pushState(null, '', to), path)
  else await page.goto(host.url + path)
}

/** Goes to an address, unless the page is already there. */
const open =
  (path: string, ready: (page: Page) => ReturnType<Page['locator']>): Go =>
  async (page) => {
    if (page.url() !== host.url + path) await move(page, path)
    await expect(ready(page)).toBeVisible()
  }

/** Delays the requests to an address, so that the loading state can be checked. */
const openHeld =
  (path: string, held: RegExp, words: string): Go =>
  async (page) => {
    await page.route(held, () => undefined)
    // Drop the deployment cached from the last visit, which would skip the loading state.
    if (page.url().startsWith(host.url)) await page.evaluate(() => localStorage.removeItem('config'))
    await page.goto(host.url + path)
    await expect(page.getByText(words)).toBeAttached()
  }

/** Makes the server refuse requests to an address. */
const openRefused =
  (path: string, refused: RegExp, words: string): Go =>
  async (page) => {
    const json = { code: '22023', message: 'no' }
    await page.route(refused, async (route) => await route.fulfill({ status: 400, json }))
    await page.goto(host.url + path)
    await expect(page.getByText(words).first()).toBeVisible()
  }

/** Opens a file whose bytes, or whose signed address, the storage does not serve. */
const openWithoutFile =
  (withheld: RegExp, answer: 'none' | 'refusal', words: string): Go =>
  async (page) => {
    await page.route(withheld, async (route) => (answer === 'refusal' ? await route.abort() : undefined))
    await page.goto(`${host.url}${project}/spaces?item=sq020-sh0060&task=fx`)
    await expect(page.getByText(words)).toBeVisible()
  }

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true })
const commentField = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const firstCard = (page: Page) => page.getByRole('link', { name: 'The Salt Road', exact: true })
const openProjects = open(`${studio}/projects`, (page) => firstCard(page).last())
const openProject = open(project, (page) => page.getByRole('link', { name: 'Sequences', exact: true }))
const openGrid = open(`${project}/spaces`, (page) => page.getByRole('grid').getByRole('row').nth(5))

/** Every route of the app; a missing one does not compile. */
const screens = {
  home: open('/', heading('Every shot, every stage, at the speed of thought.')),
  login: open('/login', (page) => page.getByRole('dialog', { name: 'Log in' })),
  authCallback: openHeld('/auth/callback?code=some-code', /\/config\.json/, 'Signing in…'),
  contact: open('/contact', heading('Contact')),
  newPassword: open('/new-password#0a1b', heading('Set a new password')),
  welcome: open('/welcome', (page) => page.getByLabel('Studio name')),
  superadmin: open('/superadmin', heading('SuperAdmin Panel')),
  invite: openHeld('/invite/000000000000000000000000', /\/rpc\/accept_studio_invite/, 'Joining the studio…'),
  share: open('/share', (page) => page.getByText('Nothing was shared')),
  device: open('/device', heading('Sign in on another machine')),
  projects: openProjects,
  timeline: open(`${studio}/timeline`, (page) => page.getByRole('heading', { level: 1 })),
  artist: open(`${studio}/artist/studio`, (page) =>
    page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first(),
  ),
  timesheet: open(`${studio}/timesheet/studio`, (page) => page.getByRole('heading', { level: 1 })),
  project: openProject,
  moodboard: open(`${project}/moodboard`, (page) =>
    page.getByRole('region', { name: /^Board of/ }).getByRole('toolbar'),
  ),
  illustration: open(`${studio}/project/night-library/illustration`, (page) =>
    page.getByRole('grid').getByRole('row').nth(2),
  ),
  spaces: openGrid,
  space: open(`${project}/space/assets`, (page) => page.getByRole('main').getByRole('option').first()),
  assets: open(`${project}/assets`, heading('Assets')),
  casting: open(`${project}/casting`, heading('Casting')),
  tasks: open(`${project}/tasks`, heading('Tasks')),
  reviews: open(`${project}/reviews`, heading('Reviews')),
  review: open(`${project}/reviews/00000000-0000-4000-8000-000000000000`, heading('Review session not found')),
  activity: open(`${project}/activity`, heading('Activity')),
  studioActivity: open(`${studio}/activity`, heading('Studio activity')),
} satisfies Record<RouteName, Go>

const signedOut: readonly RouteName[] = ['home', 'login', 'authCallback', 'contact', 'newPassword']

const press =
  (before: Go, keys: readonly string[], ready: (page: Page) => ReturnType<Page['locator']>): Go =>
  async (page) => {
    await before(page)
    // Key handlers are ready a moment after the screen; a key pressed twice may close what it opened.
    await expect(async () => {
      if (await ready(page).isVisible()) return
      for (const key of keys) await page.keyboard.press(key)
      await expect(ready(page)).toBeVisible({ timeout: 6000 })
    }).toPass()
  }

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const openTab =
  (name: string): Go =>
  async (page) => {
    await press(openProjects, ['g', '.'], dialog('Studio Settings'))(page)
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
  }
const click =
  (
    before: Go,
    what: (page: Page) => ReturnType<Page['locator']>,
    ready: (page: Page) => ReturnType<Page['locator']>,
  ): Go =>
  async (page) => {
    await before(page)
    await what(page).click()
    await expect(ready(page)).toBeVisible()
  }
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
type OnCard = { readonly key: string; readonly ready: (page: Page) => ReturnType<Page['locator']> }
const onCard =
  (before: Go, name: string, { key, ready }: OnCard): Go =>
  async (page) => {
    await before(page)
    await page.getByRole('main').getByRole('link', { name, exact: true }).focus()
    await press(async () => undefined, [key], ready)(page)
  }
const checked = '[aria-checked=true], :checked'
const radio = (name: string) => (page: Page) => page.getByRole('radio', { name })
const inPanel = (page: Page) => page.getByRole('complementary').getByRole('heading').first()
const openSpaceForm = press(openProject, ['c'], dialog('Create Space'))

/** Layers over the frame's screens; the grid, the viewer, the sheets and the boards have journeys of their own. */
const layers: Record<string, Record<string, Go>> = {
  'the projects': {
    'compact cards': click(openProjects, radio('Compact'), (page) => radio('Compact')(page).and(page.locator(checked))),
    'wide cards': click(openProjects, radio('Wide'), (page) => radio('Wide')(page).and(page.locator(checked))),
    'profile menu': click(openProjects, button(/profile menu/), (page) => page.getByRole('menu')),
    changes: click(openProjects, button(/Show changes/), dialog('Changes')),
    'switch studio': press(openProjects, ['g', 'w'], dialog('Switch Studio')),
    'user settings': press(openProjects, ['g', 'u'], (page) => page.getByLabel('Discord handle')),
    'studio settings': openTab('Studio'),
    'role permissions': openTab('Role Permissions'),
    stages: openTab('Stages'),
    'colour of a stage': click(openTab('Stages'), button('Colour of Setup'), (page) => page.getByRole('radio').first()),
    statuses: openTab('Status'),
    'a kind of items': click(openTab('Kinds'), button('Open Shot'), (page) => page.getByLabel('Icon')),
    reports: openTab('Reports'),
    rules: openTab('Rules'),
    'a new rule': click(openTab('Rules'), button('New rule'), (page) => page.getByLabel('When')),
    'new project': press(openProjects, ['c'], dialog('Create New Project')),
    'project settings': onCard(openProjects, 'The Salt Road', { key: 'e', ready: dialog('Project Settings') }),
    'details of a project': onCard(openProjects, 'The Salt Road', { key: 'Space', ready: dialog('The Salt Road') }),
    'card on the move': onCard(openProjects, 'The Salt Road', {
      key: 'm',
      ready: (page) => page.getByText(/^Moving The Salt Road/),
    }),
    'a toast': async (page) => {
      const toast = (on: Page) => on.getByText('Only an inactive project can be deleted')
      await onCard(openProjects, 'The Salt Road', { key: 'Delete', ready: toast })(page)
      // Keep the pointer on it, so it does not fade out while it is checked.
      await toast(page).hover()
    },
    palette: press(openProjects, ['Control+k'], (page) => page.getByRole('combobox').first()),
    'shortcut sheet': press(openProjects, ['?'], dialog('Keyboard shortcuts')),
    uploads: press(openProjects, ['Shift+U'], dialog('Uploads')),
    'studio feed': press(openProjects, ['Shift+F'], inPanel),
    notifications: press(openProjects, ['n'], inPanel),
  },
  'a project and its spaces': {
    'studio not found': open('/studio/nowhere/projects', heading('Studio not found')),
    'project not found': open(`${studio}/project/nowhere`, heading('Project not found')),
    'moodboard of nothing': open(`${studio}/project/nowhere/moodboard`, heading('Project not found')),
    'space not found': open(`${project}/space/nowhere`, button('Back to the spaces')),
    'new space': openSpaceForm,
    'new moodboard space': click(openSpaceForm, radio('Moodboard'), (page) =>
      radio('Moodboard')(page).and(page.locator(checked)),
    ),
    'new stage': click(openSpaceForm, button('Add Stage'), dialog('Add Stage')),
    'new status': click(openSpaceForm, button('Add Status'), dialog('Add Status')),
    'space settings': onCard(openProject, 'Sequences', { key: 'e', ready: dialog('Edit Space') }),
    'details of a space': onCard(openProject, 'Sequences', { key: 'Space', ready: dialog('Sequences') }),
    'grid with a selection': async (page) => {
      await openGrid(page)
      await new SpacePage(page).anyTask.click()
      await page.keyboard.press('Shift+ArrowDown')
    },
    'task popup': open(`${project}/spaces?item=sq020-sh0060&task=fx`, (page) =>
      page.getByRole('dialog').getByText(/frame/i).first(),
    ),
    'comment being edited': async (page) => {
      await open(`${project}/spaces?item=sq020-sh0070&task=fx`, commentField)(page)
      await commentField(page).fill('The second wave comes late.')
      await page.keyboard.press('Control+Enter')
      const entry = page.getByRole('listitem').filter({ hasText: 'The second wave comes late.' }).first()
      await entry.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('textbox', { name: 'Edit comment' })).toBeFocused()
    },
  },
  'what went wrong': {
    'space not loaded': openRefused(`${project}/space/assets`, /\/rpc\/pull_space/, 'Failed to load space data'),
    'item not opened': openRefused(`${project}/spaces?item=sq010-sh0020`, /\/rpc\/pull_item/, 'The task could not be'),
    'version not there': openRefused(
      `${project}/spaces?item=sq020-sh0060&task=fx&version=v99`,
      /nothing/,
      'This task has no such version.',
    ),
    'file not there': openRefused(
      `${project}/spaces?item=sq020-sh0060&task=fx&media=00000000-0000-4000-8000-000000000000`,
      /nothing/,
      'This version has no such file',
    ),
    'task not there': openRefused(
      `${project}/spaces?item=sq020-sh0060&task=baking`,
      /nothing/,
      'Clicked task not found',
    ),
    'item not there': openRefused(`${project}/spaces?item=nobody`, /nothing/, 'Item not found'),
    'film that cannot be played': openWithoutFile(
      /\/storage\/v1\/object\/sign\/.*token=/,
      'refusal',
      'could not be played',
    ),
    'film that is late': openWithoutFile(/\/functions\/v1\/get-attachment-urls/, 'none', 'Waiting for the server'),
    'board not opened': openRefused(`${project}/moodboard`, /\/rpc\/pull_board/, 'The board could not be opened.'),
    'timeline not opened': openRefused(
      `${studio}/timeline`,
      /\/rpc\/pull_timeline/,
      'The timeline could not be opened.',
    ),
    'feed not loaded': openRefused(
      `${studio}/artist/studio`,
      /\/rpc\/list_studio_feed/,
      'The feed could not be loaded',
    ),
    'timesheet not loaded': openRefused(
      `${studio}/timesheet/studio`,
      /\/rpc\/.*time/,
      'The timesheet could not be loaded',
    ),
  },
}

/** Opens a window of its own and collects its content policy violations. */
async function openWindow(
  browser: Browser,
): Promise<{ page: Page; stopped: readonly string[]; context: BrowserContext }> {
  // Reduced motion: a toast that is still fading in has too little contrast.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const stopped = await watchPolicy(page)
  return { page, stopped, context }
}

/** Returns the violations of each place by its name, leaving out places without any. */
async function judge(
  page: Page,
  places: readonly (readonly [string, Go])[],
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const [name, go] of places) {
    const violations = await go(page).then(
      async () => await findViolations(page),
      (error: unknown) => [`cannot be reached, at ${page.url()}: ${String(error).slice(0, 300)}`],
    )
    if (violations.length > 0) found[name] = violations
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Close whatever is open over the page: one Esc closes one layer.
    for (let layer = 0; layer < 3; layer++) await page.keyboard.press('Escape')
  }
  return found
}

test('pages without a sign-in have no accessibility or content policy violations', async ({ browser }) => {
  const { page, stopped, context } = await openWindow(browser)
  const places = signedOut.map((name) => [name, screens[name]] as const)

  const found = await judge(page, [
    ...places,
    ['sign up', click(screens.login, button('Create an account'), button('Sign up'))],
  ])
  await context.close()
  const newcomer = await openWindow(browser)
  const { email, password } = await host.admin.createUser()
  await signInAs(newcomer.page, { email, password }, host.url)
  Object.assign(found, await judge(newcomer.page, [['welcome', screens.welcome]]))
  await newcomer.context.close()

  expect(found).toEqual({})
  expect([...stopped, ...newcomer.stopped]).toEqual([])
})

test('no screen has accessibility or content policy violations', async ({ browser }) => {
  const { page, stopped, context } = await openWindow(browser)
  await signInAs(page, 'Mei Tanaka', host.url)

  const places = Object.entries(screens).filter(([name]) => ![...signedOut, 'welcome'].includes(name))
  expect(await judge(page, places)).toEqual({})
  expect(stopped).toEqual([])
  // Prove that the watch works.
  await violatePolicy(page)
  await expect.poll(() => stopped.length).toBeGreaterThan(0)
  await context.close()
})

for (const [where, places] of Object.entries(layers)) {
  test(`${where}: layers have no accessibility or content policy violations`, async ({ browser }) => {
    const { page, stopped, context } = await openWindow(browser)
    await signInAs(page, 'Mei Tanaka', host.url)

    expect(await judge(page, Object.entries(places))).toEqual({})
    expect(stopped).toEqual([])
    await context.close()
  })
}
