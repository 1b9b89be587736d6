import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'
import { begin } from './field-ground.ts'
import { given } from './task-ground.ts'

test('pieces are reported on the phone and paid by their rate; the month’s sheet has them', async ({
  browser,
  request,
}) => {
  const title = `试验田采收 ${Date.now() % 100_000}`
  await given(request, title, {}, 'PICK')
  const phone = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await phone.newPage()
  const faults = watchFaults(page)
  await enter(page, request, 'worker')
  await page.goto('/web/farm/task')
  await begin(page, title)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('dialog', { name: title })).toContainText('0.35 元/斤')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^完\s*工$/ })
    .click()
  const report = page.getByRole('dialog', { name: `完工 · ${title}` })
  const finish = report.getByRole('button', { name: /^完\s*工$/ })
  await expect(report).toContainText('计件：每斤 0.35 元')
  await finish.click()
  await expect(report.getByText('请至少填写一个人的数量或工时')).toBeInViewport()
  await report.getByRole('textbox', { name: '数量 1' }).fill('321.5')
  expect(await overflow(page)).toBe(0)
  await finish.click()
  await expect(page.getByText(`已报完工：${title}`)).toBeVisible()
  expect(faults).toEqual([])
  await phone.close()

  const desk = await (await browser.newContext()).newPage()
  await enter(desk, request, 'admin')
  await desk.goto(`/web/farm/taskManger?title=${encodeURIComponent(title)}`)
  const row = desk.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('button', { name: /^验\s*收/ }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^验\s*收$/ })
    .click()
  await expect(row).toContainText('已关闭')
  await desk.getByRole('button', { name: title, exact: true }).click()
  await expect(desk.getByRole('dialog')).toContainText('321.5 斤')
  // 321.5 × 0.35 = 112.525
  await expect(desk.getByRole('dialog')).toContainText('112.53')
  await desk.goto('/web/farm/hours/task')
  await expect(desk.getByRole('row', { name: new RegExp(title) })).toContainText('112.53')
  await desk.goto('/web/farm/hours')
  await expect(desk.getByRole('row', { name: /李大山/ }).first()).toContainText('321.5 斤')
  await desk.context().close()
})
