import { expect, test } from 'playwright/test'
import { usualWays } from '#contract/message/ways.ts'
import { asCaller, enter } from './console.ts'

test('somebody says of what they are told, and when they are left alone', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'worker')
  // As nobody has set anything, whatever an attempt before this one left.
  const settings = `/hmsg/v1/${session.tenantId}/message-settings`
  const asWorker = asCaller(session)
  const noRobot = { channel: 'dingtalk', url: '' }
  await request.put(`${settings}/robot`, { ...asWorker, data: noRobot })
  await request.put(settings, { ...asWorker, data: { ways: usualWays, quiet: null } })
  await page.goto('/web/user?type=messages')
  const plans = page.getByRole('checkbox', { name: '农事计划 · 站内消息' })
  await expect(plans).toBeChecked()
  // What nobody has confirmed or set up is no way yet.
  await expect(page.getByRole('checkbox', { name: '任务 · 短信' })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: '任务 · 群机器人' })).toBeDisabled()
  await plans.uncheck()
  await page.getByRole('switch', { name: '开启免打扰' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('消息设置已保存')).toBeVisible()
  await page.getByRole('button', { name: '设置机器人' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Webhook 地址' }).fill('https://127.0.0.1/robot')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog.getByText('请填写公网 https 地址')).toBeVisible()
  await dialog
    .getByRole('textbox', { name: 'Webhook 地址' })
    .fill('https://robots.example.com/r?k=1')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('钉钉 · robots.example.com')).toBeVisible()
  await page.reload()
  await expect(plans).not.toBeChecked()
  await expect(page.getByRole('switch', { name: '开启免打扰' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: '任务 · 群机器人' })).toBeEnabled()
})
