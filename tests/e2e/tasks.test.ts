import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'
import { begin } from './field-ground.ts'
import { given } from './task-ground.ts'

test('a worker begins and reports a task on the phone; a manager accepts it and takes that back', async ({
  browser,
  request,
}) => {
  const title = `试验田巡查 ${Date.now() % 100_000}`
  await given(request, title)
  const phone = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await phone.newPage()
  const faults = watchFaults(page)
  await enter(page, request, 'worker')
  await page.goto('/web/farm/home')
  const bar = page.getByRole('navigation', { name: '常用' })
  await bar.getByRole('link', { name: /我的任务/ }).click()
  await page.getByRole('button', { name: `开始 ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^开\s*始$/ }).click()
  await expect(page.getByText(`已开始：${title}`)).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('dialog', { name: title })).toContainText('试验田')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^完\s*工$/ })
    .click()
  const report = page.getByRole('dialog', { name: `完工 · ${title}` })
  await expect(report.getByRole('textbox', { name: '工时 1' })).toHaveValue('2')
  await report.getByLabel('完工说明').fill('没有发现虫害')
  expect(await overflow(page)).toBe(0)
  await report.getByRole('button', { name: /^完\s*工$/ }).click()
  await expect(page.getByText(`已报完工：${title}`)).toBeVisible()
  expect(faults).toEqual([])
  await phone.close()

  const office = await browser.newContext()
  const desk = await office.newPage()
  await enter(desk, request, 'admin')
  await desk.goto(`/web/farm/taskManger?title=${encodeURIComponent(title)}`)
  const row = desk.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('已完成')
  await row.getByRole('button', { name: /^验\s*收/ }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^验\s*收$/ })
    .click()
  await expect(row).toContainText('已关闭')
  await row.getByRole('button', { name: /^撤销验收/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: '撤销验收' }).click()
  await expect(row).toContainText('已完成')
  await office.close()
})

test('what a kind of task asks for is ticked and filled in on the phone, and stands in the record', async ({
  browser,
  request,
}) => {
  const title = `试验田灌溉 ${Date.now() % 100_000}`
  await given(request, title, {}, 'WATER')
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
  await expect(page.getByRole('dialog', { name: title })).toContainText('过滤器已清洗')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^完\s*工$/ })
    .click()
  const report = page.getByRole('dialog', { name: `完工 · ${title}` })
  const finish = report.getByRole('button', { name: /^完\s*工$/ })
  await finish.click()
  const mistake = report.getByText('“过滤器已清洗”还没有打勾。')
  await expect(mistake).toBeInViewport()
  await report.getByRole('checkbox', { name: '过滤器已清洗' }).check()
  await report.getByRole('checkbox', { name: '收工前阀门全部关好' }).check()
  await expect(mistake).toHaveCount(0)
  await report.getByLabel('用水量').fill('很多')
  await report.getByText('否', { exact: true }).click()
  await finish.click()
  await expect(report.getByText('“用水量”填得不对，请检查。')).toBeInViewport()
  await expect(report.getByLabel('用水量')).toHaveValue('很多')
  await report.getByLabel('用水量').fill('18.5')
  expect(await overflow(page)).toBe(0)
  await finish.click()
  await expect(page.getByText(`已报完工：${title}`)).toBeVisible()
  expect(faults).toEqual([])
  await phone.close()

  const office = await browser.newContext()
  const desk = await office.newPage()
  await enter(desk, request, 'admin')
  await desk.goto(`/web/farm/taskManger?title=${encodeURIComponent(title)}`)
  await desk.getByRole('button', { name: title, exact: true }).click()
  const record = desk.getByRole('dialog')
  await expect(record).toContainText('用水量 18.5 m\u00B3')
  await expect(record).toContainText('发现漏水 否')
  await expect(record.getByLabel('完成', { exact: true })).toHaveCount(2)
  await office.close()
})

test('what a kind of task asks for is set up by keyboard, put in order and corrected', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/system/taskType?open=create')
  const form = page.getByRole('dialog')
  const name = `测量 ${Date.now() % 100_000}`
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('编码').fill(`M${Date.now() % 100_000}`)
  await form.locator('.ant-select').first().click()
  await page.getByTitle('巡检').click()
  await form.getByRole('button', { name: '添加检查内容' }).click()
  const item = (at: number) => form.getByRole('textbox', { name: `检查内容 ${at}` })
  await expect(item(1)).toBeFocused()
  await page.keyboard.type('带好卷尺')
  await page.keyboard.press('Enter')
  await expect(item(2)).toBeFocused()
  await page.keyboard.type('带好卷尺')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText('名称不能重复。')).toBeVisible()
  await item(2).fill('充好电')
  await form.getByRole('button', { name: '上移第 2 行' }).click()
  await expect(item(1)).toHaveValue('充好电')
  await form.getByRole('button', { name: '添加填报项' }).click()
  await page.keyboard.type('长势')
  await form.locator('[data-column="kind"] .ant-select').click()
  await page.getByTitle('单选').click()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText('单选项至少要有两个选项。')).toBeVisible()
  await form.getByLabel('选项').fill('好，中，差，')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('长势 单选 · 好 / 中 / 差')
})

test('the manager sees tasks as a board and by their days, and one opens from either', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/taskManger?view=board')
  await expect(page.getByRole('region', { name: '待分配' })).toBeVisible()
  // For today, so that it stands in the month that is shown.
  const title = '大棚夜间保温检查'
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('dialog')).toContainText(title)
  await page.keyboard.press('Escape')
  await page.getByText('日历', { exact: true }).click()
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
})

test('what was done is copied as new, and stands on its plot on the map', async ({
  page,
  request,
}) => {
  const title = `试验田清沟 ${Date.now() % 100_000}`
  await given(request, title, { priority: 'high' })
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto(`/web/farm/taskManger?title=${encodeURIComponent(title)}`)
  const rows = page.getByRole('row', { name: new RegExp(title) })
  await rows.getByRole('button', { name: `更多操作 ${title}` }).click()
  await page.getByRole('menuitem', { name: '复制为新任务' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('任务名称')).toHaveValue(title)
  await expect(form).toContainText('李大山')
  await expect(form).toContainText('高')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(rows).toHaveCount(2)
  await page.goto(`/web/farm/taskManger?view=board&title=${encodeURIComponent(title)}`)
  await page.getByText('地图', { exact: true }).click()
  await expect(page.getByText(/地图上 2 项任务，另有 0 项/)).toBeVisible()
  expect(await overflow(page)).toBe(0)
  expect(faults).toEqual([])
})
