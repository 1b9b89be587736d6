import { expect, test } from 'playwright/test'
import { asCaller, enter, fromMenu } from './console.ts'

test('what was deleted waits in the recycle bin and comes back as it was', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  // One of its own: a type that some task is of cannot be deleted.
  const name = `修枝整形 ${Date.now() % 100_000}`
  const made = await request.post(`/wfpf/v1/${session.tenantId}/task-type`, {
    ...asCaller(session),
    data: { name, code: `E2E${Date.now()}`, category: 'farming', enabledFlag: 1 },
  })
  expect(made.status()).toBe(200)
  await page.goto('/system/taskType')
  const row = page.getByRole('row', { name })
  await fromMenu(row, '删除')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(row).toHaveCount(0)
  await page.goto('/system/recycle-bin')
  const kept = page.getByRole('row', { name })
  await expect(kept.getByText('任务类型')).toBeVisible()
  await kept.getByRole('button', { name: /恢\s*复/ }).click()
  await expect(kept).toHaveCount(0)
  await page.goto('/system/taskType')
  await expect(row).toBeVisible()
})

test('a view keeps filters and columns, opens with the list when one wants, and is shared by those who may', async ({
  page,
  request,
  browser,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/worker?kind=permanent&sort=dayWage,desc')
  await page.getByRole('button', { name: '视图', exact: true }).click()
  const panel = page.getByRole('dialog', { name: '视图' })
  await panel.getByLabel('名称').fill('长期工按工价')
  await panel.getByText('所有人').click()
  await panel.getByRole('button', { name: '保存视图' }).click()
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/list-preferences'),
  )
  await panel.getByRole('button', { name: '默认打开“长期工按工价”' }).click()
  await expect(panel.getByRole('button', { name: '默认打开“长期工按工价”' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await kept
  await page.goto('/web/farm/worker')
  await expect(page).toHaveURL(/kind=permanent/)
  await expect(page.getByRole('row', { name: /卢桂芳/ })).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText('彭海涛')

  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(other, request, 'huangmei')
  await other.goto('/web/farm/worker')
  await other.getByRole('button', { name: '视图', exact: true }).click()
  const theirs = other.getByRole('dialog', { name: '视图' })
  await theirs.getByRole('button', { name: '长期工按工价', exact: true }).click()
  await expect(other).toHaveURL(/kind=permanent/)
  await other.context().close()

  await page.getByRole('button', { name: '视图', exact: true }).click()
  await panel.getByRole('button', { name: '删除“长期工按工价”' }).click()
  await page
    .getByRole('dialog', { name: '确定要删除吗？' })
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await expect(panel.getByText('还没有保存的视图')).toBeVisible()
})

test('a list goes onto paper whole, with its head; chosen rows become labels whose code leads to the record', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed =
        document.querySelector('.print-sheet')?.textContent ?? ''
      dispatchEvent(new Event('afterprint'))
    }
  })
  await enter(page, request, 'admin')
  await page.goto('/web/farm/land?size=20')
  await page.getByRole('button', { name: '导出与打印' }).click()
  await page.getByRole('menuitem', { name: '打印' }).click()
  const printed = () => page.evaluate(() => document.documentElement.dataset.printed ?? '')
  await expect.poll(printed).toContain('地块')
  // All pages, not the one that is shown.
  expect(await printed()).toContain('一号连栋温室')
  expect(await printed()).toContain('沿河林带')
  await expect(page.locator('.print-sheet')).toHaveCount(0)

  await page.getByRole('checkbox', { name: /选择.*沿河林带/ }).check()
  await page.getByRole('checkbox', { name: /选择.*蓄水塘/ }).check()
  await page.getByRole('button', { name: '打印标签' }).click()
  const label = page.getByRole('dialog').locator('.label')
  await expect(label.getByText('沙湾水稻基地')).toBeVisible()
  // Nothing of it is cut off.
  expect(
    await label.evaluate((box) => [
      box.scrollWidth - box.clientWidth,
      box.scrollHeight - box.clientHeight,
    ]),
  ).toEqual([0, 0])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /打\s*印/ })
    .click()
  await expect.poll(printed).toContain('SW-W02')
  expect(await printed()).toContain('蓄水塘')
})

test('one’s own long work is on one page, with its file', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await page.getByRole('button', { name: '导出与打印' }).click()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ])
  await page.goto('/web/user/jobs')
  const job = page.getByRole('row', { name: /列表导出/ }).first()
  await expect(job.getByText('已完成')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: /下\s*载/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^单位-.*\.csv$/)
})
