import { expect, test, type Page } from 'playwright/test'
import { defaultTheme } from '#contract/account/tenant.ts'
import { findings, wcag } from './axe.ts'
import { asCaller, enter } from './console.ts'

// The crawl looks at pages as they open; this at what is chosen and opened on them.
async function expectReadable(page: Page, within: string) {
  // What is still fading in is paler than it will be.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  expect(await findings(page, within, wcag)).toEqual([])
}

test('chosen rows, a form with its switches, and a plot’s map can be read', async ({
  page,
  request,
}) => {
  // Whatever the people before left: in both, chosen rows are looked at.
  const session = await enter(page, request, 'admin', { language: 'en-US' })
  const show = (appearance: string) =>
    request.post(`/wfpf/v1/${session.tenantId}/menu-theme`, {
      ...asCaller(session),
      data: { theme: JSON.stringify({ ...defaultTheme, appearance }) },
    })
  await show('dark')
  await page.goto('/system/cameraManager')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('button', { name: 'Delete selected' })).toBeVisible()
  await expectReadable(page, '.kit-list')
  await show('light')

  await page.goto('/system/cameraManager')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('button', { name: 'Delete selected' })).toBeVisible()
  await expectReadable(page, '.kit-list')

  await page.goto('/inventory/base/store?open=create')
  await expect(page.getByRole('switch', { name: 'Allow negative stock' })).not.toBeChecked()
  await expectReadable(page, '.ant-drawer-content')

  await page.goto('/web/farm/land')
  await page.getByRole('row').nth(1).getByRole('button').first().click()
  await expect(page.locator('.ant-drawer .map-box canvas').first()).toBeVisible()
  await expectReadable(page, '.map-box')
})
