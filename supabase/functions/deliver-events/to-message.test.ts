import { expect, test } from 'vitest'
import { toMessage } from './to-message.ts'

const body = JSON.stringify({
  type: 'comment.posted',
  data: {
    seq: 1,
    at: '2026-11-24T09:00:00.000000Z',
    kind: 'comment.posted',
    names: { item: 'sh010', stage: 'Animation' },
    new: { content: '@everyone <b>softer</b>' },
    actor: { kind: 'person', name: 'Max' },
    url: '/studio/x',
  },
})
const app = 'https://xsheet.example'

test('a standard webhook gets exactly what was signed', () => {
  expect(toMessage('standard', body, app)).toBe(body)
})

test('chat tools get a line of text with the address, mentioning nobody', () => {
  expect(JSON.parse(toMessage('slack', body, app))).toEqual({
    text: 'Max commented on sh010 · Animation: @everyone &lt;b&gt;softer&lt;/b&gt; <https://xsheet.example/studio/x|Open>',
  })
  expect(JSON.parse(toMessage('discord', body, app))).toMatchObject({ allowed_mentions: { parse: [] } })
  expect(JSON.parse(toMessage('mattermost', body, app)).text).toContain('@\u200beveryone')
  expect(JSON.parse(toMessage('teams', body, app))).toMatchObject({
    type: 'message',
    attachments: [{ content: { actions: [{ url: 'https://xsheet.example/studio/x' }] } }],
  })
})
