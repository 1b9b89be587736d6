import { expect, test, type Page } from 'playwright/test'
import { barsOf } from '#src/kit/print/bars.ts'
import { enter } from './console.ts'

declare global {
  interface Window {
    hold(bars: { modules: number; runs: readonly { at: number; width: number }[] } | null): void
  }
}
/** A camera that sees what is held before it: bars as our labels print them. */
async function fakeCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 400
    const paint = canvas.getContext('2d')!
    let held: Parameters<Window['hold']>[0] = null
    window.hold = (bars) => void (held = bars)
    setInterval(() => {
      paint.fillStyle = '#fff'
      paint.fillRect(0, 0, 900, 400)
      paint.fillStyle = '#000'
      const scale = held ? Math.floor(860 / held.modules) : 1
      for (const { at, width } of held?.runs ?? [])
        paint.fillRect(20 + at * scale, 80, width * scale, 240)
    }, 50)
    // As Safari and Firefox are: a camera, and no reader of codes of their own.
    delete (globalThis as { BarcodeDetector?: unknown }).BarcodeDetector
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(20))
  })
}
const hold = (page: Page, text: string | null) =>
  page.evaluate((bars) => window.hold(bars), text === null ? null : barsOf(text, 1000))

test('codes are read by the camera one after the other, and what is unknown is kept', async ({
  page,
  request,
}) => {
  const elsewhere: string[] = []
  page.on('request', (one) => {
    if (/^https?:/.test(one.url()) && new URL(one.url()).hostname !== '127.0.0.1')
      elsewhere.push(one.url())
  })
  await fakeCamera(page)
  await enter(page, request, 'admin')
  await page.goto('/inventory/prment/warehousing/add')
  await page.getByRole('button', { name: '扫码' }).click()
  const dialog = page.getByRole('dialog', { name: '扫码' })
  await expect(dialog.getByText('可连续扫描', { exact: false })).toBeVisible()
  const last = dialog.getByRole('list', { name: '最近扫描' }).getByRole('listitem')
  await hold(page, 'I-GLQ')
  await expect(last.filter({ hasText: 'I-GLQ' })).toHaveCount(1)
  await expect(last.first()).not.toContainText('未找到')
  // Held still it counts once; the next code is read without another click.
  await page.waitForTimeout(2500)
  await expect(last).toHaveCount(1)
  await hold(page, 'NOBODY-1')
  await expect(last.first()).toContainText('未找到')
  await hold(page, 'NOBODY-2')
  await expect(last).toHaveCount(3)
  // Taken away and shown again it counts again.
  await page.waitForTimeout(1600)
  await hold(page, 'I-GLQ')
  await expect(last).toHaveCount(4)
  await dialog.getByRole('button', { name: /完\s*成/ }).click()
  await expect(page.getByRole('textbox', { name: '数量 1', exact: true })).toHaveValue('2')
  await expect(page.getByText('2 个编码未找到：NOBODY-1, NOBODY-2')).toBeVisible()
  expect(elsewhere).toEqual([])
})

test('why there is no camera is said', async ({ page, request }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await enter(page, request, 'admin', { language: 'en-US' })
  await page.goto('/inventory/prment/warehousing/add')
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Camera access was denied' }),
  ).toBeVisible()
})

test('a label carries its code in bars beside the picture', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/product')
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: '打印标签' }).click()
  const dialog = page.getByRole('dialog', { name: '打印标签' })
  const bars = dialog.getByRole('img', { name: /^Code 128 / })
  await expect(bars).toBeVisible()
  const box = (await dialog.locator('.label').boundingBox())!
  const drawn = (await bars.boundingBox())!
  expect(drawn.y + drawn.height).toBeLessThanOrEqual(box.y + box.height)
  expect(
    await dialog.locator('.label').evaluate((one) => one.scrollHeight - one.clientHeight),
  ).toBeLessThanOrEqual(1)
  if (process.env.SHOTS) await dialog.screenshot({ path: `${process.env.SHOTS}/label.png` })
})
