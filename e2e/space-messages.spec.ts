import { expect, type Page, type Route, test } from '@playwright/test'
import { renewDevice, signInAs } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

/** An entry of the specification's catalogue of errors: how to provoke it, and the text it shows. */
type Line = {
  readonly reads: string
  readonly provoke: (space: SpacePage) => Promise<void>
}

/** Makes the server refuse writes to an address. */
async function refuse(page: Page, address: string | RegExp, message = 'The server said no'): Promise<void> {
  await page.route(address, async (route: Route) => {
    const isRead = route.request().method() === 'GET' || route.request().method() === 'OPTIONS'
    await (isRead ? route.continue() : route.fulfill({ status: 400, json: { code: '22023', message } }))
  })
}

async function openForm(space: SpacePage): Promise<void> {
  await space.press('c')
  await expect(space.page.getByRole('dialog', { name: 'Create Shot' })).toBeVisible()
}

const lines: Readonly<Record<string, Line>> = {
  'create items fails': {
    reads: 'Error: The server said no',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/create_items_with_tasks')
      await space.cell('sq010_sh0010', 0).click()
      await openForm(space)
      await space.page.getByLabel('Name 1').fill('never there')
      await space.press('Control+Enter')
    },
  },
  'collection creation fails': {
    reads: 'Failed to create collection: The server said no',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/insert_rows')
      await openForm(space)
      await space.page.getByRole('button', { name: 'New collection' }).click()
      await space.page.getByRole('textbox', { name: 'New collection' }).fill('never there')
      await space.press('Enter')
    },
  },
  'status update fails': {
    reads: 'Error updating status. Please try again.',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/update_tasks')
      await space.cell('sq020_sh0010', 0).click()
      await space.press('2')
    },
  },
  'fill tasks fails entirely': {
    reads: 'Error creating tasks. Please try again.',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/fill_empty_tasks')
      await space.cell('sq010_sh0050', 7).click()
      await space.press('Insert')
    },
  },
  'fill tasks fails partly': {
    reads: 'Some tasks could not be created. Please check the console for details.',
    provoke: async (space) => {
      await space.page.route('**/rpc/fill_empty_tasks', async (route) => {
        await route.fulfill({ json: { rev: 1, created: 0, skipped: 1, task_ids: [] } })
      })
      await space.cell('sq010_sh0050', 7).click()
      await space.press('Insert')
    },
  },
  'delete tasks fails': {
    reads: 'Error deleting tasks. Please try again.',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/delete_rows')
      await space.cell('sq020_sh0020', 0).click()
      await space.press('Delete')
      await space.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    },
  },
  'filter save fails': {
    reads: 'Failed to save filter',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/save_preference')
      await space.press('b')
      await space.page.getByRole('button', { name: 'Save filter' }).click()
    },
  },
  'filter save succeeds': {
    reads: 'Filter saved successfully!',
    provoke: async (space) => {
      await space.press('b')
      await space.page.getByRole('button', { name: 'Save filter' }).click()
    },
  },
  'estimate save fails': {
    reads: 'The estimate could not be saved.',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/update_tasks')
      await space.cell('sq020_sh0030', 0).click()
      await space.press('t')
      await space.page.keyboard.type('7')
      await space.press('Enter')
    },
  },
  'rename fails': {
    reads: 'The new name could not be saved.',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/update_rows')
      await space.cell('sq020_sh0040', 0).click()
      await space.press('F2')
      await space.page.keyboard.type('never there')
      await space.press('Enter')
    },
  },
  'reorder fails': {
    reads: 'The new order could not be saved.',
    provoke: async (space) => {
      await refuse(space.page, '**/rpc/set_order_ranks')
      await space.cell('sq010_sh0020', 0).click()
      await space.press('m', 'ArrowDown', 'ArrowDown', 'Enter')
    },
  },
  'a space that is not there': {
    reads: 'Space not found. Please go back and select a space.',
    provoke: async (space) => {
      await space.page.goto('/studio/northlight/project/the-salt-road/space/nowhere')
    },
  },
  'a project that is not there': {
    reads: 'Missing project information',
    provoke: async (space) => {
      await space.page.goto('/studio/northlight/project/nowhere/space/sequences')
    },
  },
}

test('every space error of the catalogue appears in its exact words', async ({ page }) => {
  test.setTimeout(500_000)
  const space = new SpacePage(page)
  await signInAs(page, 'Mei Tanaka')

  const missing: string[] = []
  for (const [name, { reads, provoke }] of Object.entries(lines)) {
    await space.open()
    await provoke(space)
    const isRead = await expect(page.getByText(reads).first())
      .toBeVisible()
      .then(
        () => true,
        () => false,
      )
    if (!isRead) missing.push(`${name}: ${reads}`)
    // A refused change stays in the outbox for a decision.
    await renewDevice(page)
  }

  expect(missing).toEqual([])
})

test('a space that cannot be loaded shows an error and what to do', async ({ page }) => {
  await signInAs(page, 'Mei Tanaka')
  await page.route('**/rpc/pull_space', async (route) => {
    await route.fulfill({ status: 400, json: { code: '22023', message: 'no' } })
  })
  await page.goto('/studio/northlight/project/the-salt-road/space/sequences')

  await expect(page.getByRole('heading', { name: 'Error Loading Space' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Failed to load space data')
  await expect(page.getByRole('alert')).toContainText('If this problem persists, please contact your administrator.')
  await page.getByRole('button', { name: 'Debug check' }).click()
  await expect(page.locator('pre')).toBeVisible()
  await page.unroute('**/rpc/pull_space')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})
