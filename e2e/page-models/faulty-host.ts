import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import type { FreshDatabase } from '#tests/host/postgres.ts'
import { cloneDatabase } from '#tests/host/template.ts'
import { findFreePort } from '#supabase/local/free-port.ts'
import { wholeBrowser } from './whole-browser.ts'

const root = join(import.meta.dirname, '..', '..')

/** A host of its own with the demo studio, behind a proxy that can be cut and counts the bytes sent through it. */
export class FaultyHost {
  readonly data = mkdtempSync(join(tmpdir(), 'xsheet-faulty-'))
  url = ''
  /** Bytes received by the proxy from browsers. */
  sentBytes = 0
  /** The offset of each file piece that was sent, in order of arrival. */
  readonly offsets: number[] = []
  #port = 0
  #database: FreshDatabase | undefined
  #host: ChildProcess | undefined
  #proxy: Server | undefined
  #isCut = false
  readonly #sockets = new Set<Socket>()

  async start(): Promise<void> {
    this.#port = await findFreePort()
    this.#database = await cloneDatabase(this.data, true)
    await this.startHost()
    this.#proxy = createServer((socket) => this.#pass(socket))
    const port = await findFreePort()
    await new Promise<void>((resolve) => this.#proxy?.listen(port, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${port}`
  }

  async startHost(): Promise<void> {
    const env = {
      ...process.env,
      PORT: String(this.#port),
      HOST: '127.0.0.1',
      XSHEET_DATA: this.data,
      DATABASE_URL: this.#database?.url,
      XSHEET_DEMO: '1',
    }
    this.#host = spawn(process.execPath, [join(root, 'supabase/local/main.ts')], { cwd: root, env, stdio: 'ignore' })
    for (;;) {
      // Wait until it is up and its demo accounts exist: a page opened earlier has nobody to sign in as.
      const config = await fetch(`http://127.0.0.1:${this.#port}/config.json`).catch(() => undefined)
      if ((await config?.text().catch(() => ''))?.includes('@northlight.example') === true) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  /** Kills the host without warning, as a power cut does. */
  async killHost(): Promise<void> {
    const host = this.#host
    if (host === undefined) return
    const ended = new Promise((resolve) => host.once('exit', resolve))
    host.kill('SIGKILL')
    await ended
  }

  get hostPid(): number {
    return this.#host?.pid ?? 0
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#proxy?.close(resolve))
    await this.killHost()
    await this.#database?.stop()
    rmSync(this.data, { recursive: true, force: true })
  }

  #pass(browser: Socket): void {
    const host = connect(this.#port, '127.0.0.1')
    const both = [browser, host]
    for (const socket of both) {
      this.#sockets.add(socket)
      socket.on('error', () => both.forEach((each) => each.destroy()))
      socket.on('close', () => {
        this.#sockets.delete(socket)
        for (const each of both) each.destroy()
      })
    }
    if (this.#isCut) {
      browser.destroy()
      return
    }
    browser.on('data', (bytes: Buffer) => {
      this.sentBytes += bytes.length
      // A request's head arrives before its body, in a packet of its own.
      if (bytes.subarray(0, 6).toString('latin1') !== 'PATCH ') return
      const [, offset] = /^upload-offset: (\d+)/im.exec(bytes.subarray(0, 8192).toString('latin1')) ?? []
      if (offset !== undefined) this.offsets.push(Number(offset))
    })
    browser.pipe(host)
    host.pipe(browser)
  }
}

/** A browser with a profile on disk that survives being killed. */
export class MortalBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'xsheet-profile-'))
  #context: BrowserContext | undefined

  async start(): Promise<BrowserContext> {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
      viewport: { width: 1440, height: 900 },
      ...wholeBrowser,
    })
    return this.#context
  }

  /** The process whose end ends all of the browser's processes. */
  get pid(): number {
    return Number(readlinkSync(join(this.#profile, 'SingletonLock')).split('-').at(-1))
  }

  async kill(): Promise<void> {
    const context = this.#context
    if (context === undefined) return
    const ended = new Promise((resolve) => context.once('close', resolve))
    process.kill(this.pid, 'SIGKILL')
    await ended
  }

  async close(): Promise<void> {
    await this.#context?.close().catch(() => undefined)
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
