import { expect, test, type Page } from 'playwright/test'
import { enter } from './console.ts'

const list = '/inventory/prment/stock'
const mark = (page: Page) => page.getByRole('button', { name: '“批次”是什么' })
const says = (page: Page) =>
  page.locator('.term-says:not(.ant-tooltip-hidden)').getByText('同时进来的一批')

test('a word of a list’s head is explained by pointing and by key, and does not sort', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto(list)
  await mark(page).hover()
  await expect(says(page)).toBeVisible()
  await mark(page).click()
  await expect(says(page)).toBeVisible()
  await page.mouse.move(0, 0)
  await page.locator('main').focus()
  await expect(says(page)).toBeHidden()
  // From the head, which sorts, on to the mark in it.
  await page.getByRole('columnheader', { name: '批次' }).focus()
  await page.keyboard.press('Tab')
  await expect(mark(page)).toBeFocused()
  await expect(says(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).searchParams.get('sort')).toBeNull()
})

test('a word of a list’s head is explained by touch', async ({ browser, request }) => {
  const tablet = await browser.newContext({
    hasTouch: true,
    viewport: { width: 1180, height: 820 },
    locale: 'zh-CN',
  })
  const page = await tablet.newPage()
  await enter(page, request, 'admin')
  await page.goto(list)
  await mark(page).tap()
  await expect(says(page)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('sort')).toBeNull()
  await tablet.close()
})
