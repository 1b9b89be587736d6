import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  chromium,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from 'playwright/test'
import { findTestBrowser } from '../../scripts/chromium.mjs'
import { scratchDir } from '../../scripts/scratch.mjs'
import { asCaller, enter, tokensOf } from './console.ts'

/** A phone with a memory of its own, that can be killed and taken up again. */
export interface Phone {
  /** Switches it on, signed in; `offline`: where there is no network, as it was left. */
  open(how?: 'signed in' | 'offline' | 'as left'): Promise<Page>
  context(): BrowserContext
  /** As if its battery were taken out: nothing is told to the page. */
  kill(): Promise<void>
  throwAway(): void
}
export function phoneOf(
  request: APIRequestContext,
  baseURL: string,
  username = 'worker',
  language = 'zh-CN',
): Phone {
  const memory = mkdtempSync(join(scratchDir(), 'furrow-phone-'))
  let held: BrowserContext | undefined
  return {
    context: () => held!,
    async open(how = 'signed in') {
      held = await chromium.launchPersistentContext(memory, {
        serviceWorkers: 'allow',
        executablePath: findTestBrowser(),
        args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
        baseURL,
        locale: language,
        timezoneId: 'Asia/Shanghai',
        viewport: { width: 375, height: 812 },
        hasTouch: true,
        isMobile: true,
      })
      const page = held.pages()[0] ?? (await held.newPage())
      if (how === 'offline') await held.setOffline(true)
      if (how === 'signed in') await enter(page, request, username, { language })
      return page
    },
    async kill() {
      await held?.close()
    },
    throwAway: () => rmSync(memory, { recursive: true, force: true }),
  }
}

/** The console's files and what is needed in the field have been taken along. */
export async function takenAlong(page: Page, what = 'pack'): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve, reject) => {
            const request = indexedDB.open('furrow-field')
            request.onerror = () => reject(request.error ?? new Error())
            request.onsuccess = () => {
              const db = request.result
              if (!db.objectStoreNames.contains('kept')) return resolve([])
              const keys = db.transaction('kept').objectStore('kept').getAllKeys()
              keys.onsuccess = () => {
                db.close()
                resolve(keys.result.map((key) => String((key as string[])[1])))
              }
            }
          }),
      ),
    )
    .toEqual(expect.arrayContaining(['grants', what, 'self']))
}

export interface TaskSeen {
  state: number
  startedAt: string | null
  finishedAt: string | null
  photos: string[]
  reportNote: string | null
  objectVersionNumber: number
  startLatlng: string | null
  finishLatlng: string | null
  finishAccuracy: number | null
}
/** The task as the server has it. */
export async function taskSeen(request: APIRequestContext, id: number): Promise<TaskSeen> {
  const session = await tokensOf(request, 'admin')
  const answer = await request.get(`/wfpf/v1/${session.tenantId}/task/${id}`, asCaller(session))
  return (await answer.json()) as TaskSeen
}
export const states = { notStarted: 1, inProgress: 2, finished: 3 } as const

export const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })

export async function begin(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `开始 ${title}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^开\s*始$/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
export async function finish(
  page: Page,
  title: string,
  note: string,
  ...photos: Buffer[]
): Promise<void> {
  await page.getByRole('button', { name: `完工 ${title}` }).click()
  const report = page.getByRole('dialog', { name: `完工 · ${title}` })
  await expect(report.getByRole('textbox', { name: '工时 1' })).toHaveValue('2')
  for (const [at, photo] of photos.entries()) {
    await report
      .locator('input[type=file]')
      .setInputFiles({ name: `field-${at}.png`, mimeType: 'image/png', buffer: photo })
    await expect(report.getByRole('img', { name: `照片 ${at + 1}` })).toBeVisible()
  }
  await report.getByLabel('完工说明').fill(note)
  await report.getByRole('button', { name: /^完\s*工$/ }).click()
  await expect(report).toHaveCount(0)
}

/** With whatever other tests have left behind. */
export const tasksPage = '/web/farm/task?part=today&size=50'

/**
 * The announcement of the day comes once, to whoever signs in first; when they leave just then, it goes
 * by itself, and nobody waits for its button.
 */
export const closesNotices = (page: Page) =>
  page.addLocatorHandler(page.getByRole('button', { name: '我知道了' }), (button) =>
    button.click({ timeout: 2_000 }).catch(() => undefined),
  )
