import { expect, test, type Locator, type Page } from 'playwright/test'
import type { MenuNode } from '#contract/account/menus.ts'
import { defaultTheme, layouts, type Theme } from '#contract/account/tenant.ts'
import { menuNode } from '../fixtures/menu-node.ts'
import { enter, overflow } from './console.ts'

const window = { width: 1280, height: 720 }
test.use({ viewport: window })

const node = (code: string, name: string, children: MenuNode[] = []) =>
  menuNode(`/${code}`, name, children, { code })
/** As large as the product will be: 184 screens, eight groups of nine where a module is full. */
const menu = [8, 7, 4, 2].map((groups, m) =>
  node(
    `m${m}`,
    `Module ${m + 1}`,
    Array.from({ length: groups }, (_, g) =>
      node(
        `m${m}g${g}`,
        `Alarms & automation ${g + 1}`,
        Array.from({ length: m === 3 && g === 1 ? 4 : 9 }, (_, s) =>
          node(`m${m}g${g}s${s}`, `Accumulated temperature ${m}-${g}-${s}`),
        ),
      ),
    ),
  ),
)
const screens = menu.flatMap((module) => module.children.flatMap((group) => group.children))

const lastOf = (module: MenuNode) => module.children.at(-1)!
const popup = (page: Page) => page.locator('.module-panel')
/** Whole in the window, and its last entry can be brought there and pressed. */
async function fits(panel: Locator, last: Locator): Promise<void> {
  const box = (await panel.boundingBox())!
  expect([box.x >= 0, box.y >= 0]).toEqual([true, true])
  expect(box.x + box.width).toBeLessThanOrEqual(window.width)
  expect(box.y + box.height).toBeLessThanOrEqual(window.height)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await last.click({ trial: true })
}

test('a menu of 184 screens fits a small window in every layout, and scrolls to its last entry', async ({
  page,
  request,
}) => {
  expect(screens).toHaveLength(184)
  // Cards are the tallest of the ways in which popups can be split.
  const theme: Theme = { ...defaultTheme, subfieldStyle: 'card' }
  await page.route('**/menus/tree?*', (route) => route.fulfill({ json: menu }))
  await page.route('**/menu-theme', (route) =>
    route.fulfill({
      json: { id: 1, userId: 1, theme: JSON.stringify(theme), objectVersionNumber: 1 },
    }),
  )
  await enter(page, request, 'admin', { language: 'en-US' })
  // A page with nothing on it: the menu alone is looked at.
  await page.goto('/web/nothing')
  for (const layout of layouts) {
    theme.layout = layout
    await page.evaluate((text) => localStorage.setItem('theme', text), JSON.stringify(theme))
    await page.reload()
    await expect(page.locator('.shell')).toHaveAttribute('data-layout', layout)
    // The largest, and the last, whose popup is the nearest to the edge.
    for (const module of [menu[0]!, menu[3]!]) {
      const last = page.getByRole('link', { name: lastOf(module).children.at(-1)!.name })
      if (layout !== 'lengthway') await page.getByRole('button', { name: module.name }).click()
      if (layout === 'float' || layout === 'crosswise') await fits(popup(page), last)
      else {
        const side = page.getByRole('region', { name: module.name })
        await side.getByRole('button', { name: lastOf(module).name }).click()
        await fits(page.getByRole('navigation').filter({ has: side }), last)
      }
    }
    expect(await overflow(page)).toBe(0)
  }
})
