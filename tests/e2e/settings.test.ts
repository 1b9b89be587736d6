import { expect, test } from 'playwright/test'
import { enter } from './console.ts'

test('a setting keeps its distance from another, and waits for a device that is away', async ({
  page,
  request,
}) => {
  const { access_token: token, tenantId } = await enter(page, request, 'admin')
  const list = await request.get(
    `/wfpe/v1/${tenantId}/device?name=${encodeURIComponent('北片进水闸')}`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const { content } = (await list.json()) as { content: { id: number }[] }
  await page.goto(`/system/deviceManager/data/${content[0]!.id}`)
  const panel = page.getByRole('region', { name: '设备参数' })
  const high = panel.getByRole('textbox', { name: '水位上限' })
  await high.fill('85')
  await panel.getByRole('button', { name: '保存参数' }).click()
  await expect(panel.getByRole('alert')).toContainText('至少相差 10')
  await high.fill('175')
  await panel.getByRole('button', { name: '保存参数' }).click()
  await expect(panel.getByRole('status')).toHaveText('已保存，等待设备（175 cm）')
  await expect(page.getByRole('region', { name: '控制记录' })).toContainText('水位上限')
})
