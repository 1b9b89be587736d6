import { expect, type APIRequestContext } from 'playwright/test'
import { connectAsShown, report } from './devices.ts'
import { taskFor, type Farm } from './role-farms.ts'
import type { Person } from './role-ground.ts'

/** What one does on a day, from start to end, through the screens. */
export type Day = (person: Person, farm: Farm, request: APIRequestContext) => Promise<void>
const mark = () => `${Date.now() % 1_000_000}`
const prment = '/inventory/prment'
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()

/** Puts the item on the form that is open, so many of it. */
async function puts(person: Person, farm: Farm, quantity: string, price?: string): Promise<void> {
  const { page } = person
  const finder = page.getByRole('combobox', { name: '商品明细' })
  await finder.fill(farm.item)
  await finder.press('Enter')
  await page.getByRole('textbox', { name: '数量 1', exact: true }).fill(quantity)
  if (price) await page.getByRole('textbox', { name: '单价 1', exact: true }).fill(price)
  await person.canFill(page.locator('main'))
}
async function handsIn(person: Person, state: RegExp): Promise<void> {
  const { page } = person
  await page.getByRole('button', { name: '保存并提交' }).click()
  await person.button('提交', page.getByRole('dialog')).click()
  await expect(page).toHaveURL(/info\/\d+/)
  // Pages that were opened before are kept, unseen.
  const seen = page.locator('main').getByText(state).filter({ visible: true })
  await expect(seen.first()).toBeVisible()
  await person.looks()
}

export const worker: Day = async (person, farm, request) => {
  const { page } = person
  const title = `巡田 ${mark()}`
  await taskFor(request, farm, title)
  await person.goes('/web/farm/home')
  await person.goes('/web/farm/task')
  await page.getByRole('button', { name: `开始 ${title}` }).click()
  await person.button('开始', page.getByRole('dialog')).click()
  await page.getByRole('button', { name: `完工 ${title}` }).click()
  const done = page.getByRole('dialog', { name: `完工 · ${title}` })
  await person.canFill(done)
  await done.getByLabel('完工说明').fill('没有发现虫害')
  await person.button('完工', done).click()
  await expect(done).toHaveCount(0)
  await person.goes('/web/farm/log?open=create')
  const form = page.getByRole('dialog')
  await person.canFill(form)
  await form.getByLabel('标题').fill(title)
  if (
    (await form.locator('.ant-select-content-has-value, .ant-select-selection-item').count()) === 0
  )
    await person.choose(form, '所属基地', farm.base)
  await person.button('保存', form).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText(title).first()).toBeVisible()
  await person.goes(`/web/farm/land?landName=${encodeURIComponent(farm.plot)}`)
  await page.locator('main tbody th').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await person.looks()
}

export const keeper: Day = async (person, farm) => {
  const { page } = person
  await person.goes(`${prment}/warehousing/add`)
  await person.choose(page, '用途', '采购')
  await person.choose(page, '仓库', farm.store)
  await puts(person, farm, '6', '3.5')
  await handsIn(person, /已通过/)
  await person.goes(`${prment}/shipment/add`)
  await person.choose(page, '用途', '领用')
  await person.choose(page, '仓库', farm.store)
  await person.choose(page, '使用地块', farm.plot, true)
  await puts(person, farm, '2')
  await handsIn(person, /已通过/)
  await person.goes(`${prment}/inventory_form/add`)
  await person.choose(page, '仓库', farm.store)
  await person.button('保存').click()
  await page.getByRole('button', { name: '开始盘点' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始盘点' }).click()
  const cells = page.locator('.count-lines input')
  await expect(cells.first()).toBeVisible()
  await person.looks()
  const lines = await cells.count()
  for (let at = 0; at < lines; at++) {
    await cells.nth(at).fill('20')
    await cells.nth(at).press('Enter')
  }
  await expect(page.getByRole('status').getByText(`已盘 ${lines} / ${lines} 行`)).toBeVisible()
  await expect(page.locator('.count-lines li[data-state="waiting"]')).toHaveCount(0)
  await person.button('提交').click()
  await person.button('提交', page.getByRole('dialog')).click()
  await expect(
    page
      .locator('main')
      .getByText(/已通过/)
      .first(),
  ).toBeVisible()
  await person.goes(`${prment}/stock`)
  await person.goes(`${prment}/report`)
}

export const purchaser: Day = async (person, farm) => {
  const { page } = person
  await person.goes('/inventory/base/businesses?open=create')
  const form = page.getByRole('dialog')
  const name = `农资店 ${mark()}`
  await form.getByLabel('名称', { exact: true }).fill(name)
  await form.getByLabel('编码').fill(`P${mark()}`)
  await person.choose(form, '类别', '供应商')
  await person.canFill(form)
  await person.button('保存', form).click()
  await expect(form).toHaveCount(0)
  await person.goes(`${prment}/aplionform/add`)
  await person.choose(page, '仓库', farm.store)
  await person.choose(page, '往来单位', name, true)
  await puts(person, farm, '8', '3')
  await handsIn(person, /已通过|审批中|待审批|已提交/)
}
/** What was ordered and agreed comes in. */
export const takesIn: Day = async (person) => {
  const { page } = person
  await person.goes(`${prment}/aplionform?auditStatus=2`)
  await person.opensFirst()
  await page.getByRole('button', { name: '转入库单' }).click()
  await expect(page).toHaveURL(/warehousing\/convert_purchase/)
  await handsIn(person, /已通过/)
}
export const approver: Day = async (person) => {
  const { page } = person
  await person.goes('/web/farm/home')
  await person.goes('/web/farm/approval')
  const row = page.locator('main').getByRole('row').or(page.locator('main').getByRole('listitem'))
  await person.button('通过', row.filter({ hasText: '沈丽娟' }).first()).click()
  await page.getByRole('dialog').getByLabel('审批意见').fill('同意')
  await person.button('通过', page.getByRole('dialog')).click()
  await expect(page.getByText('审批成功')).toBeVisible()
  await person.goes(`${prment}/aplionform?auditStatus=2`)
  await person.opensFirst()
  await person.goes(`${prment}/stock`)
  await person.goes(`${prment}/report`)
}

export const engineer: Day = async (person, farm) => {
  const { page } = person
  const name = `新气象站 ${mark()}`
  await person.goes('/system/deviceManager?open=create')
  const form = page.getByRole('dialog')
  await form.getByLabel('设备名称').fill(name)
  await person.choose(form, '设备类型', '气象站')
  await form.getByLabel('设备编号').fill(`days-${mark()}`)
  if (!(await form.getByTitle(farm.base, { exact: true }).isVisible()))
    await person.choose(form, '所属基地', farm.base)
  await person.canFill(form)
  await person.button('保存', form).click()
  await page.getByRole('button', { name: '生成凭证' }).click()
  const device = await connectAsShown(page)
  await report(device, { values: { airTemperature: 23.4 } })
  await expect(page.getByText('23.4').first()).toBeVisible()
  await person.looks()
  await person.goes('/web/equipment/warning-manage?open=create')
  const rule = page.getByRole('dialog')
  await rule.getByLabel('规则名称').fill(`过热 ${name}`)
  await person.choose(rule, '告警级别', '紧急')
  await person.choose(rule, '设备类型', '气象站')
  await person.choose(rule, '触发方式', '超过阈值')
  await person.choose(rule, '数据项', '空气温度 (°C)')
  await person.choose(rule, '条件', '高于')
  await rule.getByLabel('阈值', { exact: true }).fill('30')
  await person.canFill(rule)
  await person.button('保存', rule).click()
  await expect(rule).toHaveCount(0)
  await report(device, { values: { airTemperature: 36.5 } })
  await person.goes('/web/equipment/warning')
  await page.getByRole('button', { name: `过热 ${name}` }).click()
  const drawer = page.getByRole('dialog', { name: `过热 ${name}` })
  await person.button('确认', drawer).click()
  await expect(drawer).toContainText('已确认')
  await person.goes('/web/equipment/control')
  await device.endAsync()
}

export const manager: Day = async (person, farm) => {
  const { page } = person
  const title = `收菜 ${mark()}`
  await person.goes('/web/farm/home')
  await person.goes('/web/farm/taskManger?open=create')
  const form = page.getByRole('dialog')
  await form.getByLabel('任务名称').fill(title)
  await person.choose(form, '任务类型', '田间巡查')
  if (!(await form.getByTitle(farm.base, { exact: true }).isVisible()))
    await person.choose(form, '所属基地', farm.base)
  for (const name of ['计划开始', '计划结束']) {
    await form.getByLabel(name).fill(today())
    await page.keyboard.press('Enter')
  }
  await person.choose(form, '负责人', farm.hand, true)
  await person.canFill(form)
  await person.button('保存', form).click()
  await expect(form).toHaveCount(0)
  await person.goes(`/web/farm/taskManger?title=${encodeURIComponent('巡田')}&state=3`)
  const row = page.getByRole('row', { name: /巡田/ }).first()
  await row.getByRole('button', { name: /^验\s*收/ }).click()
  await person.button('验收', page.getByRole('dialog')).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await person.goes(`${prment}/aplionform/add`)
  await person.choose(page, '仓库', farm.store)
  await puts(person, farm, '2')
  await handsIn(person, /已通过|审批中|待审批|已提交/)
  await person.goes(`${prment}/stock`)
  await person.goes(`${prment}/report`)
}

export const waterman: Day = async (person) => {
  const { page } = person
  await person.goes('/web/equipment/electric-valve')
  const row = page.getByRole('row').filter({ hasText: '东一区电动阀' })
  await person.button('打开', row).click()
  await expect(row.locator('.quick-state').first()).toContainText('已打开')
  await row.getByRole('link', { name: '东一区电动阀' }).click()
  await person.looks()
}

/** Looks at everything, and is offered nothing that would change it. */
export const auditor: Day = async (person) => {
  const { page } = person
  for (const list of ['warehousing', 'shipment', 'inventory_form']) {
    await person.goes(`${prment}/${list}`)
    await expect(
      page
        .locator('main')
        .getByRole('button', { name: /^(新\s*增|编\s*辑|删\s*除|提\s*交|作\s*废)/ }),
    ).toHaveCount(0)
  }
  await person.opensFirst()
  for (const path of [`${prment}/stock`, `${prment}/report`, '/system/role', '/system/audit-log'])
    await person.goes(path)
}
