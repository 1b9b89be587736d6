import { chromium, expect, test } from 'playwright/test'
import { findTestBrowser } from '../../scripts/chromium.mjs'
import { enter, watchFaults } from './console.ts'

test('a note is said into the journal and heard there', async ({ request, baseURL }) => {
  const browser = await chromium.launch({
    executablePath: findTestBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
  const context = await browser.newContext({
    baseURL: baseURL!,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    permissions: ['microphone'],
  })
  const page = await context.newPage()
  const faults = watchFaults(page)
  const title = `语音试记 ${Date.now() % 100_000}`
  await enter(page, request, 'worker')
  await page.goto('/web/farm/task')
  // Reported from a task, it is known where.
  await page.locator('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('button', { name: '报告问题' }).click()
  const dialog = page.getByRole('dialog', { name: '报告问题' })
  await dialog.getByLabel('标题').fill(title)
  await dialog.getByRole('button', { name: /录\s*音/ }).click()
  await expect(dialog.getByText('0:02')).toBeVisible()
  await dialog.getByRole('button', { name: /停\s*止/ }).click()
  await expect(dialog.getByLabel('语音记录')).toBeVisible()
  await dialog.getByRole('button', { name: /^提\s*交$/ }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/web/farm/log?logTitle=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: title, exact: true }).click()
  const sound = page.getByRole('dialog').getByLabel('语音记录')
  await sound.evaluate((audio: HTMLAudioElement) => {
    audio.muted = true
    return audio.play()
  })
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.3)
  expect(faults).toEqual([])
  await browser.close()
})
