import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type Page, type Route } from 'playwright'
import { findTestBrowser } from '#scripts/chromium.mjs'

export interface Tokens {
  access_token: string
  refresh_token: string
}
/** What becomes of requests that change something: lost on the way there or back, doubled, late. */
export type Fate = 'there' | 'back' | 'doubled' | 'late'
const lateMs = 1_500
const changing = /\/task\/\d+\/(start|finish)$|\/log$|\/files\/multipart$/

/** A browser that is killed as a phone is: its process ends between two instructions. */
export class Phone {
  readonly #memory = mkdtempSync(join(tmpdir(), 'furrow-phone-'))
  readonly #base: string
  #process: ChildProcess | undefined
  #browser: Browser | undefined
  #fates: Fate[] = []
  isOffline = false
  constructor(base: string) {
    this.#base = base
  }
  /** `wrongMs`: how far its clock is off, until it is killed. */
  async open(tokens: Tokens, wrongMs: number): Promise<Page> {
    const args = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${this.#memory}`,
    ]
    const started = spawn(findTestBrowser()!, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: its children die with it.
      detached: true,
    })
    this.#process = started
    const address = await new Promise<string>((resolve) => {
      createInterface({ input: started.stderr }).on('line', (line) => {
        const found = /ws:\/\/\S+/.exec(line)
        if (found) resolve(found[0])
      })
    })
    this.#browser = await chromium.connectOverCDP(address)
    const context = this.#browser.contexts()[0]!
    await context.addInitScript(dressed(tokens, wrongMs))
    await context.route(
      (url) => changing.test(url.pathname),
      (route) => this.#answer(route),
    )
    const page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize({ width: 375, height: 812 })
    if (this.isOffline) await context.setOffline(true)
    await page.goto(`${this.#base}/web/farm/task?part=today&size=50`)
    return page
  }
  fate(fate: Fate): void {
    this.#fates.push(fate)
  }
  calm(): void {
    this.#fates = []
  }
  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline
    await this.#browser!.contexts()[0]!.setOffline(isOffline)
  }
  async #answer(route: Route): Promise<void> {
    if (route.request().method() !== 'POST') return route.continue()
    const fate = this.isOffline ? 'there' : this.#fates.shift()
    try {
      if (fate === 'there') return await route.abort('connectionreset')
      if (fate === 'back' || fate === 'doubled') {
        await route.fetch()
        if (fate === 'back') return await route.abort('connectionreset')
      }
      if (fate === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs))
      await route.continue()
    } catch {
      // The browser was killed meanwhile.
    }
  }
  async kill(): Promise<void> {
    const child = this.#process
    // Its farm was out of reach before there was a browser.
    if (!child) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid!, 'SIGKILL')
    await gone
    await this.#browser?.close().catch(() => undefined)
  }
  async throwAway(): Promise<void> {
    const how = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }
    await rm(this.#memory, how).catch(() => undefined)
  }
}
/** As text: what compiles this file puts helpers of its own into functions. */
const dressed = (tokens: Tokens, wrongMs: number) => `{
  const Own = Date
  const wrong = ${wrongMs}
  globalThis.Date = class extends Own {
    constructor(...given) {
      if (given.length === 0) super(Own.now() + wrong)
      else super(...given)
    }
    static now() {
      return Own.now() + wrong
    }
  }
  if (!sessionStorage.getItem('entered')) {
    sessionStorage.setItem('entered', '1')
    localStorage.setItem('access_token', ${JSON.stringify(tokens.access_token)})
    localStorage.setItem('refresh_token', ${JSON.stringify(tokens.refresh_token)})
    localStorage.setItem('access_token_expires_at', String(Date.now() + 3_600_000))
    localStorage.setItem('language', 'zh-CN')
  }
}`
