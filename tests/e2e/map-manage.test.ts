import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'

const square = [
  [113.34, 22.95],
  [113.341, 22.95],
  [113.341, 22.951],
  [113.34, 22.951],
  [113.34, 22.95],
]

test('a plot is drawn, mended and saved on the map; another comes from a file', async ({
  page,
  request,
}, { retry }) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map')
  const panel = page.getByRole('region', { name: '地块、基地和设备' })
  await panel.getByRole('button', { name: '东一区' }).click()
  const corners = page.getByRole('button', { name: /^顶点 \d+：/ })
  await expect(corners).toHaveCount(4)
  // By keyboard: a corner is moved, that is undone, and done again.
  await corners.first().focus()
  await page.keyboard.press('Shift+ArrowUp')
  const save = page.getByRole('button', { name: '保存 1 处修改' })
  await expect(save).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(save).toHaveCount(0)
  await page.keyboard.press('Control+y')
  // By mouse: a corner is added between two others, and dragged.
  await page.getByRole('button', { name: '在顶点 1 后加一个顶点' }).click()
  await expect(corners).toHaveCount(5)
  const box = (await corners.nth(1).boundingBox())!
  await page.mouse.move(box.x + 8, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 28, box.y - 22, { steps: 4 })
  await page.mouse.up()
  await save.click()
  await expect(page.getByText('已保存 1 处修改')).toBeVisible()
  await expect(save).toHaveCount(0)
  await page.reload()
  await panel.getByRole('button', { name: '东一区' }).click()
  await expect(corners).toHaveCount(5)

  // Corner by corner from the middle of the map, which the keyboard can do.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '画新地块' }).click()
  const drawing = page.getByRole('region', { name: '正在绘制' })
  const map = page.getByRole('application')
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await map.press('Enter')
    await map.press(key)
    await page.waitForTimeout(300)
  }
  await expect(drawing.getByText(/亩/)).toBeVisible()
  await drawing.getByRole('button', { name: '画好了' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('地块名称').fill(`河边新地 ${retry}`)
  await form.getByRole('combobox', { name: '所属基地' }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('石碁蔬菜基地').click()
  await form.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect(panel.getByRole('button', { name: `河边新地 ${retry}` })).toBeVisible()

  await page.getByRole('button', { name: /^导\s*入$/ }).click()
  const dialog = page.getByRole('dialog', { name: '从文件导入地块' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'plots.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { name: `测绘一号 ${retry}` },
            geometry: { type: 'Polygon', coordinates: [square] },
          },
          {
            type: 'Feature',
            properties: { name: '井' },
            geometry: { type: 'Point', coordinates: square[0] },
          },
        ],
      }),
    ),
  })
  await expect(dialog.getByText('不是面')).toBeVisible()
  await dialog.getByLabel('基地').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('石碁蔬菜基地').click()
  await dialog.getByRole('button', { name: '新建 1 个地块' }).click()
  await expect(panel.getByRole('button', { name: `测绘一号 ${retry}` })).toBeVisible()
  expect(faults).toEqual([])
})

test('on a phone the list and the tools leave room, and a device is put where it stands', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map')
  const panel = page.getByRole('region', { name: '地块、基地和设备' })
  await panel.getByText('设备', { exact: true }).click()
  await panel.getByRole('searchbox').fill('东二区')
  await panel.getByRole('button', { name: /东二区电动阀/ }).click()
  await page.getByRole('button', { name: '放到地图上' }).click()
  const map = (await page.getByRole('application').boundingBox())!
  await page.mouse.click(map.x + map.width / 2, map.y + 230)
  await expect(page.getByRole('button', { name: '保存 1 处修改' })).toBeVisible()
  expect(await overflow(page)).toBe(0)
})
