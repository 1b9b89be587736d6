import { expect, test, type Page } from 'playwright/test'
import type { MenuNode } from '#contract/account/menus.ts'
import { screens } from '#contract/domains.ts'
import { people } from '#server/demo/people.ts'
import { roles } from '#server/demo/roles.ts'
import { asCaller, drawn, enter, go, speaking, tokensOf } from './console.ts'

const routesOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ route, children }) => [
    ...(children.length ? [] : [route]),
    ...routesOf(children),
  ])
/** What stands where a form cannot be used by whoever it is open to. */
const forbidden = /您没有权限|选项加载失败/

/** Opens every choice of the form that is open, and says which cannot be filled. */
async function unfillable(page: Page): Promise<string[]> {
  const found: string[] = []
  const root = (await page.getByRole('dialog').count())
    ? page.getByRole('dialog').last()
    : page.locator('main')
  const fields = root.locator('.ant-select:not(.ant-select-disabled) input[role="combobox"]')
  for (let at = 0; at < Math.min(await fields.count(), 30); at += 1) {
    const field = fields.nth(at)
    if (!(await field.isVisible())) continue
    await field.click({ force: true, timeout: 500 }).catch(() => undefined)
    const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').last()
    await list
      .locator(
        '.ant-select-item-option, .ant-select-tree-treenode, .ant-empty, .ant-select-item-empty, [role=alert]',
      )
      .first()
      .waitFor({ timeout: 800 })
      .catch(() => undefined)
    if (forbidden.test(await page.locator('body').innerText()))
      found.push(`field ${(await field.getAttribute('id')) ?? at}`)
    await field.press('Escape', { timeout: 500 }).catch(() => undefined)
    if ((await page.getByRole('dialog').count()) === 0 && (await root.count()) === 0) break
  }
  return found
}

// Without outages and orders their logs have no rows, and no links.
test.beforeAll(async ({ request }) => {
  const session = await tokensOf(request, 'admin')
  for (const [name, values] of [
    ['番茄大棚电动阀', { open: 0 }],
    ['北片进水闸', { opening: 0, limit: 2 }],
  ] as const)
    await (
      await speaking(request, session, name, values)
    )()
})

for (const [turn, role] of roles.entries()) {
  test(`the smallest role: ${role.code} meets no closed door`, async ({ page, request }) => {
    test.setTimeout(420_000)
    const session = await enter(
      page,
      request,
      people.find((one) => one.role === role.code)!.loginName,
    )
    const refused: string[] = []
    page.on('response', (answer) => {
      if ([401, 403].includes(answer.status()))
        refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    const found: Record<string, string[]> = {}
    const check = async (where: string, more: string[] = []) => {
      const here = [
        ...new Set([
          ...refused.splice(0),
          ...more,
          ...(forbidden.test(
            await page
              .locator('main')
              .innerText()
              .catch(() => ''),
          )
            ? ['no permission']
            : []),
        ]),
      ]
      if (here.length) found[where] = [...(found[where] ?? []), ...here]
    }
    const tree = (await (
      await request.get('/iam/stong/v1/menus/tree', asCaller(session))
    ).json()) as MenuNode[]
    const routes = [...new Set(routesOf(tree))].filter((route) => route.startsWith('/'))
    expect(routes.length).toBeGreaterThan(2)
    const creating = routes.filter((route) =>
      [screens.find((one) => one.route === route)?.buttons.create ?? []]
        .flat()
        .some((code) => role.codes.includes(code)),
    )
    // Roles with many screens walk a third of them, another third for each role; all of them with
    // CRAWL=all.
    const walked =
      process.env.CRAWL === 'all' || routes.length <= 10
        ? routes
        : routes.filter(
            (route, at) => (at + turn) % 3 === 0 || route === creating[turn % creating.length],
          )
    const forms: string[] = []
    const led = new Map<string, string>()
    const note = async (from: string) => {
      for (const href of await page
        .locator('main a[href^="/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
        const shape = href.split('?')[0]!.replaceAll(/\d+/g, ':id')
        if (!routes.includes(shape) && !led.has(shape)) led.set(shape, `${from} → ${href}`)
      }
    }
    // The first as an address that is opened, those that follow as links are.
    const [opened, ...followed] = walked
    await page.goto(opened!)
    await drawn(page)
    for (const route of [opened!, ...followed]) {
      if (route !== opened) await go(page, route)
      await page.keyboard.press('Escape')
      await check(route)
      await note(route)
      // What stands beside the first row that can be edited or handed in: its form can be filled,
      // its dialog is no closed door.
      for (const name of ['编辑', '提交']) {
        let button = page
          .locator('main .kit-actions button:visible')
          .filter({ hasText: new RegExp(`^${name}$`) })
          .first()
        // Another verb stands in the row: this one may wait in its menu.
        const more = page.locator('main .kit-more:visible').first()
        if (!(await button.isVisible()) && (await more.isVisible())) {
          await more.click()
          await page.getByRole('menuitem').first().waitFor()
          button = page.getByRole('menuitem', { name, exact: true })
        }
        if (!(await button.isVisible())) {
          await page.keyboard.press('Escape')
          continue
        }
        await button.click({ timeout: 5000 })
        await drawn(page)
        await check(`${route} ${name}`, name === '编辑' ? await unfillable(page) : [])
        await page.goto(route)
        await drawn(page)
      }
      if (!creating.includes(route)) continue
      const create = page
        .locator('main')
        .getByRole('button', { name: /新\s*增|上传图片/ })
        .or(page.locator('main').getByRole('link', { name: /新\s*增/ }))
        .filter({ visible: true })
        .first()
      if (
        !(await create.click({ timeout: 5000 }).then(
          () => true,
          () => false,
        ))
      ) {
        found[`${route} 新增`] = ['no way to the form']
        continue
      }
      forms.push(route)
      await drawn(page)
      await check(`${route} 新增`, await unfillable(page))
    }
    for (const from of [...led.values()].slice(0, process.env.CRAWL === 'all' ? undefined : 8)) {
      await go(page, from.split(' → ')[1]!)
      await check(from)
    }
    expect(found).toEqual({})
    // Whoever may write something was given a form to write it in.
    expect(forms.length > 0).toBe(role.codes.some((code) => code.endsWith('.ps.create')))
  })
}

test('who has nothing to do with bases asks for none behind their back', async ({
  page,
  request,
}) => {
  const admin = asCaller(await enter(page, request, 'admin'))
  const iam = `/iam/v1/${((await (await request.get('/iam/stong/v1/users/self', admin)).json()) as { tenantId: number }).tenantId}`
  const made = (await (
    await request.post(`${iam}/roles`, {
      ...admin,
      data: { code: 'units-only', name: '只看单位', enabledFlag: 1 },
    })
  ).json()) as { id: number; objectVersionNumber: number }
  await request.put(`${iam}/roles/${made.id}/permissions`, {
    ...admin,
    data: { codes: ['wfpf.inventory.base.unit'], objectVersionNumber: made.objectVersionNumber },
  })
  const seen = (await (await request.post(`${iam}/roles/${made.id}/view-as`, admin)).json()) as {
    access_token: string
  }
  await page.addInitScript(
    (token) => localStorage.setItem('access_token', token),
    seen.access_token,
  )
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
  })
  for (const route of ['/web/farm/home', '/inventory/base/unit']) {
    await page.goto(route)
    await drawn(page)
    await expect(page.locator('main')).not.toBeEmpty()
    await page.waitForTimeout(1500)
  }
  expect(refused).toEqual([])
  await request.delete(`${iam}/roles/${made.id}`, { ...admin, data: made })
})
