import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { enter, fromMenu } from './console.ts'

// The trio of every regular entity: list, required fields, all fields; on the smallest one.
test.beforeEach(async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await expect(page.getByRole('row', { name: /千瓦时/ })).toBeVisible()
})
const row = (name: string) => new RegExp(name)

test('the list pages, sorts and filters, and its address says so', async ({ page }) => {
  await expect(page.getByText('共 23 条')).toBeVisible()
  await page
    .getByRole('listitem', { name: '3' })
    .or(page.getByTitle('3', { exact: true }))
    .first()
    .click()
  await expect(page.getByRole('row', { name: row('千克') })).toBeVisible()
  await expect(page).toHaveURL(/3/)
  await page.reload()
  await expect(page.getByRole('row', { name: row('千克') })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row', { name: row('千瓦时') })).toBeVisible()
  const name = page.getByRole('textbox', { name: '名称', exact: true })
  await name.fill('立方')
  await name.press('Enter')
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expect(page).toHaveURL(/%E7%AB%8B%E6%96%B9|立方/)
})

test('a unit is made with the least, changed, looked at and deleted', async ({ page }) => {
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText('请填写编码')).toBeVisible()
  await form.getByLabel('编码').fill('crate')
  await form.getByLabel('名称', { exact: true }).fill('周转箱')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: row('周转箱') })).toBeVisible()

  await page
    .getByRole('row', { name: row('周转箱') })
    .getByRole('button', { name: /编辑/ })
    .click()
  await form.getByLabel('英文名称').fill('crate')
  await form.getByLabel('描述').fill('采收用塑料周转箱')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByRole('row', { name: row('采收用塑料周转箱') })).toBeVisible()

  await fromMenu(page.getByRole('row', { name: row('周转箱') }), '删除')
  await expect(page.getByText('确定要删除吗？')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(page.getByRole('row', { name: row('周转箱') })).toHaveCount(0)
})

test('the list is taken away as it is filtered', async ({ page }) => {
  const name = page.getByRole('textbox', { name: '名称', exact: true })
  await name.fill('米')
  await name.press('Enter')
  await expect(page.getByText('共 2 条')).toBeVisible()
  await page.getByRole('button', { name: '导出与打印' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV 文件（全部行）' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^单位-.*\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\uFEFF"编码","名称","英文名称","描述"')
  expect(text).toContain('"m3","立方米"')
  expect(text).not.toContain('千瓦时')
  // What the browser itself prints holds the rows, and nothing to press.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('立方米')).toBeVisible()
  await expect(page.getByRole('button', { name: /新增|查询|导出与打印|编辑/ })).toHaveCount(0)
})

test('columns and density follow the person into another browser', async ({
  page,
  request,
  browser,
}) => {
  const headers = (where: typeof page) => where.getByRole('columnheader').allInnerTexts()
  await page.getByRole('button', { name: '列设置' }).click()
  const panel = page.getByRole('dialog', { name: '列设置' })
  await panel.getByRole('checkbox', { name: '英文名称' }).click()
  await expect(page.getByRole('columnheader', { name: '英文名称' })).toHaveCount(0)
  await panel.getByText('紧凑').click()
  await expect(page.locator('.kit-small')).toBeVisible()
  await panel.getByRole('button', { name: '上移描述' }).click()
  await panel.getByRole('button', { name: '上移描述' }).click()
  await panel.getByRole('button', { name: '固定名称' }).click()
  const width = panel.getByLabel('编码的宽度（像素）')
  await width.fill('２２０')
  await width.press('Enter')
  await panel.getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => headers(page)).toEqual(['', '名称', '编码', '描述', '操作'])
  const code = page.getByRole('columnheader', { name: '编码' })
  expect(Math.round((await code.boundingBox())!.width)).toBe(220)
  // Drawn wider by its edge.
  const edge = (await code.locator('.kit-edge').boundingBox())!
  await page.mouse.move(edge.x + 3, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + 63, edge.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await code.boundingBox())!.width)).toBe(280)

  const elsewhere = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(elsewhere, request, 'admin')
  await elsewhere.goto('/inventory/base/unit')
  await expect(elsewhere.locator('.kit-small')).toBeVisible()
  await expect.poll(() => headers(elsewhere)).toEqual(['', '名称', '编码', '描述', '操作'])
  expect(
    Math.round((await elsewhere.getByRole('columnheader', { name: '编码' }).boundingBox())!.width),
  ).toBe(280)
  await elsewhere.context().close()
  await page.getByRole('button', { name: '列设置' }).click()
  await panel.getByRole('button', { name: '恢复默认列' }).click()
  await expect(page.getByRole('columnheader', { name: '英文名称' })).toBeVisible()
})

test('a code that is taken is said at its field, and nothing typed is lost', async ({ page }) => {
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('编码').fill('KG')
  await form.getByLabel('名称', { exact: true }).fill('公斤')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByText('已被使用')).toBeVisible()
  await expect(form.getByLabel('名称', { exact: true })).toHaveValue('公斤')
})

test('a list asks for its rows and for its permissions once', async ({ page }) => {
  // What the first page still had to ask is not this page's.
  await page.waitForTimeout(1500)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/(iam|wfpf)\//.test(request.url()))
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.goto('/inventory/base/unit?size=20')
  await expect(page.getByRole('row', { name: row('千瓦时') })).toBeVisible()
  await page.waitForTimeout(1500)
  const twice = calls.filter((call) => /check-resources|\/unit$/.test(call)).sort()
  expect(twice).toEqual(['GET /wfpf/v1/101/unit', expect.stringMatching(/^POST .*check-resources/)])
})

test('the list takes the whole window, and Escape gives it back after what lies over it', async ({
  page,
}) => {
  const list = page.getByRole('region', { name: '单位' })
  const height = async () => Math.round((await list.boundingBox())!.height)
  await page.getByRole('button', { name: '全屏' }).click()
  await expect.poll(height).toBe(900)
  await page.getByRole('button', { name: '新增' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await height()).toBe(900)
  await page.keyboard.press('Escape')
  await expect.poll(height).toBeLessThan(880)
})
