import { expect, test, type Page } from 'playwright/test'
import { asCaller, enter } from './console.ts'

const option = (page: Page, name: string) =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name })

test('cameras are searched without the values that mean all, moved together, and deleted together', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const areas = (await (
    await request.get(
      `/wfpf/v2/${session.tenantId}/area?size=0&organizationType=area`,
      asCaller(session),
    )
  ).json()) as { content: { id: number; areaName: string }[] }
  for (const at of [1, 2]) {
    const made = await request.post(`/wfpe/v1/${session.tenantId}/camera/add`, {
      ...asCaller(session),
      data: {
        name: `待移相机${at}`,
        deviceSerial: `MOVE-${at}`,
        cameraType: 0,
        cameraEnter: 1,
        areaId: areas.content[0]!.id,
        enabledFlag: 1,
      },
    })
    expect(made.status()).toBe(200)
  }
  const asked: string[] = []
  page.on(
    'request',
    (one) => one.url().includes('/camera/page') && asked.push(new URL(one.url()).search),
  )
  await page.goto('/system/cameraManager')
  await expect(page.getByRole('row', { name: /待移相机1/ })).toBeVisible()
  expect(asked[0]).toMatch(/relation=owner/)
  expect(asked[0]).toMatch(/size=20/)
  const search = page.getByRole('search')
  await search.getByText('展开').click()
  await search.getByLabel('摄像头类型').click()
  await option(page, '全部').click()
  await search.getByLabel('设备名称').fill('待移')
  await search.getByRole('button', { name: /查\s*询/ }).click()
  await expect(page.getByText('共 2 条')).toBeVisible()
  expect(asked.at(-1)).toMatch(/name=/)
  for (const left of ['deviceSerial', 'cameraType', 'cameraEnter'])
    expect(asked.at(-1)).not.toContain(left)

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量转移' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '批量转移' }).click()
  await expect(dialog.getByText('请选择所属基地')).toBeVisible()
  await expect(dialog.getByText('请选择所属地块')).toBeVisible()
  await dialog.getByLabel('所属基地').click()
  await option(page, '沙湾水稻基地').click()
  await dialog.getByLabel('所属地块').click()
  await expect(option(page, '沿河林带')).toBeVisible()
  // Only plots of the base that was chosen, and more as one types.
  await page.keyboard.type('一号')
  await expect(option(page, '一号连栋温室')).toHaveCount(0)
  await option(page, '北一号田').click()
  await dialog.getByRole('button', { name: '批量转移' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /待移相机.*北一号田/ })).toHaveCount(2)

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量删除' }).click()
  await expect(page.getByText('确定要批量删除吗？')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '批量删除' }).click()
  await expect(page.getByText(/2 .*成功|成功 2/)).toBeVisible()
  await expect(page.getByText('暂无搜索内容')).toBeVisible()
})
