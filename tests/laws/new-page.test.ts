import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newPage } from '#scripts/new-page.ts'
import { houseWith } from './house-copy.ts'

const { house, end, read, run, command } = houseWith('new-page', newPage, [
  'contract',
  'src/resources',
  'server/modules',
  'server/domains.ts',
  'locales',
  'tests/laws',
])
afterAll(end)
const page = (...more: string[]) =>
  [
    ['--name', 'fieldDay', '--module', 'farm', '--title', 'Ri | Field day'],
    ['--route', '/web/farm/field-day', '--group', 'farm', ...more],
  ].flat()

test(
  'what cannot be a page is refused with a sentence, and nothing is written',
  { timeout: 60_000 },
  async () => {
    for (const [flags, reason] of [
      [['--name', 'Field-Day'], 'cannot be a page'],
      [['--module', 'nowhere'], 'module:'],
      [['--route', '/system/crop'], 'is there already'],
      [['--title', 'only one'], 'Chinese and English'],
    ] as const) {
      const { code, text } = await run(...page(...flags))
      expect([code, text.split('\n')[0]]).toEqual([1, expect.stringContaining(reason)])
    }
    expect(command(...page('--module', 'nowhere'))).toEqual({
      code: 1,
      text: expect.stringMatching(/module:[^]*-- --help shows how/),
    })
    expect(existsSync(join(house, 'contract/farm/field-day.ts'))).toBe(false)
  },
)

test(
  'a page is made with its call: contract, server, menu, address',
  { timeout: 60_000 },
  async () => {
    expect(await run(...page())).toMatchObject({ code: 0 })
    expect(read('contract/farm/field-day.ts')).toContain("'GET /wfpf/v1/{tenant}/field-day'")
    expect(read('contract/farm/index.ts')).toMatch(/screens: \[[^\]]*\bfieldDayScreen\b/)
    expect(read('server/modules/farm/index.ts')).toMatch(/serve\(app\) \{\n\s+serveFieldDay\(app\)/)
    expect(read('src/resources/farm/index.ts')).toContain(
      "import('#src/pages/farm/field-day/FieldDayPage.tsx')",
    )
    expect(read('src/pages/farm/field-day/FieldDayPage.tsx')).toContain('useCall(fieldDay, {})')
    expect(JSON.parse(read('locales/zh-CN/menus.json'))).toMatchObject({
      screens: { fieldDay: 'Ri' },
    })
    expect(read('tests/laws/definitions.test.ts')).toContain('"/web/farm/field-day",')
    expect((await run(...page())).text).toContain('is there already')
  },
)
