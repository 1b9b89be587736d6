import { expect, test, type Page } from 'playwright/test'
import { screens } from '#contract/domains.ts'
import { asCaller, enter, watchFaults } from './console.ts'

// What a list shows is said by its address alone (docs/specification.md 5.1).
const stateOf = async (page: Page) => ({
  rows: await page
    .locator('tr[data-row-key]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText)),
  heads: await page.getByRole('columnheader').allInnerTexts(),
  page: await page.locator('.ant-pagination-item-active').innerText(),
  sorted: await page
    .locator('th[aria-sort]')
    .evaluateAll((heads) =>
      heads.map(
        (head) => `${(head as HTMLElement).innerText.trim()} ${head.getAttribute('aria-sort')}`,
      ),
    ),
  chips: await page
    .getByRole('list', { name: '当前查询条件' })
    .locator('.kit-chip')
    .allInnerTexts(),
})

test('page, size, order and filters stand in the address: reload, another browser and Back agree', async ({
  page,
  request,
  browser,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/home')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('button', { name: '生产' }).click()
  await menu.getByRole('link', { name: '地块', exact: true }).click()
  await expect(page.getByText('共 25 条')).toBeVisible()
  const steps: string[] = [page.url()]
  const step = async (act: () => Promise<unknown>) => {
    await act()
    await expect(page).not.toHaveURL(steps.at(-1)!)
    await expect(page.locator('.kit-list')).toHaveAttribute('aria-busy', 'false')
    steps.push(page.url())
  }
  const filters = page.getByRole('search')
  await step(async () => {
    await filters.getByLabel('地块编码').fill('S')
    await filters.getByLabel('地块编码').press('Enter')
  })
  await step(async () => {
    await filters.getByRole('button', { name: '展开' }).click()
    await filters.getByLabel('状态', { exact: true }).click()
    await page.locator('.ant-select-item-option', { hasText: '启用' }).click()
    await filters.getByRole('button', { name: /查\s*询/ }).click()
  })
  await step(() => page.getByRole('columnheader', { name: '地块编码' }).click())
  await step(async () => {
    await page.locator('.ant-pagination-options .ant-select').click()
    await page.locator('.ant-select-item-option', { hasText: /^20 / }).click()
  })
  await step(() => page.locator('.ant-pagination-item-2').click())
  await expect(page.locator('tr[data-row-key]')).toHaveCount(5)
  const here = await stateOf(page)
  expect(here).toMatchObject({ page: '2', chips: ['地块编码 S', '状态 启用'] })
  expect(here.sorted).toHaveLength(1)

  await page.reload()
  await expect(page.locator('tr[data-row-key]')).toHaveCount(5)
  await expect.poll(() => stateOf(page)).toEqual(here)

  const elsewhere = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(elsewhere, request, 'admin')
  await elsewhere.goto(page.url())
  await expect.poll(() => stateOf(elsewhere)).toEqual(here)
  await elsewhere.context().close()

  for (const before of steps.slice(0, -1).reverse()) {
    await page.goBack()
    await expect(page).toHaveURL(before)
  }
  await expect(page.getByText('共 25 条')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/web\/farm\/home$/)
})

test('what narrows a list stands above it and is taken away piece by piece', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/land')
  await expect(page.getByText('共 25 条')).toBeVisible()
  const chips = page.getByRole('list', { name: '当前查询条件' })
  await expect(chips).toHaveCount(0)
  const area = /所属基地 (?!#)/
  await page.goto(`/web/farm/land?landCode=A0&areaId=${await firstArea(page)}`)
  await expect(chips.locator('.kit-chip').nth(1)).toHaveText(area)
  const remove = chips.getByRole('button', { name: '去掉条件“地块编码”' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/landCode/)
  await expect(chips.locator('.kit-chip')).toHaveText([area])
  await expect(page.getByRole('search').getByLabel('地块编码')).toHaveValue('')
  // The next chip has the focus, so that the keyboard goes on from here.
  await expect(chips.getByRole('button', { name: '去掉条件“所属基地”' })).toBeFocused()
  await chips.getByRole('button', { name: '清空查询条件' }).click()
  await expect(chips).toHaveCount(0)
  await expect(page.getByText('共 25 条')).toBeVisible()
})
const firstArea = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const self = (await (await fetch('/iam/stong/v1/users/self', { headers })).json()) as {
      tenantId: number
    }
    const lands = (await (
      await fetch(`/wfpf/v1/${self.tenantId}/land?size=1`, { headers })
    ).json()) as { content: { areaId: number }[] }
    return lands.content[0]!.areaId
  })

test('an address that makes no sense shows the first page of a list', async ({ page, request }) => {
  test.setTimeout(120_000)
  await enter(page, request, 'admin')
  const faults = watchFaults(page)
  const found: Record<string, unknown> = {}
  // One engine reads them all; `CRAWL=all` asks every list.
  const lists = screens
    .filter(({ entity, operator }) => entity && !operator)
    .filter((_, at) => process.env.CRAWL === 'all' || at % 4 === 0)
  for (const { route } of lists) {
    await page.goto(`${route}?page=-1&size=9e9&x=%00&sort=%00,up&open=nothing&id=-7`)
    await page.locator('.kit-list[aria-busy="false"]').first().waitFor()
    const active = page.locator('.ant-pagination-item-active')
    const number = (await active.count()) ? await active.innerText() : '1'
    const here = [
      ...faults.splice(0),
      ...(number === '1' ? [] : [`shows page ${number}`]),
      ...((await page.getByRole('dialog').count()) ? ['opens something'] : []),
    ]
    if (here.length) found[route] = here
  }
  expect(found).toEqual({})
})

test('of two hundred rows and more only those in sight are drawn, and all can be reached', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const session = await enter(page, request, 'admin')
  const units = `/wfpf/v1/${session.tenantId}/unit`
  const made: number[] = []
  try {
    for (let at = 0; at < 220; at += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          request.post(units, {
            ...asCaller(session),
            data: { code: `many${at + i}`, name: `许多${at + i}` },
          }),
        ),
      )
      for (const answer of answers) made.push(((await answer.json()) as { id: number }).id)
    }
    await page.goto('/inventory/base/unit?size=500&name=许多')
    await expect(page.getByText('共 220 条')).toBeVisible()
    const rows = page.locator('.ant-table-row')
    await expect(rows.first()).toBeVisible()
    expect(await rows.count()).toBeLessThan(60)
    // Heads stand above their columns.
    const [head, cell] = [
      page.getByRole('columnheader', { name: '名称', exact: true }),
      rows.first().locator('.ant-table-cell').nth(2),
    ]
    expect(
      Math.abs((await head.boundingBox())!.x - (await cell.boundingBox())!.x),
    ).toBeLessThanOrEqual(1)
    await rows.first().getByRole('checkbox').check()
    await page
      .locator('.ant-table-tbody-virtual-holder')
      .evaluate((holder) => holder.scrollTo(0, holder.scrollHeight))
    await expect(rows.filter({ hasText: '许多0' })).toBeVisible()
    await expect(page.getByText('已选择 1 条')).toBeVisible()
    await page.getByRole('columnheader', { name: '编码' }).click()
    await expect(page).toHaveURL(/sort=code/)
    await expect(rows.first()).toContainText('many0')
    await rows.first().getByRole('button', { name: /编辑/ }).click()
    await expect(page.getByRole('dialog').getByLabel('编码')).toHaveValue('many0')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    for (let at = 0; at < made.length; at += 10)
      await Promise.all(
        made.slice(at, at + 10).map((id) => request.delete(`${units}/${id}`, asCaller(session))),
      )
  }
})
