import type { Page } from 'playwright'
import { states, type Farm, type TaskSeen } from './offline-farm.ts'
import { Phone, type Fate } from './offline-phone.ts'

const dayMs = 24 * 3_600_000
const closeMs = 90_000
const settleMs = 60_000
/** The smallest picture that is one. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** One task of a sequence: what this phone, and another, have done to it. */
interface Work {
  id: number
  title: string
  note: string
  startedAt: number | null
  finishedAt: number | null
  hasPhoto: boolean
  isOthers: boolean
}
export interface Found {
  lost: number
  doubled: number
  /** Stopped, and not shown to its person. */
  unseen: number
  /** At another time than it was done. */
  late: number
  acts: number
  conflicts: number
  kills: number
}

/** A random day of a phone, and what was found of it in the end. */
export class Life {
  readonly #farm: Farm
  readonly #phone: Phone
  readonly #name: string
  readonly #told: string[] = []
  readonly #logs: string[] = []
  #works: Work[] = []
  #page!: Page
  #seed: number
  #found: Found = { lost: 0, doubled: 0, unseen: 0, late: 0, acts: 0, conflicts: 0, kills: 0 }
  constructor(base: string, farm: Farm, seed: number) {
    this.#farm = farm
    this.#phone = new Phone(base)
    this.#seed = seed
    this.#name = `S${seed}`
  }
  story = () => this.#told.join(' · ')
  #random(below: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((this.#seed / 2_147_483_648) * below)
  }
  #pick = <T>(list: readonly T[]): T => list[this.#random(list.length)]!

  async live(): Promise<Found> {
    for (let at = 0; at < 1 + this.#random(2); at++) {
      const title = `${this.#name}-${at}`
      const id = await this.#farm.give(title)
      this.#works.push({
        id,
        title,
        note: `${title} 报告`,
        startedAt: null,
        finishedAt: null,
        hasPhoto: false,
        isOthers: false,
      })
    }
    await this.#open()
    await this.#taken()
    for (let step = 0; step < 5 + this.#random(5); step++) await this.#step()
    await this.#settle()
    await this.#look()
    return this.#found
  }
  async end(): Promise<void> {
    await this.#phone.kill().catch(() => undefined)
    await this.#phone.throwAway()
    for (const { id } of this.#works) await this.#farm.tidy(id).catch(() => undefined)
  }

  async #open(): Promise<void> {
    const wrong = this.#pick([0, 0, dayMs, -dayMs])
    this.#told.push(`clock ${wrong / dayMs}`)
    this.#page = await this.#phone.open(this.#farm.worker, wrong)
    this.#page.setDefaultTimeout(15_000)
    await this.#page.locator('.my-tasks').waitFor()
  }
  /** Until what is needed in the field has been taken along. */
  async #taken(): Promise<void> {
    await this.#page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await this.#page.waitForFunction(
      () =>
        new Promise<boolean>((resolve) => {
          const opened = indexedDB.open('furrow-field')
          opened.onsuccess = () => {
            const keys = opened.result.transaction('kept').objectStore('kept').getAllKeys()
            keys.onsuccess = () => {
              opened.result.close()
              const names = keys.result.map((key) => String((key as string[])[1]))
              resolve(['grants', 'pack', 'self'].every((name) => names.includes(name)))
            }
          }
        }),
    )
  }
  async #step(): Promise<void> {
    const what = this.#random(12)
    if (what < 5) return this.#work()
    if (what === 5) return this.#report()
    if (what < 8) {
      const isOffline = !this.#phone.isOffline
      this.#told.push(isOffline ? 'cut' : 'back')
      return this.#phone.setOffline(isOffline)
    }
    if (what < 10) {
      const fate = this.#pick<Fate>(['there', 'back', 'doubled', 'late'])
      this.#told.push(`next ${fate}`)
      return this.#phone.fate(fate)
    }
    if (what === 10) return this.#kill()
    return this.#random(2) ? this.#expire() : this.#other()
  }
  async #kill(): Promise<void> {
    this.#told.push('killed')
    this.#found.kills++
    await this.#phone.kill()
    await this.#open()
  }
  /** The session ends while nobody looks. */
  async #expire(): Promise<void> {
    this.#told.push('expired')
    await this.#page.evaluate(() => {
      for (const key of ['access_token', 'refresh_token', 'access_token_expires_at'])
        localStorage.removeItem(key)
    })
    await this.#kill()
  }
  async #other(): Promise<void> {
    const work = this.#pick(this.#works)
    const { state } = await this.#farm.seen(work.id)
    const action = state === states.notStarted ? 'start' : 'finish'
    if (state >= states.finished) return
    if (await this.#farm.other(work.id, action, `${work.title} 另一部`)) work.isOthers = true
    this.#told.push(`other ${action} ${work.title}`)
  }
  async #work(): Promise<void> {
    const work = this.#pick(this.#works)
    const button = (word: string) =>
      this.#page.getByRole('button', { name: `${word} ${work.title}`, exact: true })
    const [start, finish] = [button('开始'), button('完工')]
    if (await start.isVisible()) await this.#start(work)
    else if (await finish.isVisible()) await this.#finish(work)
  }
  /** Refused at once, it is not done: the dialog says why. */
  async #handIn(dialogName: RegExp, go: RegExp): Promise<boolean> {
    const dialog = this.#page.getByRole('dialog', { name: dialogName })
    await dialog.getByRole('button', { name: go }).click()
    const gone = dialog.waitFor({ state: 'detached', timeout: 20_000 }).then(() => true)
    const refused = dialog
      .locator('.ant-alert-error')
      .waitFor({ timeout: 20_000 })
      .then(() => false)
    const isDone = await Promise.race([gone, refused])
    gone.catch(() => undefined)
    refused.catch(() => undefined)
    if (!isDone) {
      this.#found.conflicts++
      await dialog.getByRole('button', { name: /^取\s*消$/ }).click()
      await this.#page.reload()
      await this.#page.locator('.my-tasks').waitFor()
    }
    return isDone
  }
  async #start(work: Work): Promise<void> {
    this.#told.push(`start ${work.title}`)
    await this.#page.getByRole('button', { name: `开始 ${work.title}`, exact: true }).click()
    const at = Date.now()
    if (!(await this.#handIn(/^开始/, /^开\s*始$/))) return
    work.startedAt = at
    this.#found.acts++
    await this.#page
      .getByRole('button', { name: `开始 ${work.title}`, exact: true })
      .waitFor({ state: 'detached' })
  }
  async #finish(work: Work): Promise<void> {
    this.#told.push(`finish ${work.title}`)
    await this.#page.getByRole('button', { name: `完工 ${work.title}`, exact: true }).click()
    const dialog = this.#page.getByRole('dialog', { name: /^完工/ })
    await dialog.getByRole('textbox', { name: '工时 1' }).waitFor()
    work.hasPhoto = this.#random(2) === 1
    if (work.hasPhoto) {
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
      await dialog.getByRole('img', { name: '照片 1' }).waitFor()
    }
    await dialog.getByLabel('完工说明').fill(work.note)
    const at = Date.now()
    if (!(await this.#handIn(/^完工/, /^完\s*工$/))) return
    work.finishedAt = at
    this.#found.acts++
    await this.#page
      .getByRole('button', { name: `完工 ${work.title}`, exact: true })
      .waitFor({ state: 'detached' })
  }
  async #report(): Promise<void> {
    const title = `${this.#name} 问题 ${this.#logs.length}`
    this.#told.push(`log ${title}`)
    await this.#page.getByRole('button', { name: '报告问题' }).click()
    const dialog = this.#page.getByRole('dialog', { name: '报告问题' })
    await dialog.getByLabel('标题').fill(title)
    if (!(await this.#handIn(/^报告问题/, /^提\s*交$/))) return
    this.#logs.push(title)
    this.#found.acts++
  }

  /** The network comes back, the person signs in again, and everything that can be told is. */
  async #settle(): Promise<void> {
    this.#phone.calm()
    if (this.#phone.isOffline) await this.#phone.setOffline(false)
    await this.#page.goto(new URL('/web/farm/task?part=today&size=50', this.#page.url()).href)
    await this.#page.locator('.my-tasks').waitFor()
    const waiting = this.#page.getByRole('button', { name: /\d 项等待发送$/ })
    await this.#page.waitForTimeout(2_000)
    await waiting.waitFor({ state: 'detached', timeout: settleMs })
  }
  async #look(): Promise<void> {
    const stopped = await this.#stopped()
    for (const work of this.#works) this.#judge(work, await this.#farm.seen(work.id), stopped)
    for (const title of this.#logs) {
      const many = await this.#farm.entries(title)
      if (many > 1) this.#found.doubled++
      if (many === 0 && !stopped.some((text) => text.includes(title))) this.#found.lost++
    }
  }
  /** What stands in the queue, as its person sees it. */
  async #stopped(): Promise<readonly string[]> {
    const sign = this.#page.getByRole('button', { name: /需要您处理$/ }).first()
    if (!(await sign.isVisible())) return []
    await sign.click()
    const entries = this.#page.getByRole('dialog', { name: '待发送' }).getByRole('article')
    await entries.first().waitFor()
    const texts = await entries.allTextContents()
    const reasons = await this.#page.getByRole('dialog').getByRole('alert').count()
    if (reasons === 0) this.#found.unseen++
    this.#found.conflicts += reasons
    return texts
  }
  #judge(work: Work, seen: TaskSeen, stopped: readonly string[]): void {
    const { startedAt, finishedAt, note, hasPhoto, isOthers, title } = work
    const isShown = stopped.some((text) => text.includes(title))
    const isOwnReport = seen.reportNote === note
    if (startedAt !== null && seen.state < states.inProgress && !isShown) this.#found.lost++
    if (finishedAt !== null && !isOwnReport && !isShown) this.#found.lost++
    if (isOwnReport && finishedAt !== null && seen.photos.length !== Number(hasPhoto))
      this.#found[seen.photos.length > 1 ? 'doubled' : 'lost']++
    const moves = Number(seen.startedAt !== null) + Number(seen.finishedAt !== null)
    if (seen.objectVersionNumber !== 1 + moves) this.#found.doubled++
    const isOff = (at: number | null, told: string | null) =>
      at !== null && told !== null && Math.abs(Date.parse(told) - at) > closeMs
    if (isOwnReport && isOff(finishedAt, seen.finishedAt)) this.#found.late++
    if (!isOthers && isOff(startedAt, seen.startedAt)) this.#found.late++
  }
}
