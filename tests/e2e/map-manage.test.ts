import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'
import { begin, beside, centred } from './map-page.ts'

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
  await begin(page, '新地块')
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
  // Where it begins, and nothing is said to be missing yet.
  await expect(form.getByLabel('地块名称')).toBeFocused()
  await expect(form.getByText('请填写地块名称')).toHaveCount(0)
  await form.getByLabel('地块名称').fill(`河边新地 ${retry}`)
  // Drawn within the outline of a base, it belongs to it.
  await expect(form.getByTitle('石碁蔬菜基地')).toBeVisible()
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

test('a pond in a plot is drawn as a hole, mended, undone, saved and removed', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map')
  const panel = page.getByRole('region', { name: '地块、基地和设备' })
  await panel.getByRole('button', { name: '西一区' }).click()
  const box = page.getByRole('region', { name: '西一区', exact: true })
  const size = async () => Number(/([\d.]+) 亩/.exec(await box.innerText())![1])
  await expect(box.getByRole('button', { name: '加一个孔洞' })).toBeVisible()
  await centred(page)
  const whole = await size()
  await box.getByRole('button', { name: '加一个孔洞' }).click()
  const drawing = page.getByRole('region', { name: '正在绘制' })
  await expect(drawing.getByText('西一区里的孔洞')).toBeVisible()
  const corners = page.getByRole('button', { name: /^顶点 \d+：/ })
  await expect(corners).toHaveCount(0)
  const map = (await page.getByRole('application').boundingBox())!
  const [right, below] = beside.manage
  const [x, y] = [map.x + map.width / 2 + right, map.y + map.height / 2 + below]
  // Beyond the plot first: that is said, and cannot be finished.
  for (const [dx, dy] of [
    [0, 0],
    [map.width / 2 - right - 60, 0],
    [0, 40],
  ] as const)
    await page.mouse.click(x + dx, y + dy)
  await expect(drawing.getByRole('alert')).toContainText('没有完全在地块边界之内')
  await expect(drawing.getByRole('button', { name: '画好了' })).toBeDisabled()
  await drawing.getByRole('button', { name: '撤回一点' }).click()
  await drawing.getByRole('button', { name: '撤回一点' }).click()
  for (const [dx, dy] of [
    [60, 0],
    [60, 50],
    [0, 50],
  ] as const)
    await page.mouse.click(x + dx, y + dy)
  await drawing.getByRole('button', { name: '画好了' }).click()
  await expect(page.getByRole('button', { name: /^孔洞 1 的顶点 \d+：/ })).toHaveCount(4)
  await expect(box.getByRole('listitem')).toHaveCount(1)
  expect(await size()).toBeLessThan(whole)
  await page.keyboard.press('Control+z')
  await expect(box.getByRole('listitem')).toHaveCount(0)
  expect(await size()).toBe(whole)
  await page.keyboard.press('Control+y')
  // Its corner is dragged, and its size goes along.
  const drawn = await size()
  const corner = (await page.getByRole('button', { name: /^孔洞 1 的顶点 1：/ }).boundingBox())!
  await page.mouse.move(corner.x + 8, corner.y + 8)
  await page.mouse.down()
  await page.mouse.move(corner.x - 12, corner.y - 12, { steps: 4 })
  await page.mouse.up()
  await expect.poll(size).toBeLessThan(drawn)
  const mended = await size()
  await page.getByRole('button', { name: '保存 1 处修改' }).click()
  await expect(page.getByText('已保存 1 处修改')).toBeVisible()

  // It is stored so, and the digital map has it: who clicks into the pond opens no plot.
  await page.goto('/web/farm/map-digital')
  await page.getByRole('combobox', { name: '找基地、地块、设备' }).fill('西一区')
  await page
    .getByRole('option', { name: /西一区/ })
    .first()
    .click()
  const opened = page.getByRole('dialog', { name: '西一区' })
  await expect(opened).toBeVisible()
  await page.waitForTimeout(800)
  const seen = (await page.getByRole('application').boundingBox())!
  const [aside, under] = beside.digital
  await page.mouse.click(seen.x + seen.width / 2 + aside + 3, seen.y + seen.height / 2 + under + 3)
  await expect(opened).toBeHidden()

  await page.goto('/web/farm/map')
  await panel.getByRole('button', { name: '西一区' }).click()
  expect(await size()).toBe(mended)
  await page.getByRole('button', { name: '去掉孔洞 1' }).click()
  await page.getByRole('button', { name: '保存 1 处修改' }).click()
  await expect(page.getByText('已保存 1 处修改')).toBeVisible()
  await expect.poll(size).toBe(whole)
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
