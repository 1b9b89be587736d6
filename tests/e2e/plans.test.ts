import { expect, test } from 'playwright/test'
import { asCaller, enter, overflow, tokensOf, watchFaults } from './console.ts'

type Request = Parameters<typeof tokensOf>[0]
interface Row {
  id: number
  batchName?: string
  landCode?: string
  areaId?: number
  code?: string
}
const inDays = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() + days * 86_400_000,
  )

/** A batch of choy sum that is planted in so many days, on a plot of its own. */
async function planted(request: Request, batchName: string, days: number): Promise<void> {
  const session = await tokensOf(request, 'admin')
  const base = `/wfpf/v1/${session.tenantId}`
  const all = async (path: string) =>
    (
      (await (await request.get(`${base}/${path}?size=0`, asCaller(session))).json()) as {
        content: Row[]
      }
    ).content
  const plot = (await all('land')).find(({ landCode }) => landCode === 'SQ-F01')!
  const variety = (await all('variety/page')).find(({ code }) => code === 'C-701')!
  const answer = await request.post(`${base}/batch`, {
    ...asCaller(session),
    data: {
      batchName,
      areaId: plot.areaId,
      landIds: [plot.id],
      varietyId: variety.id,
      plantedOn: inDays(days),
      sharedFlag: 1,
    },
  })
  expect(answer.status()).toBe(200)
}

test('a plan is made from a package, moved in the Gantt by mouse and keys, undone, agreed and released', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000)
  const faults = watchFaults(page)
  const name = `试验田菜心 ${Date.now() % 100_000}`
  await planted(request, name, 20)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/plan/add')
  const choose = async (field: string, option: string) => {
    const input = page.getByLabel(field, { exact: true })
    await input.click()
    await input.fill(option)
    await page
      .locator('.ant-select-item-option', { hasText: option })
      .locator('visible=true')
      .first()
      .click()
  }
  await choose('种植批次', name)
  await choose('计划包', '菜心直播四十天')
  // What will be made is said before it is.
  const ahead = page.getByRole('region', { name: '将生成的事项' })
  await expect(ahead).toContainText(`播种${inDays(20)}`)
  await page.getByLabel('计划名称').fill(name)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/plan\/info\/\d+/)

  const gantt = page.getByRole('region', { name: '计划甘特图' })
  const bar = (title: string) => gantt.getByRole('button', { name: new RegExp(`^${title}，`) })
  await expect(bar('播种')).toHaveAccessibleName(new RegExp(`${inDays(20)} 至 ${inDays(20)}`))
  // By mouse: the bar of sowing three days on, and what waits for it as well.
  const box = (await bar('播种').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 28 * 3, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(bar('播种')).toHaveAccessibleName(new RegExp(`${inDays(23)} 至 ${inDays(23)}`))
  await expect(bar('间苗')).toHaveAccessibleName(new RegExp(`${inDays(35)} 至`))
  await page.getByRole('button', { name: /^撤\s*销$/ }).click()
  await expect(bar('播种')).toHaveAccessibleName(new RegExp(`${inDays(20)} 至`))
  await expect(bar('间苗')).toHaveAccessibleName(new RegExp(`${inDays(32)} 至`))
  // By keys: two presses are one change.
  await bar('播种').focus()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/move'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect((await saved).status()).toBe(200)
  await expect(bar('播种')).toHaveAccessibleName(new RegExp(`${inDays(22)} 至`))

  // The choice is in the address, and survives a reload.
  await page.getByText('按月', { exact: true }).click()
  await expect(page).toHaveURL(/scale=month/)
  await page.reload()
  await expect(gantt.getByText(inDays(22).slice(0, 4)).first()).toBeVisible()

  await page.getByRole('button', { name: '确认计划' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认计划' }).click()
  await page.getByRole('button', { name: '下达任务' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('未来 14 天').click()
  await dialog.getByRole('button', { name: /^下达 \d+ 项$/ }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/web/farm/taskManger?title=${encodeURIComponent('清园翻耕')}`)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  expect(faults).toEqual([])
})

test('on a phone the list comes first, nothing is wider than the screen, and needs are told', async ({
  browser,
  request,
}) => {
  const phone = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await phone.newPage()
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/plan')
  await page.getByRole('button', { name: '东三区菜心第七茬', exact: true }).click()
  await expect(page.getByText('清园翻耕')).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await page.getByText('甘特图', { exact: true }).click()
  await expect(page.getByRole('region', { name: '计划甘特图' })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await page.getByText('物料、人工与农机', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '还要用的农资' })).toBeVisible()
  const machines = page.getByRole('region', { name: '还要的农机' }).first()
  await expect(machines.getByRole('row', { name: /微耕机/ })).toContainText('小时')
  expect(await overflow(page)).toBe(0)
  // 10 mu at the crop's own 15 by 12 centimetres.
  const seed = page.getByRole('region', { name: '用种量计算' })
  await seed.getByLabel('面积（亩）').fill('10')
  await expect(seed).toContainText('370370 株')
  expect(faults).toEqual([])
  await phone.close()
})
