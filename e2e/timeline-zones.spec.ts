import { expect, test } from '@playwright/test'
import { blockOf, openPlanned, schedule } from './page-models/open-planned.ts'

/** Mornings in UTC when it is already another day there, or a clock has just changed. */
const places = [
  { timezoneId: 'America/Santiago', now: '2026-09-06T04:30:00Z', today: '2026-09-06', dated: 'Sun 6 Sep' },
  { timezoneId: 'Europe/Berlin', now: '2026-10-25T00:30:00Z', today: '2026-10-25', dated: 'Sun 25 Oct' },
  { timezoneId: 'Pacific/Kiritimati', now: '2028-02-28T11:00:00Z', today: '2028-02-29', dated: 'Tue 29 Feb' },
] as const

for (const { timezoneId, now, today, dated } of places) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test(`on ${dated} in ${timezoneId} bars lie, move and stretch by the person's own calendar days`, async ({
      page,
    }) => {
      await page.clock.setFixedTime(now)
      const { studio, timeline } = await openPlanned(page, 'zoned')
      await schedule(page, timeline, /sh010 Layout/)
      await timeline.synced()
      const [planned] = await blockOf(page, studio, 'sh010 Layout')
      const monday = dated.startsWith('Sun') ? 1 : 0
      expect(daysFrom(today, planned?.start_date)).toBe(monday)

      const bar = timeline.bar(/sh010 Layout/)
      const box = await bar.boundingBox()
      const from = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 12 }
      await timeline.drag(bar, { x: from.x - 200, y: from.y })
      await expect.poll(async () => (await bar.boundingBox())?.x).toBe((box?.x ?? 0) - 200)
      await timeline.synced()
      const [moved] = await blockOf(page, studio, 'sh010 Layout')
      expect(daysFrom(today, moved?.start_date)).toBe(monday - 2)

      await bar.focus()
      for (let day = 0; day < 3; day += 1) await page.keyboard.press('Shift+ArrowRight')
      await expect(timeline.bar(/sh010 Layout.*4 days/)).toBeVisible()
      await timeline.synced()
      const [stretched] = await blockOf(page, studio, 'sh010 Layout')
      expect(stretched).toMatchObject({ start_date: moved?.start_date, duration: 4 })
    })
  })
}

function daysFrom(first: string, second: string | null | undefined): number {
  return (Date.parse(second ?? '') - Date.parse(first)) / 86_400_000
}
