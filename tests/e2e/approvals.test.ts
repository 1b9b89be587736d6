import { expect, test, type APIRequestContext, type Page } from 'playwright/test'
import { product } from '#contract/inventory/product.ts'
import { sku } from '#contract/inventory/sku.ts'
import { asCaller, enter, overflow, tokensOf, watchFaults, fromMenu } from './console.ts'

type Session = Awaited<ReturnType<typeof tokensOf>>
interface Row {
  id: number
  name: string
  objectVersionNumber: number
  code: string
  auditStatus: number
  [field: string]: unknown
}
const address = (session: Session, path: string) =>
  path.replace(/^\w+ /, '').replace('{tenant}', String(session.tenantId))
const get = async (request: APIRequestContext, session: Session, path: string) =>
  (await request.get(address(session, path), asCaller(session))).json()
async function send(
  request: APIRequestContext,
  session: Session,
  method: 'post' | 'put',
  path: string,
  data: unknown,
): Promise<Row> {
  const answer = await request[method](address(session, path), { ...asCaller(session), data })
  expect([path, answer.status(), answer.status() < 300 ? '' : await answer.text()]).toEqual([
    path,
    answer.status(),
    '',
  ])
  return answer.json()
}
const add = async (page: Page, at: number, kind: string) => {
  await page.getByRole('button', { name: '添加节点' }).nth(at).click()
  await page.getByRole('menuitem', { name: kind }).last().click()
}

/** By the farm's clock. */
const day = (ahead: number) =>
  new Date(Date.now() + 8 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10)

test('a flow is drawn, tried and put to use; a document goes by it, and is approved on a phone', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const admin = await enter(page, request, 'admin')
  await page.goto('/system/process/add')
  const name = `验收流程 ${Date.now() % 100_000}`
  await page.getByLabel('流程名称').fill(name)
  await page.getByRole('combobox', { name: '适用单据' }).click()
  await page.getByTitle('采购申请').last().click()
  await add(page, 0, '条件分支')
  await page.getByRole('button', { name: '设置 条件 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '添加条件' }).click()
  await page.getByRole('spinbutton', { name: '比较值' }).fill('1000')
  await page.getByRole('button', { name: /完\s*成/ }).click()
  await add(page, 1, '审批人')
  await page.getByRole('button', { name: '设置 审批人' }).click()
  await page.getByTitle('提交人的上级').click()
  await page.getByTitle('指定成员').last().click()
  await page.getByRole('combobox', { name: '指定成员' }).click()
  await page.keyboard.type('黄美玲')
  await page.getByTitle('黄美玲').last().click()
  await page.getByRole('button', { name: /完\s*成/ }).click()
  const dry = page.getByRole('region', { name: '试运行' })
  await dry.getByRole('combobox', { name: '提交人' }).click()
  await page.keyboard.type('林建国')
  await page.getByTitle('林建国').last().click()
  await dry.getByRole('spinbutton', { name: '总金额' }).fill('2000')
  await dry.getByRole('button', { name: '试运行' }).click()
  await expect(dry.getByRole('listitem')).toContainText('黄美玲')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await fromMenu(row, '启用')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /启\s*用/ })
    .click()
  await expect(row).toContainText('已启用')
  expect(faults).toEqual([])

  const flows = (await get(request, admin, '/wfpf/v1/{tenant}/approval-flow?size=0')) as {
    content: Row[]
  }
  const before = await get(request, admin, '/wfpf/v1/{tenant}/approval-setting')
  const flow = flows.content.find((one) => one.name === name)!
  const setting = await send(request, admin, 'put', '/wfpf/v1/{tenant}/approval-setting', {
    ...before,
    processes: undefined,
    forms: [{ formCode: 'aplionform', askedFlag: 1, processId: flow.id }],
  })
  const first = async (path: string) =>
    ((await get(request, admin, path)) as { content: Row[] }).content[0]!
  const goods = await send(request, admin, 'post', product.api.create, {
    name: '有机肥',
    code: `YJF${Date.now() % 100_000}`,
    type: Object.values(product.fields.type.codes!)[0],
    unitId: (await first('/wfpf/v1/{tenant}/unit')).id,
    purchaseFlag: 1,
    enabledFlag: 1,
  })
  const one = await first(`${sku.api.list}?productId=${goods.id}`)
  const made = await send(request, admin, 'post', '/wfpf/v1/{tenant}/aplionform', {
    occurredOn: '2026-05-04',
    warehouseId: (await first('/wfpf/v1/{tenant}/warehouse')).id,
    goods: [{ skuId: one.id, quantity: 20, price: 138 }],
  })
  expect(
    (
      await send(request, admin, 'post', `/wfpf/v1/{tenant}/aplionform/${made.id}/submit`, {
        objectVersionNumber: made.objectVersionNumber,
      })
    ).auditStatus,
  ).toBe(1)
  await send(request, admin, 'put', '/wfpf/v1/{tenant}/approval-setting', {
    ...before,
    objectVersionNumber: setting.objectVersionNumber,
    processes: undefined,
    forms: [
      {
        formCode: 'aplionform',
        askedFlag: 1,
        processId: before.forms.find((each: { formCode: string }) => each.formCode === 'aplionform')
          .processId,
      },
    ],
  })

  const phone = await page
    .context()
    .browser()!
    .newPage({ viewport: { width: 375, height: 812 }, locale: 'zh-CN' })
  await enter(phone, request, 'huangmei')
  await phone.goto('/web/farm/approval')
  const card = phone.getByRole('listitem').filter({ hasText: made.code })
  await card.getByRole('button', { name: /通\s*过/ }).click()
  await phone.getByRole('dialog').getByLabel('审批意见').fill('同意')
  const go = phone.getByRole('dialog').getByRole('button', { name: /通\s*过/ })
  expect((await go.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await go.click()
  await expect(phone.getByText('审批成功')).toBeVisible()
  await expect(card).toBeHidden()
  expect(await overflow(phone)).toBe(0)
  expect((await get(request, admin, `/wfpf/v1/{tenant}/aplionform/${made.id}`)).auditStatus).toBe(2)
  await phone.close()
})

test('whoever is away names a colleague, who is told, and takes it back', async ({
  page,
  request,
}, info) => {
  const faults = watchFaults(page)
  await enter(page, request, 'zhaoming')
  await page.goto('/web/farm/approval')
  await page.getByRole('button', { name: '委托审批' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog.getByRole('alert').first()).toHaveText('请选择由谁代我审批')
  await dialog.getByRole('combobox', { name: '由谁代我审批' }).click()
  await page.keyboard.type('黄美玲')
  await page.getByTitle('黄美玲').last().click()
  const days = dialog.getByLabel('起止日期')
  await days.click()
  await page.keyboard.type(day(0))
  await page.keyboard.press('Enter')
  await page.keyboard.type(day(6))
  await page.keyboard.press('Enter')
  await dialog.screenshot({ path: info.outputPath('dialog.png') })
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText(`${day(0)} 至 ${day(6)} 由黄美玲代您审批（全部单据）`)).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  // It is drawn anew for the narrow window.
  await expect.poll(() => overflow(page)).toBe(0)
  await page.screenshot({ path: info.outputPath('phone.png') })
  await page.setViewportSize({ width: 1440, height: 900 })
  const huang = await tokensOf(request, 'huangmei')
  expect(await get(request, huang, '/wfpf/v1/{tenant}/approval-delegation')).toMatchObject({
    mine: null,
    forMe: [{ isActive: true }],
  })
  await page.getByRole('button', { name: '结束委托' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '结束委托' }).click()
  await expect(page.getByRole('button', { name: '委托审批' })).toBeVisible()
  expect(faults).toEqual([])
})

test('a draft says whom it will ask, and comes back after it was deleted', async ({
  page,
  request,
}, info) => {
  const session = await enter(page, request, 'admin')
  const first = async (path: string) =>
    ((await get(request, session, path)) as { content: Row[] }).content[0]!
  const made = await send(request, session, 'post', '/wfpf/v1/{tenant}/transfer', {
    occurredOn: day(0),
    warehouseId: (
      (await get(request, session, '/wfpf/v1/{tenant}/warehouse')) as { content: Row[] }
    ).content[0]!.id,
    toWarehouseId: (
      (await get(request, session, '/wfpf/v1/{tenant}/warehouse')) as { content: Row[] }
    ).content[1]!.id,
    goods: [{ skuId: (await first(sku.api.list)).id, quantity: 2 }],
  })
  await page.goto(`/inventory/prment/transfer/info/${made.id}`)
  await expect(page.getByRole('tab', { name: new RegExp(made.code) })).toBeVisible()
  await page.getByRole('button', { name: /^提\s*交$/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/无需审批|由以下人员审批/)).toBeVisible()
  await dialog.screenshot({ path: info.outputPath('submit.png') })
  await dialog.getByRole('button', { name: /取\s*消/ }).click()
  await page.goto('/inventory/prment/transfer')
  await fromMenu(page.getByRole('row', { name: new RegExp(made.code) }), '删除')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('row', { name: new RegExp(made.code) })).toBeVisible()
  await page.goto(`/inventory/prment/transfer/edit/${made.id}`)
  await page.getByRole('textbox', { name: '数量 1' }).fill('3')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.goto(`/inventory/prment/transfer/info/${made.id}`)
  await expect(page.getByRole('region', { name: '变更记录' })).toContainText('数量')
  await page
    .getByRole('region', { name: '变更记录' })
    .screenshot({ path: info.outputPath('history.png') })
})
