import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'
import { given } from './task-ground.ts'

test('a team is made beside the workers, and chosen at once for a task, whose people can be changed', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/worker')
  await page
    .getByRole('tab', { name: '班组' })
    .or(page.getByRole('link', { name: '班组' }))
    .click()
  await expect(page).toHaveURL(/\/web\/farm\/team/)
  await expect(page.getByRole('row', { name: /采收班/ })).toContainText('罗小燕')
  const name = `夜班 ${Date.now() % 100_000}`
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  const choose = async (field: string, ...options: string[]) => {
    await form.getByLabel(field, { exact: true }).click()
    for (const option of options)
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
        .first()
        .click()
    await form.getByLabel('班组名称').click()
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
  }
  await form.getByLabel('班组名称').fill(name)
  await choose('所属基地', '石碁蔬菜基地')
  await choose('组长', '曾强')
  await choose('组员', '卢桂芳', '李大山')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('李大山')

  const title = `夜里采收 ${Date.now() % 100_000}`
  await given(request, title, { leaderId: null })
  await page.goto(`/web/farm/taskManger?title=${encodeURIComponent(title)}`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('button', { name: `更多操作 ${title}` }).click()
  await page.getByRole('menuitem', { name: /^编\s*辑/ }).click()
  await form.getByRole('button', { name: '按班组选人' }).click()
  await page.getByRole('menuitem', { name }).click()
  const field = (label: string) => form.locator('.ant-form-item', { hasText: label })
  await expect(field('负责人')).toContainText('曾强')
  await expect(field('参与人')).toContainText('卢桂芳')
  await expect(field('参与人')).toContainText('李大山')
  // Editable after.
  await field('参与人')
    .locator('.ant-select-selection-item', { hasText: '李大山' })
    .locator('.ant-select-selection-item-remove')
    .click()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: title, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('卢桂芳')
  await expect(page.getByRole('dialog')).not.toContainText('李大山')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/web/farm/team')
  await expect(page.getByText(name)).toBeVisible()
  expect(await overflow(page)).toBe(0)
  expect(faults).toEqual([])
})
