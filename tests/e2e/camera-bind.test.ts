import { expect, test } from 'playwright/test'
import { cameraServices } from './camera-services.ts'
import { asCaller, enter, fromMenu } from './console.ts'

const { nameOf, withCameras } = cameraServices()

test('a camera is bound to a device out of those that one sees', async ({ page, request }) => {
  const session = await enter(page, request, 'admin')
  const [id] = await withCameras(request, session)
  await page.goto(`/system/cameraManager?name=${encodeURIComponent(nameOf(0))}`)
  await fromMenu(page.getByRole('row', { name: new RegExp(nameOf(0)) }), '绑定集中器')
  const dialog = page.getByRole('dialog', { name: `绑定“${nameOf(0)}”` })
  await dialog.getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()
  const bound = (await (
    await request.get(`/wfpe/v1/${session.tenantId}/camera/detail/${id}`, asCaller(session))
  ).json()) as { contentratorId: number | null }
  expect(bound.contentratorId).toBeGreaterThan(0)
})
