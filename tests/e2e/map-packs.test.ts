import { expect, test } from 'playwright/test'
import { enter, overflow } from './console.ts'

test('the map of a base is taken along, seen without a network, and thrown away', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'zh-CN' })
  const page = await context.newPage()
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map-digital')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.getByRole('button', { name: '离线地图' }).click()
  const box = page.getByRole('dialog', { name: '离线地图' })
  await expect(box.getByText('离线时用我们自绘的底图')).toBeVisible()
  await box.getByRole('button', { name: '把石碁蔬菜基地存到本机' }).click()
  await expect(page.getByText('地图已存到这个浏览器')).toBeVisible({ timeout: 30_000 })
  const row = box.getByRole('listitem').filter({ hasText: '石碁蔬菜基地' })
  await expect(row).toContainText(/\d\.\d MB · 今天 · 矢量图/)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/没有网络：这是 .* 存下的地图/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '显示全部' }).click()
  // Names of its plots, and none of another base's; our drawing under it.
  await expect(page.getByText('东一区').first()).toBeVisible()
  await expect(page.getByText('北一号田')).toHaveCount(0)
  await expect(page.getByText('海涌路').first()).toBeVisible()
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await overflow(page)).toBe(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText(/没有网络：这是/)).toHaveCount(0)
  await page.getByRole('button', { name: '离线地图' }).click()
  await box.getByRole('button', { name: '删除石碁蔬菜基地' }).click()
  await expect(box.getByRole('button', { name: '把石碁蔬菜基地存到本机' })).toBeVisible()
  expect(
    await page.evaluate(async () =>
      (await caches.keys()).filter((name) => name.startsWith('ground/')),
    ),
  ).toEqual([])
  await context.close()
})
