import { expect, test, type Page } from 'playwright/test'
import { asCaller, enter, roomOverButtons } from './console.ts'

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('dialog').getByLabel(field).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
    .click()
}

test('a platform is added, told its secret and tested, and says what is wrong', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/system/camera-platform')
  await page.getByRole('button', { name: /新\s*增/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('总部萤石')
  await choose(page, '类型', '萤石开放平台')
  await form.getByLabel('接口地址').fill('https://open.example.invalid')
  await form.getByLabel('AppKey / 账号').fill('key')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  // What it is signed in to with is asked next.
  const dialog = page.getByRole('dialog').filter({ hasText: '连接“总部萤石”' })
  await expect(dialog.getByRole('button', { name: '测试连接' })).toBeDisabled()
  expect(await roomOverButtons(dialog)).toBeGreaterThanOrEqual(12)
  await dialog.getByLabel('密钥或密码').fill('secret')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText(/无法连通摄像头或它的平台/)).toBeVisible()
  await dialog
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()
  await expect(
    page.getByRole('row', { name: /总部萤石/ }).getByText(/无法连通摄像头或它的平台/),
  ).toBeVisible()
})

test('a camera that does not play says which step broke, and what to do', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const areas = (await (
    await request.get(
      `/wfpf/v2/${session.tenantId}/area?size=0&organizationType=area`,
      asCaller(session),
    )
  ).json()) as { content: { id: number }[] }
  const made = await request.post(`/wfpe/v1/${session.tenantId}/camera/add`, {
    ...asCaller(session),
    data: {
      name: '不通的枪机',
      deviceSerial: 'BROKEN-1',
      cameraType: 0,
      cameraEnter: 4,
      streamAddress: 'https://camera.example.invalid/live.flv',
      areaId: areas.content[0]!.id,
      enabledFlag: 1,
    },
  })
  expect(made.status()).toBe(200)
  await page.goto('/system/cameraManager')
  await page.getByRole('button', { name: '观看 不通的枪机' }).click()
  const steps = page.getByRole('dialog').getByRole('listitem')
  await expect(steps.filter({ hasText: '网络连通' })).toContainText('无法连通', { timeout: 30_000 })
  await expect(steps.filter({ hasText: '取得地址' })).toContainText('camera.example.invalid:443')
  await expect(page.getByRole('dialog').getByText(/从服务器连不上视频流/)).toBeVisible()
})

test('ONVIF cameras are looked for in the network, and none is said to be none', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/system/cameraManager')
  await page.getByRole('button', { name: /新\s*增/ }).click()
  const form = page.getByRole('dialog')
  // What the chosen way of access does not need is not asked.
  await expect(form.getByLabel('视频流地址')).toBeHidden()
  await choose(page, '接入方式', 'ONVIF')
  await expect(form.getByLabel('视频流地址')).toBeVisible()
  await expect(form.getByLabel('接入平台')).toBeHidden()
  await form.getByRole('button', { name: '查找内网摄像头' }).click()
  await expect(page.getByText('没有找到支持 ONVIF 的摄像头')).toBeVisible()
})
