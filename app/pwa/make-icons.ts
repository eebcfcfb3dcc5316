// Draws the icons that platforms need as PNG: run `node app/pwa/make-icons.ts` after changing icon.svg.
import { chromium } from '@playwright/test'

const source = new URL('../public/icons/icon.svg', import.meta.url)

/** A maskable icon fills the square; platforms cut off up to a tenth of each side. */
const pictures = [
  { name: 'icon-192', size: 192, isFull: false },
  { name: 'icon-512', size: 512, isFull: false },
  { name: 'maskable-512', size: 512, isFull: true },
  { name: 'apple-touch-icon', size: 180, isFull: true },
] as const

const executablePath = process.env['XSHEET_CHROMIUM']
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath !== undefined && { executablePath }),
})
const page = await browser.newPage()
for (const { name, size, isFull } of pictures) {
  await page.setViewportSize({ width: size, height: size })
  await page.goto(source.href)
  await page.evaluate(
    ({ side, isSquare }) => {
      document.documentElement.setAttribute('width', String(side))
      document.documentElement.setAttribute('height', String(side))
      if (isSquare) document.querySelector('rect')?.setAttribute('rx', '0')
    },
    { side: size, isSquare: isFull },
  )
  const path = new URL(`../public/icons/${name}.png`, import.meta.url).pathname
  await page.screenshot({ path, omitBackground: true })
}
await browser.close()
