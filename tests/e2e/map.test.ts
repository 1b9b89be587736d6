import { expect, test, type Page } from 'playwright/test'
import { findings } from './axe.ts'
import { asCaller, enter, speaking, watchFaults, type Session } from './console.ts'

const near = '/web/farm/map-digital?at=22.9612,113.3421,15.2&by=type&off='
const drawn = async (page: Page) => {
  await expect(page.getByRole('application', { name: /农场地图|Map of the farm/ })).toBeVisible()
  await expect(page.locator('.farm-map-mark button').first()).toBeVisible()
}
const axe = (page: Page) => findings(page, '.farm-map')

test('the map opens from the menu with everything on it, and says what its colours mean', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/home')
  await page.getByRole('link', { name: '数字地图' }).first().click()
  await drawn(page)
  await expect(page).toHaveURL(/map-digital\?at=22\.\d+%2C113\.\d+%2C\d+\.\d+&by=type/)
  const layers = page.getByRole('group', { name: '图层' })
  for (const box of await layers.getByRole('checkbox').all()) await expect(box).toBeChecked()
  const legend = page.getByRole('region', { name: '图例' })
  await expect(legend.getByText('水田')).toBeVisible()
  await legend.getByLabel('地块颜色').selectOption({ label: '基地用途' })
  await expect(legend.getByText('水田')).toBeHidden()
  await expect(page).toHaveURL(/by=usage/)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the plots are looked at along the season, by keys too, and the address says the day', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto(near.replace('type', 'crop'))
  await drawn(page)
  const legend = page.getByRole('region', { name: '图例' })
  const fallow = legend.getByRole('listitem').filter({ hasText: '空闲' })
  await expect(fallow).toBeVisible()
  const before = await fallow.textContent()
  await page.getByRole('button', { name: '按日期看地块' }).click()
  const day = page.getByRole('slider', { name: '日期' })
  await day.press('Home')
  await expect(page).toHaveURL(/on=\d{4}-\d\d-\d\d/)
  // A year ago nothing stood there that is known.
  await expect(fallow).not.toHaveText(before!)
  await page.reload()
  await drawn(page)
  await expect(page.getByText('地块按当天显示，设备为现在的数值')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '回到今天' }).click()
  await expect(fallow).toHaveText(before!)
  await expect(page).not.toHaveURL(/on=/)
  expect(faults).toEqual([])
})

test('layers that are switched off stay off: in the address, after a reload, on the next visit', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto(near)
  await drawn(page)
  const valve = page.getByRole('checkbox', { name: /电动阀/ })
  const marks = () => page.getByRole('button', { name: /电动阀/ })
  await expect(marks().first()).toBeVisible()
  await valve.uncheck()
  await expect(marks()).toHaveCount(0)
  await expect(page).toHaveURL(/off=electric_valve/)
  await page.reload()
  await drawn(page)
  await expect(valve).not.toBeChecked()
  await page.goto('/web/farm/map-digital')
  await drawn(page)
  await expect(valve).not.toBeChecked()
  await page.getByRole('button', { name: '全部显示' }).click()
  await expect(valve).toBeChecked()
})

test('what is searched for is shown with its live values, and its address survives a reload', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const end = await speaking(request, session, '东三区土壤养分', { humidity: 33.3 })
  await page.goto(near)
  await drawn(page)
  const search = page.getByRole('combobox', { name: '找基地、地块、设备' })
  await search.fill('东三区土壤')
  await search.press('Enter')
  const popup = page.getByRole('dialog', { name: '东三区土壤养分' })
  await expect(popup.getByText('33.3 %')).toBeVisible()
  await expect(popup.getByRole('link', { name: '东三区土壤养分' })).toHaveAttribute(
    'href',
    /\/data\/\d+$/,
  )
  await expect(page).toHaveURL(/show=device-\d+/)
  await page.reload()
  await expect(popup.getByText('33.3 %')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await end()

  await search.fill('SQ-B03')
  await page.getByRole('option', { name: /东三区/ }).click()
  const plot = page.getByRole('dialog', { name: '东三区', exact: true })
  await expect(plot.getByText('33.3%')).toBeVisible()
  await plot.getByRole('button', { name: '东三区土壤养分' }).click()
  await expect(popup).toBeVisible()
})

test('a landmark is found by its name, says what is to be known, and leads to its record', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto(near)
  await drawn(page)
  await expect(page.getByRole('button', { name: '深水沟 · 危险' })).toBeVisible()
  await page.getByLabel('找基地、地块、设备').fill('深水沟')
  await page.getByRole('option', { name: /深水沟/ }).click()
  const popup = page.getByRole('dialog', { name: '深水沟' })
  await expect(popup).toContainText('夜间绕行')
  await expect(page).toHaveURL(/show=landmark-\d+/)
  expect(await axe(page)).toEqual([])
  await page.getByRole('checkbox', { name: '标注点' }).uncheck()
  await expect(page.getByRole('button', { name: '深水沟 · 危险' })).toHaveCount(0)
  await popup.getByRole('link', { name: '标注点详情' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/landmark\?.*id=\d+/)
  expect(faults).toEqual([])
})

test('a click on ground shows its plot, a click on nothing closes it', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map-digital?at=22.96015,113.34075,17&by=type&off=')
  await drawn(page)
  const box = (await page.getByRole('application').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/show=plot-\d+/)
  await page.getByRole('application').focus()
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowUp')
  await page.waitForTimeout(500)
  await page.mouse.click(x - 40, box.y + box.height - 60)
  await expect(page).not.toHaveURL(/show=plot-\d+&/)
})

/** An alarm by what a device says; answers how to end the device. */
async function alarmed(
  request: Parameters<typeof speaking>[0],
  session: Session,
  humidity: number,
): Promise<() => Promise<void>> {
  return speaking(request, session, '试验田土壤养分', { humidity })
}
test('an alarm comes onto the map while it is looked at, and pulses', async ({ page, request }) => {
  const session = await enter(page, request, 'admin')
  const made = await request.post(`/wfpe/v1/${session.tenantId}/alarm-rule`, {
    ...asCaller(session),
    data: {
      name: '试验田太湿',
      level: 3,
      deviceType: 'gateway_soil',
      trigger: 'threshold',
      metric: 'humidity',
      operator: 'above',
      value: 90,
      durationSeconds: 0,
      clearSeconds: 0,
      repeatFlag: 0,
      silenceSeconds: 60,
      action: 'alarm',
      enabledFlag: 1,
    },
  })
  expect(made.ok()).toBe(true)
  await page.goto('/web/farm/map-digital?at=22.95805,113.3462,17.5&by=alarm&off=')
  await drawn(page)
  const fresh = page.locator('.farm-map-fresh button')
  const before = await fresh.count()
  const end = await alarmed(request, session, 95)
  await expect.poll(() => fresh.count(), { timeout: 20_000 }).toBeGreaterThan(before)
  await expect(page.getByRole('region', { name: '图例' }).getByText('紧急')).toBeVisible()
  await page.getByRole('checkbox', { name: '告警' }).uncheck()
  await expect(page.locator('.farm-map-fresh button')).toHaveCount(0)
  await end()
})

test('distances and ground are measured by mouse and by keyboard', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto(near)
  await drawn(page)
  await page.getByRole('button', { name: '量距离和面积' }).click()
  const measure = page.getByRole('region', { name: '测量' })
  const box = (await page.getByRole('application').boundingBox())!
  const click = (x: number, y: number) => page.mouse.click(box.x + x, box.y + y, { delay: 40 })
  await click(500, 200)
  await page.waitForTimeout(400)
  await click(700, 200)
  await expect(measure.getByText(/长 \d+\.\d 米/)).toBeVisible()
  await measure.getByRole('button', { name: '在地图中心加点' }).press('Enter')
  await expect(measure.getByText(/围成.*亩/)).toBeVisible()
  await measure.getByRole('button', { name: '撤回一点' }).click()
  await expect(measure.getByText(/围成/)).toBeHidden()
  await measure.getByRole('button', { name: '结束' }).click()
  await expect(measure).toBeHidden()
})

test('the map is printed as a picture with its marks, its date and a scale', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.addInitScript(() => {
    window.print = () => void document.body.setAttribute('data-printed', '')
  })
  await page.goto(near)
  await drawn(page)
  await page.getByRole('button', { name: '打印' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.farm-map-picture')).toBeVisible()
  await expect(page.locator('.farm-map-head')).toContainText(/数字地图.*\d{4}年/)
  await expect(page.locator('.farm-map-scale')).toHaveText(/^\d+ (米|公里)$/)
  await expect(page.getByRole('combobox', { name: '找基地、地块、设备' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.farm-map-picture')).toHaveCount(0)
})

test('what has no place is listed with the reason and leads to its form', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const area = await request.post(`/wfpf/v1/${session.tenantId}/area`, {
    ...asCaller(session),
    data: { areaName: '没有位置的基地', enabledFlag: 1 },
  })
  const { id } = (await area.json()) as { id: number }
  await page.goto(near)
  await drawn(page)
  await page.getByRole('button', { name: /项没有位置/ }).click()
  const list = page.getByRole('dialog', { name: /项无法在地图上显示/ })
  expect(await axe(page)).toEqual([])
  await list.getByRole('link', { name: '没有位置的基地' }).click()
  await expect(page).toHaveURL(new RegExp(`open=edit&id=${id}`))
  await expect(page.getByRole('dialog').getByLabel('基地名称')).toHaveValue('没有位置的基地')
})

test('a window of its own has the map alone', async ({ page, request }) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin', { language: 'en-US' })
  await page.goto('/map?at=22.9087,113.3205,15&by=moisture&off=names')
  await drawn(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page).toHaveTitle(/Digital map/)
  await expect(page.getByRole('region', { name: 'Legend' }).getByText('No data')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Names' })).not.toBeChecked()
  expect(faults).toEqual([])
})

test('without WebGL the map is a list that can be read', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = (() => null) as never
  })
  await page.goto('/web/farm/map-digital')
  await expect(page.getByText(/此浏览器无法绘制地图/)).toBeVisible()
  await expect(page.getByText(/东一区 · 露地 · 22.4 亩/)).toBeVisible()
  await expect(page.getByRole('link', { name: '东一区电动阀' })).toBeVisible()
})

test('who sees some devices has those alone on the map', async ({ page, request }) => {
  await enter(page, request, 'heguoqiang')
  await page.goto('/web/farm/map-digital')
  await drawn(page)
  const layers = page.getByRole('group', { name: '图层' })
  await expect(layers.getByText('电动阀')).toBeVisible()
  await expect(layers.getByText('气象站')).toHaveCount(0)
  await expect(layers.getByText('告警')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })
  test('the map fits, its layers are a sheet, a tap opens a device', async ({ page, request }) => {
    await enter(page, request, 'admin')
    await page.goto('/web/farm/map-digital?at=22.96015,113.34075,16&by=type&off=')
    await drawn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await expect(page.getByRole('checkbox', { name: '地块' })).toBeHidden()
    await page.getByText('图层').first().tap()
    await expect(page.getByRole('checkbox', { name: '地块' })).toBeVisible()
    await page.getByText('图层').first().tap()
    await page.getByRole('button', { name: /东三区土壤养分/ }).tap()
    const popup = page.getByRole('dialog', { name: '东三区土壤养分' })
    await expect(popup).toBeVisible()
    await expect.poll(async () => (await popup.boundingBox())?.y ?? 0).toBeGreaterThan(250)
    expect(await axe(page)).toEqual([])
  })
})
