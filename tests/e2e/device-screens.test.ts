import { expect, test, type Locator } from 'playwright/test'
import { enter, overflow, speaking, watchFaults } from './console.ts'

test('a device’s page is called as the device is, in its tab too and after a reload', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const end = await speaking(request, await enter(page, request, 'admin'), '北片进水闸', {
    opening: 0,
    limit: 2,
  })
  await page.goto('/web/equipment/value-regulated')
  await page.getByRole('link', { name: '北片进水闸' }).click()
  await page.getByRole('link', { name: '完整设备页' }).click()
  const tab = page.getByRole('tab', { name: '北片进水闸 · 数据' })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveTitle(/北片进水闸/)
  await page.goto('/web/equipment/value-regulated')
  await expect(tab).toBeVisible()

  await tab.click()
  const head = page.locator('.device-head:visible')
  const heights = await Promise.all(
    [head.getByRole('button', { name: /^返\s*回$/ }), head.getByRole('heading')].map(middle),
  )
  expect(Math.abs(heights[0]! - heights[1]!)).toBeLessThan(2)
  // A number beyond the limits stays, and goes nowhere.
  const high = page.getByRole('textbox', { name: '水位上限' })
  await high.fill('50001')
  await page.getByRole('button', { name: '保存参数' }).click()
  await expect(page.getByText('不能大于 50000')).toBeVisible()
  await expect(high).toHaveValue('50001')
  await high.fill('60')
  await page.getByRole('button', { name: '保存参数' }).click()
  await expect(page.getByText('至少相差 10')).toBeVisible()
  const opening = page.getByRole('textbox', { name: '开度' })
  await opening.fill('101')
  await page.getByRole('button', { name: /^设\s*定$/ }).click()
  await expect(page.getByText('不能大于 100')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await opening.fill('40')
  await page.getByRole('button', { name: /^设\s*定$/ }).click()
  await expect(page.getByRole('dialog')).toContainText('沙湾水稻基地 · 北二号田')
  // On a phone all that is said of a data item is seen at once.
  await page.setViewportSize({ width: 375, height: 740 })
  const keys = page.locator('.channel-keys:visible')
  await expect(keys.locator('tbody tr').first()).toBeVisible()
  expect(await keys.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  await end()
  expect(faults.filter((fault) => !/422/.test(fault))).toEqual([])
})

test('on a phone a device’s data takes the whole screen, and all layers can be taken away', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await page.setViewportSize({ width: 375, height: 740 })
  const session = await enter(page, request, 'admin')
  const end = await speaking(request, session, '东一区墒情', {
    'humidity.1': 24,
    'temperature.1': 17,
  })
  await page.goto('/web/equipment/tubularmoisture')
  await page
    .getByRole('button', { name: '东一区墒情' })
    .or(page.getByRole('link', { name: '东一区墒情' }))
    .first()
    .click()
  const dialog = page.locator('.device-dialog')
  await expect(dialog).toBeVisible()
  expect((await dialog.boundingBox())!.y).toBe(0)
  await page.getByRole('tab', { name: '历史曲线' }).click()
  const heights = await page.evaluateHandle(recordPlaces)
  await page.getByRole('button', { name: '导出各层数据' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem').first().click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^东一区墒情-\d{4}-\d{2}-\d{2}\.csv$/)
  // What is to be pressed stays where it was while date fields, pictures and charts arrive.
  await expect(dialog.locator('.soil-chart canvas')).toHaveCount(2)
  expect(await heights.evaluate((places) => Object.fromEntries(places))).toEqual({
    导出各层数据: [expect.any(Number)],
    历史曲线: [expect.any(Number)],
  })
  // Another way of looking is of the same time.
  await dialog.getByText('30 天').click()
  await dialog.getByText('按数据项').click()
  await expect(dialog.locator('.device-chart canvas')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '30 天' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: '导出数据' })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await end()
  expect(faults).toEqual([])
})

test('what devices report and their buttons stand whole beside the actions of a list', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const session = await enter(page, request, 'admin', { language: 'en-US' })
  const end = await speaking(request, session, '一号温室球机前端', { light: 0, storageUsed: 90 })
  await page.goto('/system/deviceManager')
  const row = page.getByRole('row', { name: /一号温室球机前端/ })
  await expect(row.getByRole('button', { name: 'Turn on' })).toBeVisible()
  const ends = await row.evaluate((node) => {
    const right = (one: Element) => one.getBoundingClientRect().right
    return {
      said: Math.max(...[...node.querySelectorAll('.readings-switches *')].map(right)),
      actions: node.querySelector('.kit-actions-cell')!.getBoundingClientRect().left,
    }
  })
  expect(ends.said).toBeLessThanOrEqual(ends.actions)
  await end()
})

/** Every height at which the export and the heading under the charts are drawn, from now on. */
function recordPlaces(): Map<string, number[]> {
  const places = new Map<string, number[]>()
  const look = () => {
    const top = document.querySelector('.device-dialog')!.getBoundingClientRect().y
    for (const element of document.querySelectorAll('.device-history-tools > :is(button, h3)')) {
      const y = Math.round(element.getBoundingClientRect().y - top)
      const seen = places.get(element.textContent) ?? []
      if (seen.at(-1) !== y) places.set(element.textContent, [...seen, y])
    }
    requestAnimationFrame(look)
  }
  look()
  return places
}

async function middle(one: Locator): Promise<number> {
  const { y, height } = (await one.boundingBox())!
  return y + height / 2
}
