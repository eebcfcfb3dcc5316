import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

// What is said in conversations is in mcp/mcp.db.test.ts; this is about the process.
let cli: Cli
let token: string
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  token = String(JSON.parse((await cli.run(['auth', 'token', 'create', 'mcp', '--json=token'])).stdout).token)
})
afterAll(async () => await cli.close())

test('as a process, on standard input and output, which ends with its client', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.main, 'mcp'],
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
  const { pid } = transport
  await client.close()

  expect(tools.length).toBeGreaterThan(20)
  expect(JSON.stringify(answer.content)).toContain('the-salt-road')
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
})
