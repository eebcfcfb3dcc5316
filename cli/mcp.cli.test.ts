import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

// Conversations are tested in mcp/mcp.db.test.ts; this is about the process.
let cli: Cli
let token: string
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  token = String(JSON.parse((await cli.run(['auth', 'token', 'create', 'mcp', '--json=token'])).stdout).token)
})
afterAll(async () => await cli.close())

test('mcp runs as a process on standard input and output, and ends with its client', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.main, 'mcp', '--files', 'renders'],
    cwd: cli.folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: cli.folder,
      STUDIO_TOKEN: token,
      XSHEET_HOST: cli.host.url,
    },
  })
  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const answer = await client.callTool({ name: 'list_projects', arguments: {} })
  mkdirSync(path.join(cli.folder, 'renders'))
  writeFileSync(path.join(cli.folder, 'renders/comp.exr'), randomBytes(3000))
  const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const { content } = await client.callTool({ name, arguments: { ...args } })
    const [{ text = '' } = {}] = content as readonly { readonly text?: string }[]
    return Object(JSON.parse(text))
  }
  const task = 'sq010/sq010-sh0020:compositing'
  const steps = [{ do: 'post_revision', task, files: ['comp.exr'], time: '1h' }]
  const { plan } = await call('plan', { steps })
  const applied = await call('apply', { plan })
  const listed = await cli.list(['revision', 'list', task])
  const undone = await call('undo', { plan })
  const { pid } = transport
  await client.close()

  expect(tools.length).toBeGreaterThan(20)
  expect(applied).toMatchObject({ says: expect.stringContaining('Did 1 of 1 steps.'), error: null })
  expect(JSON.stringify(listed)).toContain('comp.exr')
  expect(undone['says']).toContain('Undid')
  expect(JSON.stringify(answer.content)).toContain('the-salt-road')
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
})
