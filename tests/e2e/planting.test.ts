import { expect, test, type Locator } from 'playwright/test'
import { asCaller, enter, overflow, watchFaults } from './console.ts'

const choose = async (within: Locator, field: string, ...options: string[]) => {
  const input = within.getByLabel(field, { exact: true })
  await input.click()
  for (const option of options)
    await within
      .page()
      .locator('.ant-select-item-option', { hasText: option })
      .locator('visible=true')
      .first()
      .click()
  // Of several one may go on choosing.
  if (options.length > 1) await input.press('Escape')
}
const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() - days * 86_400_000,
  )
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPQ73fDihiGlgQAYH9BAWavPl8AAAAASUVORK5CYII=',
  'base64',
)

test('a batch goes from its plan onto two plots, through its stages, and tells what happened', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000)
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/batch/add')
  const main = page.locator('form.kit-form')
  await page.getByLabel('批次名称').fill('晚造试种')
  await choose(main, '所属基地', '沙湾水稻基地')
  await choose(main, '品种', '美香占 2 号')
  await choose(main, '地块', '南三号田', '秧田')
  await page.getByLabel('种植日期').fill(daysAgo(40))
  await page.getByLabel('种植日期').press('Tab')
  // What will be filled in is said before it is.
  await expect(page.getByText(/留空将自动填写.*种植面积 56\.2 亩/)).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/batch\/info\/\d+$/)
  await expect(page.getByRole('heading', { name: '晚造试种', exact: true })).toBeVisible()
  const path = new URL(page.url()).pathname

  await page.getByRole('button', { name: '开始种植' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始种植' }).click()
  await expect(page.locator('.batch-head').getByText('生长中')).toBeVisible()
  const stages = page.getByRole('region', { name: '生育阶段' })
  await expect(stages.locator('[aria-current=step]')).toContainText('拔节孕穗期')

  await page.getByRole('button', { name: '校正阶段' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('现在处于').press('ArrowDown')
  await page.locator('.ant-select-item-option', { hasText: '抽穗扬花期' }).click()
  await dialog.getByRole('button', { name: '校正阶段' }).click()
  await expect(stages.locator('[aria-current=step]')).toContainText('抽穗扬花期')
  await expect(stages.locator('[aria-current=step]').getByText('人工校正')).toBeVisible()
  await expect(stages.getByText(/人工校正 · 预计 .* 进入“灌浆成熟期”/)).toBeVisible()

  // Its plots say that they are in use, and by what.
  await page.goto('/web/farm/land?landName=南三号田')
  await expect(page.locator('tbody tr.ant-table-row')).toContainText('晚造试种')

  await page.goto('/web/farm/log?open=create')
  const form = page.getByRole('dialog')
  await form.getByLabel('标题').fill('稻田抽穗')
  await form.locator('input[type=file]').setInputFiles({
    name: '抽穗.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  await expect(form.locator('.kit-upload-grid img')).toBeVisible()
  await choose(form, '所属基地', '沙湾水稻基地')
  await choose(form, '种植批次', '晚造试种')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)

  await page.goto(path)
  const timeline = page.getByRole('region', { name: '时间线' })
  await expect(timeline.getByRole('link', { name: '稻田抽穗' })).toBeVisible()
  await expect(timeline.getByRole('img', { name: '稻田抽穗' })).toBeVisible()
  await expect(timeline.getByText('校正为“抽穗扬花期”')).toBeVisible()
  await timeline.getByText('日志', { exact: true }).first().click()
  await expect(timeline.getByText('校正为“抽穗扬花期”')).toHaveCount(0)

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(timeline).toBeVisible()
  await expect.poll(() => overflow(page)).toBe(0)
  expect(faults).toEqual([])
})

test('a batch is split, its parts are merged, and both are told in their family', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  const farm = `/wfpf/v1/${session.tenantId}`
  const find = async (path: string, key: string, ...names: string[]) => {
    const { content } = (await (
      await request.get(`${farm}/${path}?size=0`, asCaller(session))
    ).json()) as { content: Record<string, unknown>[] }
    return names.map((name) => content.find((one) => one[key] === name)!)
  }
  const plots = await find('land', 'landName', '南一号田', '南二号田')
  const [variety] = await find('variety/page', 'code', 'R-19X')
  const { id } = (await (
    await request.post(`${farm}/batch`, {
      ...asCaller(session),
      data: {
        batchName: '南片晚稻',
        areaId: plots[0]!.areaId,
        landIds: plots.map((plot) => plot.id),
        varietyId: variety!.id,
        plantedOn: daysAgo(9),
        quantity: 91.5,
      },
    })
  ).json()) as { id: number }
  await request.post(`${farm}/batch/${id}/start`, {
    ...asCaller(session),
    data: { plantedOn: daysAgo(9) },
  })
  await page.goto(`/web/farm/batch/info/${id}`)
  await page.getByRole('button', { name: '拆分', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '拆分' })
  const go = dialog.getByRole('button', { name: '拆分', exact: true })
  await expect(dialog.getByText('间隔期跟着地块走')).toBeVisible()
  await expect(go).toBeEnabled()
  const area = dialog.getByLabel('种植面积').first()
  const whole = await area.inputValue()
  await area.fill('1')
  await expect(dialog.getByText(/面积还剩 .* 未分配/)).toBeVisible()
  await expect(go).toBeDisabled()
  await area.fill(whole)
  await go.click()
  const family = page.getByRole('region', { name: '拆分与合并' })
  await expect(family.getByRole('link')).toHaveCount(2)
  await expect(page.locator('.batch-head').getByText('已拆分')).toBeVisible()

  // It was a mistake: taken back, and done again.
  await family.getByRole('button', { name: '撤销拆分' }).click()
  const undoing = page.getByRole('dialog', { name: '撤销拆分' })
  await undoing.getByLabel('撤销原因').fill('分错了')
  await undoing.getByRole('button', { name: '撤销拆分' }).click()
  await expect(page.locator('.batch-head').getByText('生长中')).toBeVisible()
  await page.getByRole('button', { name: '拆分', exact: true }).click()
  await go.click()
  await family.getByRole('link', { name: '南片晚稻-1' }).click()
  await expect(page.getByRole('heading', { name: '南片晚稻-1', exact: true })).toBeVisible()
  await expect(family.getByRole('link', { name: '南片晚稻', exact: true })).toBeVisible()

  await page.getByRole('button', { name: '合并', exact: true }).click()
  const merging = page.getByRole('dialog', { name: '合并' })
  await merging.getByRole('checkbox', { name: /南片晚稻-2/ }).check()
  await merging.getByLabel('批次名称').fill('中片合并')
  await merging.getByRole('button', { name: '合并', exact: true }).click()
  await expect(page.getByRole('heading', { name: '中片合并', exact: true })).toBeVisible()
  // Both parts, and once what they came of.
  await expect(family.getByRole('link')).toHaveCount(4)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await overflow(page)).toBe(0)
  expect(faults).toEqual([])
})

test('what suits the stage of a batch becomes alarm rules, once, and follows the stage', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  const farm = `/wfpf/v1/${session.tenantId}`
  const all = async (path: string) =>
    (
      (await (await request.get(`${farm}/${path}?size=0`, asCaller(session))).json()) as {
        content: Record<string, unknown>[]
      }
    ).content
  const make = async (path: string, data: Record<string, unknown>) =>
    (await (await request.post(path, { ...asCaller(session), data })).json()) as { id: number }
  const { id: areaId } = await make(`${farm}/area`, { areaName: '阶段试验基地', enabledFlag: 1 })
  const { id: landId } = await make(`${farm}/land`, { landName: '阶段试验棚', areaId })
  for (const [name, deviceType, eui] of [
    ['阶段试验测控柜', 'acquisition_control', '8CF9572000079F01'],
    ['阶段试验墒情', 'soil', '8CF9572000039F02'],
  ])
    await make(`/wfpe/v1/${session.tenantId}/device`, {
      name,
      deviceType,
      eui,
      areaId,
      landId,
      enabledFlag: 1,
    })
  const variety = (await all('variety/page')).find(({ code }) => code === 'T-301')!
  const { id } = await make(`${farm}/batch`, {
    batchName: '阶段试验番茄',
    areaId,
    landIds: [landId],
    varietyId: variety.id,
    plantedOn: daysAgo(2),
  })
  await make(`${farm}/batch/${id}/start`, { plantedOn: daysAgo(2) })
  await page.goto(`/web/farm/batch/info/${id}`)
  const card = page.getByRole('region', { name: '阶段告警规则' })
  await expect(card.getByText(/可以一键生成告警规则/)).toBeVisible()
  await card.getByRole('button', { name: '一键生成告警规则' }).click()
  const dialog = page.getByRole('dialog', { name: '一键生成告警规则' })
  // Of which devices, with which limits.
  await expect(dialog.getByText('阶段试验测控柜').first()).toBeVisible()
  await expect(dialog.getByText('阶段试验墒情')).toBeVisible()
  await expect(dialog.getByText('新建', { exact: true })).toHaveCount(3)
  await dialog.getByRole('checkbox', { name: /空气湿度/ }).uncheck()
  await dialog.getByRole('button', { name: '一键生成告警规则' }).click()
  await expect(card.getByText('新建 2 条，更新 0 条，停用 0 条')).toBeVisible()
  await expect(card.getByText(/规则还没有更新/)).toBeVisible()
  await card.getByRole('button', { name: '按当前阶段更新' }).click()
  const again = page.getByRole('dialog', { name: '按当前阶段更新' })
  await expect(again.getByText('不变', { exact: true })).toHaveCount(2)
  await again.getByRole('button', { name: '按当前阶段更新' }).click()
  await expect(card.getByText(/规则与当前阶段.*一致/)).toBeVisible()
  await expect(card.getByRole('button', { name: /生成|更新/ })).toHaveCount(0)

  await page.getByRole('button', { name: '校正阶段' }).click()
  const correcting = page.getByRole('dialog')
  await correcting.getByLabel('现在处于').press('ArrowDown')
  await page.locator('.ant-select-item-option', { hasText: /^采收期$/ }).click()
  await correcting.getByRole('button', { name: '校正阶段' }).click()
  await expect(card.getByText(/批次已进入“采收期”/)).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await card.getByRole('button', { name: '按当前阶段更新' }).click()
  await expect(again.getByText('更新', { exact: true })).toHaveCount(3)
  expect(await overflow(page)).toBe(0)
  await again.getByRole('button', { name: '按当前阶段更新' }).click()
  await expect(card.getByText('新建 0 条，更新 3 条，停用 0 条')).toBeVisible()
  await card.getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('采收期').first()).toBeVisible()
  expect(faults).toEqual([])
  // Nothing of it is left to watch.
  await request.post(`${farm}/batch/${id}/end`, {
    ...asCaller(session),
    data: { endReason: '试验结束' },
  })
  await request.post(`${farm}/batch/${id}/stage-rules`, { ...asCaller(session), data: {} })
})
