import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { asCaller, enter, overflow, watchFaults } from './console.ts'

test('a rule is set off by clock and weekday, tried before it is saved, and followed while it runs', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  await page.goto('/web/equipment/intelligentControl/index/add')
  await page.getByLabel('规则名称').fill('傍晚灌溉')
  await page.getByRole('button', { name: '定时触发' }).click()
  const timer = page.getByRole('group', { name: '触发方式' })
  await expect(timer).toContainText('每天 06:00')
  await timer.getByLabel('时间').fill('14:30')
  await timer.getByLabel('时间').press('Enter')
  for (const day of ['周一', '周三', '周五', '周六', '周日'])
    await timer.getByRole('checkbox', { name: day }).uncheck()
  await expect(timer.getByRole('status')).toContainText('每周二、四 14:30')
  await expect(timer.getByRole('status').getByRole('listitem')).toHaveCount(5)
  // Named by the label of its field.
  await page.getByRole('group', { name: '执行动作' }).getByRole('button').last().click()
  const choose = async (name: string, option: string) => {
    await page.getByRole('group', { name: '执行动作' }).getByRole('combobox', { name }).click()
    await page.keyboard.type(option)
    await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
  }
  await choose('设备', '番茄大棚电动阀')
  await choose('控制项', '阀门')
  await page
    .getByRole('group', { name: '执行动作' })
    .getByRole('combobox', { name: '动作' })
    .click()
  await page.locator('.ant-select-item-option').filter({ hasText: '打开' }).click()
  await page.getByRole('checkbox', { name: '一段时间后自动关闭' }).check()
  await expect(page.getByLabel('保持时长', { exact: true })).toHaveValue('20')
  await page.getByRole('button', { name: '试运行' }).click()
  const tried = page.getByRole('region', { name: '试运行' })
  await expect(tried).toContainText('现在触发会执行')
  await expect(tried.getByRole('listitem')).toHaveCount(2)
  await expect(tried).toContainText('延时 20分钟')
  expect(await findings(page, '.kit-form')).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(() => overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  const row = page.getByRole('row').filter({ hasText: '傍晚灌溉' })
  await expect(row).toContainText('每周二、四 14:30')
  await expect(row.getByRole('button', { name: /恢复运行/ })).toHaveCount(0)
  // Its valve is away: the run says so step by step, and can be stopped.
  await row.getByRole('button', { name: '执行 傍晚灌溉' }).click()
  const dialog = page.getByRole('dialog', { name: '执行规则：傍晚灌溉' })
  await dialog.getByRole('button', { name: '立即执行' }).click()
  await expect(dialog).toContainText('已开始执行')
  await expect(dialog).toContainText('番茄大棚电动阀 阀门 打开')
  await dialog.getByRole('button', { name: '停止执行' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  const { content } = (await (
    await request.get(
      `/wfpe/v1/${session.tenantId}/control-rule?name=${encodeURIComponent('傍晚灌溉')}`,
      asCaller(session),
    )
  ).json()) as { content: { id: number }[] }
  await request.delete(
    `/wfpe/v1/${session.tenantId}/control-rule/${content[0]!.id}`,
    asCaller(session),
  )
  expect(faults).toEqual([])
})
