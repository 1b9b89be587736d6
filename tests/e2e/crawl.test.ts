import { readFileSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import { noviceScreen } from '#contract/guide/novice.ts'
import { screens } from '#contract/domains.ts'
import { defaultTheme } from '#contract/account/tenant.ts'
import { findings, wcag } from './axe.ts'
import { asCaller, drawn, enter, go, overflow, watchFaults } from './console.ts'
import { week } from '../week.ts'

/** `within`: only there; the shell is the same around every page, and half of the time it takes. */
const grave = async (page: Page, within?: string) =>
  (await findings(page, within, wcag))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ rule, places }) => `${rule}: ${places.join(' | ')}`)
const looks = [
  { language: 'zh-CN', appearance: 'light', width: 1440 },
  { language: 'en-US', appearance: 'dark', width: 375 },
  { language: 'en-US', appearance: 'light', width: 1440 },
  { language: 'zh-CN', appearance: 'dark', width: 375 },
] as const

/**
 * What is wrong on each of these pages: errors, findings of axe, sideways scrolling, texts that are
 * missing.
 */
async function crawl(page: Page, routes: readonly string[]): Promise<Record<string, unknown>> {
  const faults = watchFaults(page)
  const found: Record<string, unknown> = {}
  for (const [at, route] of routes.entries()) {
    // Every fourth as an address that is opened, the others as links are followed.
    if (at % 4) await go(page, route)
    else {
      await page.goto(route)
      await drawn(page)
    }
    const wide = await overflow(page)
    const here = [
      // No cameras play here, and a stream that does not come is asked for by the player itself.
      ...faults.splice(0).filter((fault) => !/ \/media\/live\/| 502 \(/.test(fault)),
      ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
      ...(await grave(page, at > 0 ? 'main' : undefined)),
    ]
    // A key that has no text shows itself.
    const raw = await page.evaluate(() =>
      document.body.innerText.match(/\b[a-z-]+:[a-z]\w*\.[\w.]+|\bkit\.[\w.]+|\bfields\.\w+/g),
    )
    if (raw) here.push(`raw keys: ${raw.join(' ')}`)
    // The library's icons call themselves by the English names of their drawings.
    const drawings = await page.evaluate(() =>
      [...document.querySelectorAll('button:not([aria-label]) .anticon[aria-label]')]
        .filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
        .filter((icon) => !icon.closest('[aria-hidden="true"]'))
        .map(({ ariaLabel }) => ariaLabel ?? '')
        .filter((name) => /^[a-z-]+$/.test(name)),
    )
    if (drawings.length) here.push(`icons read out: ${drawings.join(' ')}`)
    if (new URL(page.url()).pathname !== route) here.push(`leads to ${page.url()}`)
    if (here.length) found[route] = here
  }
  return found
}
/**
 * Which screens are seen in a look. Declared ones are drawn by one engine: each is seen in one of the
 * four looks. Those drawn by hand have two that differ in everything, and take turns by the week.
 * `CRAWL=all` sees all of them in all four. No simulated farm plays here, so its page is nobody's.
 */
function routesOf(isOperator: boolean, look: number): string[] {
  const isSeen = (isDeclared: boolean, at: number) =>
    process.env.CRAWL === 'all' ||
    (isDeclared ? at % 4 === look : at % 2 === look >> 1 && ((at >> 1) + week) % 2 === look % 2)
  return screens
    .filter(
      (screen, at) =>
        !!screen.operator === isOperator &&
        screen !== noviceScreen &&
        !screen.isSimulated &&
        isSeen(!!screen.entity, at),
    )
    .map(({ route }) => route)
}

for (const [look, { language, appearance, width }] of looks.entries()) {
  const viewport = { width, height: width < 500 ? 812 : 900 }
  test.describe(`${language}, ${appearance}, at ${width} px`, () => {
    test.use({ viewport })
    test('screens of a tenant stand', async ({ page, request }) => {
      test.setTimeout(process.env.CRAWL === 'all' ? 2_700_000 : 420_000)
      const session = await enter(page, request, 'admin', { language })
      const show = (theme: object) =>
        request.post(`/wfpf/v1/${session.tenantId}/menu-theme`, {
          ...asCaller(session),
          data: { theme: JSON.stringify({ ...defaultTheme, ...theme }) },
        })
      await show({ appearance })
      const found = await crawl(page, routesOf(false, look))
      await show({})
      expect(found).toEqual({})
    })
    test('screens of the operator stand', async ({ page, request }) => {
      await page.addInitScript(
        (theme) => localStorage.setItem('theme', theme),
        JSON.stringify({ ...defaultTheme, appearance }),
      )
      await enter(page, request, 'operator', { language })
      expect(await crawl(page, routesOf(true, look))).toEqual({})
    })
    test('the guide of a new tenant stands', async ({ page, request }) => {
      await page.addInitScript(
        (theme) => localStorage.setItem('theme', theme),
        JSON.stringify({ ...defaultTheme, appearance }),
      )
      await enter(page, request, 'chen', { language })
      expect(await crawl(page, [noviceScreen.route])).toEqual({})
    })
  })
}

test('the pages before sign-in stand in both languages, light and dark, wide and narrow', async ({
  page,
}) => {
  const faults = watchFaults(page)
  const found: Record<string, unknown> = {}
  for (const language of ['zh-CN', 'en-US']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: colorScheme === 'light' ? 1280 : 375, height: 812 })
      for (const path of ['/login', '/register', '/forgetPassword']) {
        await page.goto(path)
        await page.evaluate((lang) => localStorage.setItem('language', lang), language)
        await page.reload()
        await drawn(page)
        const wide = await overflow(page)
        const here = [
          // No cameras play here, and a stream that does not come is asked for by the player itself.
          ...faults.splice(0).filter((fault) => !/ \/media\/live\/| 502 \(/.test(fault)),
          ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
          ...(await grave(page)),
        ]
        if (here.length) found[`${path} ${language} ${colorScheme}`] = here
      }
    }
  }
  expect(found).toEqual({})
})

type Texts = { [key: string]: Texts | string }
/** What stands on the buttons in a language. */
function textsOf(language: string): (path: string) => string {
  return (path) => {
    const [namespace = '', keys = ''] = path.split(':')
    const texts = JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as Texts
    return keys.split('.').reduce<Texts | string>((at, key) => (at as Texts)[key]!, texts) as string
  }
}

for (const { language, appearance, width } of looks.slice(0, 2)) {
  test.describe(`${language}, ${appearance}, at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })
    test('forms, details and dialogs are accessible too', async ({ page, request }) => {
      test.setTimeout(300_000)
      const t = textsOf(language)
      const button = (name: string) =>
        page.getByRole('button', { name: new RegExp(`^(plus )?${[...name].join('\\s*')}$`) })
      const session = await enter(page, request, 'admin', { language })
      const show = (theme: object) =>
        request.post(`/wfpf/v1/${session.tenantId}/menu-theme`, {
          ...asCaller(session),
          data: { theme: JSON.stringify({ ...defaultTheme, ...theme }) },
        })
      await show({ appearance })
      const found: Record<string, unknown> = {}
      const check = async (name: string) => {
        await page.getByRole('dialog').first().waitFor()
        await drawn(page)
        // What lies under a dialog is half covered and cannot be reached.
        const here = [
          ...(await grave(page, '[role=dialog]')),
          ...((await overflow(page)) > 0 ? ['scrolls sideways'] : []),
        ]
        if (here.length) found[name] = here
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      for (const route of [
        '/inventory/base/unit',
        '/system/user-manage',
        '/system/basemanage',
        '/system/role',
      ]) {
        await page.goto(route)
        await drawn(page)
        await button(t('common:actions.create')).first().click()
        await check(`${route} form`)
      }
      await page.goto('/inventory/base/unit')
      await drawn(page)
      await page.locator('main button.kit-link').first().click()
      await check('detail')
      await page.locator('main .kit-more').first().click()
      await page.getByRole('menuitem', { name: t('common:actions.delete'), exact: true }).click()
      await check('question')
      await page.keyboard.press('Control+k')
      await check('palette')
      // A phone has no key for it.
      if (width > 500) {
        await page.getByRole('heading', { level: 1 }).click()
        await page.keyboard.press('?')
      } else await page.getByRole('button', { name: t('shell:help'), exact: true }).click()
      await check('help')
      await page.getByRole('button', { name: new RegExp(`^${t('shell:notices.bell')}`) }).click()
      await check('notices')
      await page
        .getByRole('button', { name: new RegExp(t('shell:user.menu').replace('{{name}}', '')) })
        .click()
      await button(t('shell:user.theme')).click()
      await check('theme')
      await show({})
      expect(found).toEqual({})
    })
  })
}

test('an announcement is written on a page that is accessible', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/system/notice-manger/add')
  await expect(page.getByRole('textbox', { name: '标题' })).toBeVisible()
  await drawn(page)
  expect(await grave(page)).toEqual([])
})
