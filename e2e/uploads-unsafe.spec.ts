import { expect, test, type Page } from '@playwright/test'
import { chooserOf } from './page-models/choose-file.ts'
import { callServer } from './page-models/session.ts'
import { openTask, postRevision, signIn } from './page-models/uploads.ts'

const script = "document.title='pwned';try{parent.document.title='pwned'}catch{};fetch('/pwned')"
const html = `<!doctype html><html><body><script>${script}</script></body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${script}"><script>${script}</script></svg>`
const gif = `GIF89a/*\u0001\u0000\u0001\u0000\u0000\u0000\u0000;*/=1;${script}//${html}`
const pdf = `%PDF-1.4\n${html}\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n`

/** Files that pass as one type to a checker and as a page or script to a careless browser. */
const files = [
  { name: 'drawing.svg', mimeType: 'image/svg+xml', text: svg },
  { name: 'polyglot.gif', mimeType: 'image/gif', text: gif },
  { name: 'document.pdf', mimeType: 'application/pdf', text: pdf },
  { name: 'page.xml', mimeType: 'application/xml', text: `<?xml version="1.0"?>${svg}` },
  { name: 'table.csv', mimeType: 'text/csv', text: html },
  { name: 'data.json', mimeType: 'application/json', text: html },
  { name: 'tool.js', mimeType: 'text/javascript', text: script },
  { name: 'scene.blend', mimeType: '', text: 'BLENDER-v300' },
  { name: 'scene.usda', mimeType: '', text: '#usda 1.0' },
]

type Row = { version_media: { media: { id: string; filename: string } }[] }

async function loadAddress(page: Page, id: string): Promise<string> {
  return await page.evaluate(async (mediaId) => {
    const config = await (await fetch('/config.json')).json()
    const { access_token: token } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    const headers = { apikey: config.supabasePublishableKey, authorization: `Bearer ${token}` }
    const body = JSON.stringify({ media_id: mediaId })
    return (await (await fetch('/functions/v1/get-attachment-url', { method: 'POST', headers, body })).json()).url
  }, id)
}

test('no uploaded file runs scripts when opened by address, in a frame or in the popup', async ({ page, context }) => {
  const ran: string[] = []
  await context.route('**/pwned', async (route) => {
    ran.push(route.request().url())
    await route.abort()
  })
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => ran.push('a dialog')))
  await signIn(page, '', 'Amara Diallo')
  const popup = await openTask(page, '', '?item=sq020-sh0060&task=fx')
  const posted = files.map(({ text: content, ...file }) => ({ ...file, buffer: Buffer.from(content, 'latin1') }))
  const text = `Unsafe ${crypto.randomUUID()}`
  await postRevision(popup, { text, files: posted })
  const select = `task_versions?select=version_media(media(id,filename))&comment=eq.${text}`
  await expect.poll(async () => (await callServer<Row[]>(page, select)).length).toBe(1)
  const media = (await callServer<Row[]>(page, select)).flatMap((row) => row.version_media.map((link) => link.media))
  expect(media.map(({ filename }) => filename).sort()).toEqual(files.map(({ name }) => name).sort())

  for (const { id, filename } of media) {
    const address = await loadAddress(page, id)
    const { headers } = await page.evaluate(async (url) => {
      const answer = await fetch(url)
      return { headers: Object.fromEntries(answer.headers) }
    }, address)
    expect(headers['x-content-type-options'], filename).toBe('nosniff')
    expect(headers['content-type'], filename).not.toMatch(/html|svg|xml|javascript/)

    const other = await context.newPage()
    // A download aborts the navigation.
    await other.goto(address).catch(() => undefined)
    expect(await other.title().catch(() => ''), filename).not.toBe('pwned')
    await other.close()

    await popup.getByRole('button', { name: filename, exact: true }).click()
    await expect(popup.getByRole('region', { name: filename })).toBeVisible()
    await page.evaluate((url) => {
      const frame = document.createElement('iframe')
      frame.src = url
      document.body.append(frame)
    }, address)
    await page.waitForTimeout(500)
    expect(await page.title(), filename).not.toBe('pwned')
  }
  expect(ran).toEqual([])
})

test('a file that claims to be a picture but is a page is rejected', async ({ page }) => {
  await signIn(page, '', 'Amara Diallo')
  const popup = await openTask(page, '', '?item=sq020-sh0060&task=fx')
  const chooser = await chooserOf(page, () => popup.getByRole('button', { name: 'Attach files' }).click())
  const fakes = [
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(html) },
    { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.4') },
  ]
  await chooser.setFiles(fakes)

  for (const { name } of fakes)
    await expect(
      page
        .getByText(
          `${name} is not a file that can be attached. Images, films, sound, documents, archives and scene files can; web pages, programs and files that are not what their name says cannot.`,
        )
        .first(),
    ).toBeVisible()
  await expect(popup.getByRole('list', { name: 'Files to post' })).toHaveCount(0)

  await popup.getByRole('form', { name: 'New comment' }).getByText('Revision', { exact: true }).click()
  const form = popup.getByRole('form', { name: 'New revision' })
  const text = `Nothing but refused ${crypto.randomUUID()}`
  await form.getByRole('textbox', { name: 'Revision notes' }).fill(text)
  await form.getByRole('combobox', { name: 'Hours' }).selectOption('1 h')
  await form.getByRole('button', { name: 'Post Revision' }).click()
  const { name } = fakes[2] ?? { name: '' }
  await expect(
    page.getByText(`${name} was not attached. Post again to post the revision without files.`).first(),
  ).toBeVisible()
  const posted = `task_versions?select=id&comment=eq.${text}`
  expect(await callServer<object[]>(page, posted)).toEqual([])

  await form.getByRole('button', { name: 'Post Revision' }).click()
  await expect.poll(async () => await callServer<object[]>(page, posted)).toHaveLength(1)
})
