import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type APIRequestContext, type Page } from 'playwright/test'
import { cameraWays } from '#contract/camera/camera.ts'
import { findings } from './axe.ts'
import { asCaller, enter, overflow, roomOverButtons, type Session } from './console.ts'

/** Other names for a test that is tried again. */
let tries = 0
const unique = (name: string) => `${name}-${process.pid}-${(tries += 1)}`
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('dialog').getByLabel(field).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
    .first()
    .click()
}

async function make(
  request: APIRequestContext,
  session: Session,
  path: string,
  data: Record<string, unknown>,
): Promise<number> {
  const caller = asCaller(session)
  const areas = (await (
    await request.get(`/wfpf/v2/${session.tenantId}/area?size=0&organizationType=area`, caller)
  ).json()) as { content: { id: number }[] }
  const made = await request.post(`/wfpe/v1/${session.tenantId}/${path}`, {
    ...caller,
    data: { areaId: areas.content[0]!.id, enabledFlag: 1, ...data },
  })
  expect(made.status()).toBe(200)
  return ((await made.json()) as { id: number }).id
}

test('whether a box will say what a camera sees is said while its number is typed', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const number = unique('BOX')
  await make(request, session, 'device', { name: number, deviceType: 'camera', eui: number })
  await page.goto('/system/cameraManager?open=create')
  const form = page.getByRole('dialog')
  await choose(page, '接入方式', '萤石云')
  await form.getByLabel('设备序列号').fill(`${number}X`)
  await form.getByLabel('事件作为读数').click()
  const problem = form.getByText('没有编号与序列号相同、已启用的摄像头设备')
  await expect(problem).toBeVisible()
  await form.getByLabel('设备序列号').fill(number)
  await expect(problem).toBeHidden()
})

test('a rule is offered for each event that none looks at, filled in, until there is one', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const number = unique('SEES')
  await make(request, session, 'device', { name: number, deviceType: 'camera', eui: number })
  const id = await make(request, session, 'camera/add', {
    name: number,
    deviceSerial: number,
    cameraType: 0,
    cameraEnter: cameraWays.cloud,
    eventsFlag: 1,
  })
  const shown = `/system/cameraManager?open=show&id=${id}`
  await page.goto(shown)
  const rules = page.getByRole('region', { name: '告警规则建议' })
  await expect(rules.getByRole('listitem')).toHaveCount(3)
  await rules.getByRole('link', { name: '为“移动侦测”新建告警规则' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('规则名称')).toHaveValue(`${number}·移动侦测`)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${number}·移动侦测`) })).toBeVisible()
  await page.goto(shown)
  await expect(rules.getByRole('listitem')).toHaveCount(2)
})

test('a media server is added and tested on a phone, without a secret of its own', async ({
  page,
  request,
}) => {
  const asked: string[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url!)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await page.setViewportSize({ width: 375, height: 812 })
  await enter(page, request, 'admin')
  // What the person may do is known only after they have saved: the next step waits for it.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/camera-platform'),
  )
  await page.route('**/menus/check-resources', async (route) => {
    await saved
    await route.continue()
  })
  await page.goto('/system/camera-platform?open=create')
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill(unique('场部流媒体'))
  await choose(page, '类型', 'go2rtc')
  await form
    .getByLabel('接口地址')
    .fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await overflow(page)).toBe(0)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '连接“场部流媒体' })
  expect(await roomOverButtons(dialog)).toBeGreaterThanOrEqual(12)
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText('已连接')).toBeVisible()
  expect(asked).toEqual(['/api/streams'])
  expect(await overflow(page)).toBe(0)
  expect(await findings(page, '.ant-modal')).toEqual([])
  server.close()
})
