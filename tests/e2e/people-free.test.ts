import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'
import { given } from './task-ground.ts'

const dayIn = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() + days * 86_400_000,
  )

test('where people are chosen, who is free comes first, and too long a day is said and not refused', async ({
  page,
  request,
}) => {
  const day = dayIn(40)
  await given(request, `排满 ${Date.now() % 100_000}`, {
    startsOn: day,
    endsOn: day,
    plannedHours: 7,
  })
  const title = `再加一项 ${Date.now() % 100_000}`
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/taskManger?open=create')
  const form = page.getByRole('dialog')
  await form.getByLabel('任务名称').fill(title)
  const choose = async (name: string, option: RegExp | string) => {
    await form.getByLabel(name, { exact: true }).click()
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
      .first()
      .click()
  }
  await choose('任务类型', '田间巡查')
  await choose('所属基地', '石碁蔬菜基地')
  for (const name of ['计划开始', '计划结束']) {
    await form.getByLabel(name).fill(day)
    await page.keyboard.press('Enter')
  }
  await form.getByLabel('预计工时').fill('4')
  await form.getByLabel('负责人', { exact: true }).click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options.first()).toContainText('空闲')
  await expect(options.filter({ hasText: '李大山' })).toContainText('已排 7 小时')
  await options.filter({ hasText: '李大山' }).click()
  const warning = form.getByRole('status').filter({ hasText: '有人超过每天 8 小时' })
  await expect(warning).toContainText(`李大山 ${day}：已排 7 小时，这项 4 小时`)
  // Exactly a day is not too long.
  await form.getByLabel('预计工时').fill('1')
  await expect(warning).toHaveCount(0)
  await form.getByLabel('预计工时').fill('4')
  await expect(warning).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  expect(faults).toEqual([])

  await page.setViewportSize({ width: 375, height: 812 })
  const free = `待分配 ${Date.now() % 100_000}`
  await given(request, free, { startsOn: day, endsOn: day, plannedHours: 3, leaderId: null })
  await page.goto(`/web/farm/taskManger?title=${encodeURIComponent(free)}`)
  await page.getByRole('button', { name: `更多操作 ${free}` }).click()
  await page.getByRole('menuitem', { name: /^分\s*配/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('负责人', { exact: true }).click()
  await expect(options.filter({ hasText: '李大山' })).toContainText('已排 11 小时')
  await options.filter({ hasText: '李大山' }).click()
  await expect(dialog.getByRole('status')).toContainText('已排 11 小时，这项 3 小时')
  expect(await overflow(page)).toBe(0)
  await dialog.getByRole('button', { name: /^分\s*配$/ }).click()
  await expect(dialog).toHaveCount(0)
})
