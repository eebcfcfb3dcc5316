import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'

// The receivers printed in the document.
const paper = readFileSync('docs/react-to-what-happens.md', 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-receivers-'))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

function readBlock(language: string): string {
  const block = new RegExp('```' + language + '\\n([\\s\\S]*?)```').exec(paper)?.[1]
  if (block === undefined) throw new Error(`The paper shows nothing in ${language}`)
  return block
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

const body = JSON.stringify({ type: 'task.status_changed', data: { names: { item: 'sh010' } } })
function headersOf(signedBody = body, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, signedBody),
  }
}

test.each([
  ['js', process.execPath, 'receiver.mjs'],
  ['python', 'python3', 'receiver.py'],
])(
  'the receiver in %s accepts signed requests, reports them, and refuses everything else',
  async (language, program, file) => {
    const code = readBlock(language)
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(12)
    writeFileSync(path.join(folder, file), code)
    const port = await findFreePort()
    const child = spawn(program, [path.join(folder, file)], {
      env: { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: secret },
    })
    children.push(child)
    let said = ''
    child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
    const post = async (headers: Record<string, string>): Promise<number> => {
      for (;;) {
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).catch(
          () => undefined,
        )
        // It takes a moment to listen.
        if (response !== undefined) return response.status
        if (child.exitCode !== null) throw new Error(`The receiver ended: ${said}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }

    expect(await post(headersOf())).toBe(204)
    await expect.poll(() => said).toMatch(/task\.status_changed.*sh010/)
    const { 'webhook-signature': own = '' } = headersOf()
    const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`).sign('evt_1', new Date(), body)
    // While a secret is being renewed, both sign.
    expect(await post({ ...headersOf(), 'webhook-signature': `${other} ${own}` })).toBe(204)
    expect(await post({ ...headersOf(), 'webhook-signature': other })).toBe(401)
    expect(await post(headersOf(`${body} `))).toBe(401)
    expect(await post(headersOf(body, new Date(Date.now() - 3_600_000)))).toBe(401)
    expect(await post({ ...headersOf(), 'webhook-signature': 'v1,' })).toBe(401)
  },
)
