import { expect, test } from 'playwright/test'
import { asCaller, enter, overflow, tokensOf, watchFaults, fromMenu } from './console.ts'

const json = async <T>(answer: {
  json: () => Promise<unknown>
  status: () => number
  text: () => Promise<string>
}): Promise<T> => {
  expect([answer.status(), answer.status() < 300 ? '' : await answer.text()]).toEqual([
    answer.status(),
    '',
  ])
  return (await answer.json()) as T
}

test('an invitation to one’s phone is declined on one’s own page', async ({ page, request }) => {
  const faults = watchFaults(page)
  const chen = await tokensOf(request, 'chen')
  const roles = await json<{ content: { id: number }[] }>(
    await request.get(`/iam/v1/${chen.tenantId}/roles?size=0`, asCaller(chen)),
  )
  const invited = await json<{ id: number }>(
    await request.post(`/iam/v1/${chen.tenantId}/users`, {
      ...asCaller(chen),
      data: {
        loginName: `shen${Date.now() % 100_000}`,
        realName: '沈丽娟',
        phone: '13922201021',
        roleIds: [roles.content[0]!.id],
        enabledFlag: 1,
      },
    }),
  )
  await json(
    await request.post(`/iam/v1/${chen.tenantId}/users/${invited.id}/reset-password`, {
      ...asCaller(chen),
      data: {},
    }),
  )
  const shen = await enter(page, request, 'shenlijuan')
  const [seen] = await json<{ id: number; tenantName: string }[]>(
    await request.get('/iam/stong/v1/users/invitations', asCaller(shen)),
  )
  expect(seen).toBeDefined()
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/web/user')
  const asked = page.getByRole('alert').filter({ hasText: seen!.tenantName })
  await expect(asked.getByRole('button', { name: /加\s*入/ })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await asked.getByRole('button', { name: /谢\s*绝/ }).click()
  await expect(page.getByText(`已谢绝 ${seen!.tenantName} 的邀请`)).toBeVisible()
  await expect(asked).toHaveCount(0)
  expect(faults).toEqual([])
})

test('a number is confirmed with the code that was sent to it, and not with another', async ({
  page,
  request,
}) => {
  const admin = await enter(page, request, 'admin')
  const at = (path: string) => `${path.replace('{tenant}', String(admin.tenantId))}`
  const { content } = await json<{ content: { id: number; phone: string | null }[] }>(
    await request.get(at('/iam/v1/{tenant}/users?size=0'), asCaller(admin)),
  )
  const made = await json<{ id: number; name: string }>(
    await request.post(at('/wfpe/v1/{tenant}/alarm-contact'), {
      ...asCaller(admin),
      data: {
        name: `短信 ${Date.now() % 100_000}`,
        userId: content.find(({ phone }) => phone)!.id,
        channel: 'sms',
        minLevel: 3,
        stage: 1,
        enabledFlag: 1,
      },
    }),
  )
  await page.goto('/web/equipment/warning-staff')
  const row = page.getByRole('row').filter({ hasText: made.name })
  await fromMenu(row, '验证手机号')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '发送验证码' }).click()
  await expect(dialog.getByRole('button', { name: '重新发送' })).toBeVisible()
  const operator = await tokensOf(request, 'operator')
  const outbox = await json<{ content: { text: string }[] }>(
    await request.get('/iam/v1/platform/sms-outbox', asCaller(operator)),
  )
  const code = /\d{6}/.exec(outbox.content[0]!.text)![0]
  await dialog
    .getByRole('textbox', { name: '验证码' })
    .fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: /确\s*认/ }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: '验证码' }).fill(code)
  await dialog.getByRole('button', { name: /确\s*认/ }).click()
  await expect(page.getByText('手机号已验证')).toBeVisible()
  await request.delete(at(`/wfpe/v1/{tenant}/alarm-contact/${made.id}`), asCaller(admin))
})
