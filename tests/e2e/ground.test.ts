import { expect, test } from 'playwright/test'
import { enter, fromMenu } from './console.ts'

test('a plot is drawn on the map corner by corner, its area told, and found again on the map', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/land?open=create')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('地块名称').fill('画出来的地')
  await dialog.getByLabel('所属基地').click()
  await page.locator('.ant-select-item-option', { hasText: '石碁蔬菜基地' }).click()
  const map = dialog.getByRole('application')
  await expect(map.locator('canvas').first()).toBeVisible()
  // The drawing part comes by itself; until it is there clicks do nothing.
  const box = (await map.boundingBox())!
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await expect(async () => {
    await dialog
      .getByRole('button', { name: '清除重画' })
      .click({ force: true, timeout: 1000 })
      .catch(() => undefined)
    for (const [x, y] of [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
    ] as const)
      await page.mouse.click(...at(x, y), { delay: 60 })
    await page.mouse.dblclick(...at(0.3, 0.7), { delay: 60 })
    expect(
      (await dialog.getByLabel(/顶点坐标/).inputValue()).trim().split('\n').length,
    ).toBeGreaterThanOrEqual(3)
  }).toPass({ timeout: 30_000 })
  await expect(dialog.getByText(/亩（.* 公顷）/)).toBeVisible()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /画出来的地/ })
  // The server worked the area out.
  await expect(row.getByRole('cell', { name: /^\d[\d,.]*$/ })).toBeVisible()

  await page.getByRole('button', { name: '地图视图' }).click()
  await expect(page).toHaveURL(/view=map/)
  await expect(page.getByText(/地图上有 \d+ 条，0 条尚未绘制/)).toBeVisible()
  await page.goBack()
  await fromMenu(row, '删除')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toBeVisible()
})

test('corners can be typed; an outline that crosses itself is refused at the field', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/land?open=create')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('地块名称').fill('手写的地')
  await dialog.getByLabel('所属基地').click()
  await page.locator('.ant-select-item-option', { hasText: '石碁蔬菜基地' }).click()
  const corners = dialog.getByLabel(/顶点坐标/)
  await corners.fill('22.96,113.34\n22.962，113.342')
  await corners.blur()
  await expect(dialog.getByText('至少三个顶点')).toBeVisible()
  await corners.fill('22.96,113.34\n22.962,113.342\n22.962,113.34\n22.96,113.342')
  // As slowly as somebody presses the button: a sentence that still fades away takes the next one of
  // its field with it.
  await expect(dialog.getByText('至少三个顶点')).toHaveCount(0)
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog.getByText('边界线不能相互交叉')).toBeVisible()
  await corners.fill('22.96,113.34\n22.96,113.342\n22.962,113.342\n22.962,113.34')
  await expect(dialog.getByText(/68\.3\d 亩/)).toBeVisible()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()
})

test('a place is chosen among the plots by a click, and dragged to where it is', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/system/basemanage?open=create')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '在地图上选' }).click()
  const map = dialog.getByRole('group', { name: '选择位置的地图' })
  await expect(map.locator('canvas').first()).toBeVisible()
  const place = dialog.getByLabel('坐标', { exact: true })
  const mark = map.locator('.map-point')
  await expect(async () => {
    await map.click({ position: { x: 120, y: 150 }, delay: 60 })
    await expect(mark).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await expect(place).toHaveValue(/^22\.9\d{1,5},113\.3\d{1,5}$/)
  const clicked = await place.inputValue()
  const box = (await mark.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(place).not.toHaveValue(clicked)
  const [lat, lng] = (await place.inputValue()).split(',').map(Number)
  const [before, left] = clicked.split(',').map(Number)
  // To the south-east.
  expect([lat! < before!, lng! > left!]).toEqual([true, true])
})
