import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'
import { begin, centred } from './map-page.ts'

test('a base and landmarks begin on the map; what is half done is lost only if one means it', async ({
  page,
  request,
}, { retry }) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map')
  const panel = page.getByRole('region', { name: '地块、基地和设备' })
  const drawing = page.getByRole('region', { name: '正在绘制' })
  const map = (await page.getByRole('application').boundingBox())!
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
  const click = (dx: number, dy: number) => page.mouse.click(x + dx, y + dy)

  await begin(page, '新基地')
  const done = drawing.getByRole('button', { name: /^(画好了|用作位置)$/ })
  await expect(done).toBeDisabled()
  await click(0, 0)
  await expect(done).toHaveText('用作位置')
  await click(60, 0)
  await expect(done).toBeDisabled()
  await click(60, 60)
  await click(0, 60)
  await page.keyboard.press('Control+z')
  await expect(drawing.getByText(/亩/)).toBeVisible()
  // Another thing is not chosen over what is half drawn without a question.
  await panel.getByRole('button', { name: '东一区' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await question.getByRole('button', { name: /^取\s*消$/ }).click()
  const area = Number(/([\d.]+) 亩/.exec(await drawing.innerText())![1])
  await done.click()
  const form = page.getByRole('dialog', { name: '新基地' })
  await expect(form.getByLabel('面积')).toHaveValue(String(area))
  const name = `河东基地 ${retry}`
  await form.getByLabel('基地名称').fill(name)
  // Closed, it asks; and then the drawing is there as it was.
  await form.getByRole('button', { name: /^取\s*消$/ }).click()
  await question.getByRole('button', { name: '离开' }).click()
  await expect(form).toHaveCount(0)
  await expect(drawing.getByText(/亩/)).toBeVisible()
  await done.click()
  await expect(form.getByLabel('基地名称')).toHaveValue('')
  await form.getByLabel('基地名称').fill(name)
  await form.getByRole('button', { name: /^保\s*存$/ }).click()
  await panel.getByText('基地', { exact: true }).click()
  await expect(panel.getByRole('button', { name })).toBeVisible()
  await expect(drawing).toHaveCount(0)

  await panel.getByText('地块', { exact: true }).click()
  await panel.getByRole('button', { name: '东一区' }).click()
  await centred(page)
  await begin(page, '新标注点')
  await click(-20, 0)
  await click(20, 10)
  await done.click()
  const point = page.getByRole('dialog', { name: '新标注点' })
  await expect(point.getByLabel('位置', { exact: true })).toHaveValue(/^22\.\d+,113\.\d+$/)
  await point.getByLabel('名称').fill(`老井 ${retry}`)
  await point.getByRole('combobox', { name: '类别' }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('水源').click()
  await expect(point.getByTitle('石碁蔬菜基地')).toBeVisible()
  await point.getByRole('button', { name: /^保\s*存$/ }).click()
  await panel.getByText('标注点', { exact: true }).click()
  await panel.getByRole('button', { name: `老井 ${retry}` }).click()
  const box = page.getByRole('region', { name: `老井 ${retry}`, exact: true })
  await box.getByRole('button', { name: '编辑资料' }).click()
  const edit = page.getByRole('dialog', { name: /标注点/ })
  await edit.getByLabel('名称').fill(`新井 ${retry}`)
  await edit.getByRole('button', { name: /^保\s*存$/ }).click()
  await panel.getByRole('button', { name: `新井 ${retry}` }).click()
  await page.getByRole('button', { name: /^删\s*除$/ }).click()
  await question.getByRole('button', { name: /^删\s*除$/ }).click()
  await expect(panel.getByRole('button', { name: `新井 ${retry}` })).toHaveCount(0)
  expect(faults).toEqual([])
})

test('on a phone a landmark is put where a finger points, and its form fits', async ({
  browser,
  request,
}, { retry }) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map')
  await begin(page, '新标注点')
  const map = (await page.getByRole('application').boundingBox())!
  await page.touchscreen.tap(map.x + map.width / 2, map.y + 230)
  const drawing = page.getByRole('region', { name: '正在绘制' })
  await expect(drawing.getByText('位置已标好；再点别处就移过去。')).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await drawing.getByRole('button', { name: '用作位置' }).click()
  const form = page.getByRole('dialog', { name: '新标注点' })
  await form.getByLabel('名称').fill(`岗亭 ${retry}`)
  expect(await overflow(page)).toBe(0)
  await form.getByRole('button', { name: /^取\s*消$/ }).click()
  await page.getByRole('button', { name: '离开' }).click()
  await drawing.getByRole('button', { name: /^取\s*消$/ }).click()
  await expect(drawing).toHaveCount(0)
  await context.close()
})

test('who draws a base while another is chosen is shown what they made, and may go back', async ({
  page,
  request,
}, { retry }) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/map?base=1')
  const chosen = (name: string) => page.getByRole('button', { name: `当前基地：${name}` })
  await expect(chosen('石碁蔬菜基地')).toBeVisible()
  const panel = page.getByRole('region', { name: '地块、基地和设备' })
  const drawing = page.getByRole('region', { name: '正在绘制' })
  const map = page.getByRole('application')
  const make = async (kind: string, field: string, name: string, inForm?: () => Promise<void>) => {
    await begin(page, kind)
    await map.press('Enter')
    await drawing.getByRole('button', { name: /^(画好了|用作位置)$/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(field, { exact: true }).fill(name)
    await inForm?.()
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await expect(form).toHaveCount(0)
  }
  // What is changed and not saved yet stays.
  await panel.getByRole('button', { name: '东一区' }).click()
  await page.getByRole('button', { name: /^顶点 1：/ }).focus()
  await page.keyboard.press('Shift+ArrowUp')
  const save = page.getByRole('button', { name: '保存 1 处修改' })
  await expect(save).toBeVisible()
  await page.keyboard.press('Escape')

  const name = `河西基地 ${retry}`
  await make('新基地', '基地名称', name)
  await expect(page.getByText(`已切换到${name}`)).toBeVisible()
  await expect(chosen(name)).toBeVisible()
  await expect(save).toBeVisible()
  await panel.getByText('基地', { exact: true }).click()
  await expect(panel.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: '切换回去' }).click()
  await expect(chosen('石碁蔬菜基地')).toBeVisible()

  // So is who writes down a landmark of another base; what belongs here changes nothing.
  const kindOf = async (base: string) => {
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: '类别' }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('水源').click()
    const chooser = form.getByRole('combobox', { name: '所属基地' })
    if (await form.getByTitle(base, { exact: true }).count()) return
    await chooser.fill(base.slice(0, 2))
    await page.locator('.ant-select-dropdown:visible').getByTitle(base, { exact: true }).click()
  }
  await make('新标注点', '名称', `井 ${retry}`, () => kindOf('石碁蔬菜基地'))
  await panel.getByText('标注点', { exact: true }).click()
  await expect(panel.getByRole('button', { name: `井 ${retry}` })).toBeVisible()
  await expect(chosen('石碁蔬菜基地')).toBeVisible()
  await make('新标注点', '名称', `渠 ${retry}`, () => kindOf('沙湾水稻基地'))
  await expect(chosen('沙湾水稻基地')).toBeVisible()
  await expect(panel.getByRole('button', { name: `渠 ${retry}` })).toBeVisible()
  expect(faults).toEqual([])
})
