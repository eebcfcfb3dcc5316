import { expect, test } from 'vitest'
import { inTurns } from './repeat.ts'

const soon = async (): Promise<void> => await new Promise((resolve) => void setTimeout(resolve, 1))

test('while one is sent, the next is prepared and the one before finished, each step in its order', async () => {
  const done: string[] = []
  let atOnce = 0
  let most = 0
  const step = (name: string) => async (thing: number) => {
    most = Math.max(most, (atOnce += 1))
    await soon()
    atOnce -= 1
    done.push(`${name} ${thing}`)
    return thing
  }
  const finish = step('finish')
  await inTurns([1, 2, 3, 4], {
    prepare: step('prepare'),
    send: step('send'),
    finish: async (each) => void (await finish(each)),
  })

  for (const name of ['prepare', 'send', 'finish'])
    expect(done.filter((each) => each.startsWith(name))).toEqual([1, 2, 3, 4].map((thing) => `${name} ${thing}`))
  for (const thing of [1, 2, 3, 4])
    expect(done.filter((each) => each.endsWith(String(thing)))).toEqual(
      ['prepare', 'send', 'finish'].map((name) => `${name} ${thing}`),
    )
  expect(most).toBe(3)
  expect(done.indexOf('prepare 2')).toBeLessThan(done.indexOf('finish 1'))
})

test.each(['prepare', 'send', 'finish'] as const)(
  'a failure of %s ends it, and nothing is begun after',
  async (failing) => {
    const begun: string[] = []
    const step = (name: string) => async (thing: number) => {
      begun.push(`${name} ${thing}`)
      await soon()
      if (name === failing && thing === 2) throw new Error('lost')
      return thing
    }
    const finish = step('finish')
    const ended = inTurns([1, 2, 3, 4, 5, 6], {
      prepare: step('prepare'),
      send: step('send'),
      finish: async (each) => void (await finish(each)),
    })

    await expect(ended).rejects.toThrow('lost')
    await soon()
    expect(begun).not.toContain('send 5')
    expect(begun).not.toContain('finish 4')
  },
)
