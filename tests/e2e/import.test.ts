import { readFileSync } from 'node:fs'
import { expect, test, type APIRequestContext } from 'playwright/test'
import { findings, wcag } from './axe.ts'
import { asCaller, enter, overflow } from './console.ts'

// Other tests count the units: what was imported goes again.
let session: Awaited<ReturnType<typeof enter>>
let before: number[]
const unitIds = async (request: APIRequestContext) =>
  (
    (await (
      await request.get(`/wfpf/v1/${session.tenantId}/unit?size=0`, asCaller(session))
    ).json()) as { content: { id: number }[] }
  ).content.map(({ id }) => id)
test.afterEach(async ({ request }) => {
  for (const id of await unitIds(request))
    if (!before.includes(id))
      await request.delete(`/wfpf/v1/${session.tenantId}/unit/${id}`, asCaller(session))
})
test.beforeEach(async ({ page, request }, { title }) => {
  session = await enter(page, request, 'admin', {
    language: title.includes('English') ? 'en-US' : 'zh-CN',
  })
  before = await unitIds(request)
  await page.goto('/inventory/base/unit')
  await expect(page.getByText('千瓦时').first()).toBeVisible()
})
const csv = (...lines: string[]) => ({
  name: 'units.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${['编码,名称,英文名称', ...lines].join('\r\n')}\r\n`),
})

test('a file is checked, its faults are shown, and its valid rows come into the list', async ({
  page,
}) => {
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入单位' })
  await expect(
    dialog.getByText('支持 .xlsx 和 .csv，最多 20000 行、60 列，不超过 20MB'),
  ).toBeVisible()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载模板' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('单位导入模板.xlsx')
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(dialog.getByRole('alert')).toHaveText('请选择 .xlsx 或 .csv 文件')

  await input.setInputFiles(csv('bundle,捆,bundle', 'KG,公斤,', 'row,,'))
  await expect(dialog.getByText('共 3 行，1 行正确，2 处错误')).toBeVisible()
  await expect(dialog.getByRole('row', { name: '3 编码 KG 已被使用' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /4 名称 必填/ })).toBeVisible()
  // What was found is still there after a reload.
  await page.reload()
  await expect(dialog.getByText('共 3 行，1 行正确，2 处错误')).toBeVisible()
  const [annotated] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载标注文件' }).click(),
  ])
  expect(annotated.suggestedFilename()).toBe('units-错误标注.xlsx')

  await dialog.getByRole('button', { name: '只导入正确的 1 行' }).click()
  await page
    .getByRole('dialog', { name: '确定只导入正确的 1 行吗？' })
    .getByRole('button', { name: /导\s*入/ })
    .click()
  await expect(dialog.getByText('已导入 1 行')).toBeVisible()
  await dialog
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /bundle/ })).toBeVisible()
})

test('the template passes as it is, and the same file again is said before it is imported', async ({
  page,
}) => {
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入单位' })
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载模板' }).click(),
  ])
  const file = {
    name: 'template.xlsx',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(await template.path()),
  }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText('共 1 行，全部正确')).toBeVisible()
  await dialog.getByRole('button', { name: '全部导入（1 行）' }).click()
  await page
    .getByRole('dialog', { name: '确定要导入 1 行吗？' })
    .getByRole('button', { name: /导\s*入/ })
    .click()
  await expect(dialog.getByText('已导入 1 行')).toBeVisible()
  await dialog.getByRole('button', { name: '继续导入' }).click()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText(/导入过同一文件（1 行）/)).toBeVisible()
})

test('a list is taken away, changed and brought back: what would change is shown first', async ({
  page,
  request,
}) => {
  const made = await request.post(`/wfpf/v1/${session.tenantId}/unit`, {
    ...asCaller(session),
    data: { code: 'crate', name: '筐', enName: 'crate' },
  })
  expect(made.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: '导出与打印' }).click()
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel 工作簿（修改后再导入）' }).click(),
  ])
  const file = {
    name: '单位.xlsx',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(await taken.path()),
  }
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入单位' })
  await dialog.getByText('新增并更新').click()
  await expect(dialog.getByText('按“编码”找到已有记录', { exact: false })).toBeVisible()
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(file)
  await expect(dialog.getByText('文件内容与现有数据一致，没有需要写入的行')).toBeVisible()
  await dialog.getByRole('button', { name: '重新选择文件' }).click()
  await dialog.getByText('新增并更新').click()
  await input.setInputFiles({
    name: 'u.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\uFEFF编码,名称\r\ncrate,周转筐\r\npallet2,托盘\r\n'),
  })
  await expect(dialog.getByText('新增 1 行，更新 1 行，未变 0 行，0 处错误')).toBeVisible()
  await expect(dialog.getByRole('row', { name: '2 名称 筐 周转筐' })).toBeVisible()
  await dialog.getByRole('button', { name: '导入（新增 1，更新 1）' }).click()
  await page
    .getByRole('dialog', { name: '确定要新增 1 行、更新 1 行吗？' })
    .getByRole('button', { name: /导\s*入/ })
    .click()
  await expect(dialog.getByText('已导入 2 行')).toBeVisible()
  await dialog
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()
  await expect(page.getByRole('row', { name: /crate 周转筐 crate/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })
  test('every step can be used and read, in English', async ({ page }) => {
    const isCut = () =>
      page.locator('.ant-modal-body').evaluate((body) => body.scrollWidth > body.clientWidth)
    const faults = async () => {
      return [
        ...(await findings(page, '.ant-modal', wcag)),
        ...((await overflow(page)) > 0 || (await isCut()) ? ['scrolls sideways'] : []),
      ]
    }
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import unit' })
    await expect(dialog.getByText('Click to choose a file, or drop it here')).toBeVisible()
    expect(await faults()).toEqual([])
    await dialog.locator('input[type=file]').setInputFiles(csv('a b,x,', 'kg,y,'))
    await expect(dialog.getByText('Rows: 2, valid: 0, errors: 2')).toBeVisible()
    expect(await faults()).toEqual([])
    await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  })
})
