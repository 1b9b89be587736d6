import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Entity } from '#contract/entity.ts'
import { wrongAnswer } from '#scripts/resource-check.ts'
import { newResource } from '#scripts/new-resource.ts'
import { houseWith } from './house-copy.ts'

const { house, end, read, run, command } = houseWith('new-resource', newResource, [
  'contract',
  'src/resources',
  'server/modules',
  'domains.config.mjs',
  'server/db/migrations',
  'locales',
  'tests/laws',
])
afterAll(end)
const fish = [
  '--name',
  'testedThing',
  '--title',
  'Yu | Tested thing',
  '--field',
  'name:text:40*^ | Ming | Name',
  '--field',
  'kind:choice:carp,tilapia* | Zhong | Kind',
  '--field',
  'weight:decimal:500:gram | Zhong | Weight',
  '--field',
  'price:money:500 | Jia | Price',
  '--field',
  'papers:files:3 | Wen | Papers',
  '--field',
  'season:dateRange | Ji | Season',
  '--field',
  'areaId:ref:area | Jidi | Base',
  '--field',
  'enabledFlag:flag | Zhuangtai | Status',
]

test(
  'what cannot be is refused with a sentence, and nothing is written',
  { timeout: 120_000 },
  async () => {
    const before = readdirSync(join(house, 'server/db/migrations'))
    for (const [flags, reason] of [
      [['--name', 'Tested-Thing', '--title', 'a | b'], 'cannot be a resource'],
      [['--name', 'unit', '--module', 'inventory', '--title', 'a | b'], 'is there already'],
      [['--name', 'testedThing', '--title', 'only one'], 'Chinese and English'],
      [
        ['--name', 'testedThing', '--title', 'a | b', '--field', 'x:wish | a | b'],
        'no kind of field',
      ],
      [
        ['--name', 'testedThing', '--title', 'a | b', '--field', 'x:integer:1..5 | a | b'],
        'required text',
      ],
      [
        ['--name', 'class', '--title', 'a | b', '--field', 'name:text:5* | a | b'],
        'word of the language',
      ],
      [
        [
          '--name',
          'testedThing',
          '--title',
          'a | b',
          '--route',
          '/system/crop',
          '--field',
          'name:text:5* | a | b',
        ],
        'address of crop',
      ],
      [
        [
          '--name',
          'testedThing',
          '--title',
          'a | b',
          '--field',
          'name:text:5* | a | b',
          '--field',
          'order:text | a | b',
        ],
        'it is taken',
      ],
    ] as const) {
      const { code, text } = await run(...flags)
      expect([code, text.split('\n')[0]]).toEqual([1, expect.stringContaining(reason)])
    }
    expect(command('--name', 'Tested-Thing', '--title', 'a | b')).toEqual({
      code: 1,
      text: expect.stringMatching(/cannot be a resource[^]*-- --help shows how/),
    })
    expect(readdirSync(join(house, 'server/db/migrations'))).toEqual(before)
  },
)

test.each([
  ['createdBy', 'text', '', 'it is taken'],
  ['page', 'integer', '', 'it is taken'],
  ['name', 'text', '', 'there twice'],
  ['x', 'ref', 'nothing', "no resource 'nothing'"],
  ['x', 'choice', 'on-site', 'words of letters'],
  ['x', 'choice', '', 'words of letters'],
  ['x', 'choice', 'a,a', 'each once'],
  ['x', 'text', 'many', 'no limit'],
  ['x', 'integer', '9..1', 'no range'],
  ['x', 'date', '2026', 'takes nothing'],
])('a field %s:%s:%s is refused', (name, kind, argument, reason) => {
  const answers = {
    name: 'testedThing',
    route: '/system/tested-thing',
    fields: [{ name: 'name', kind: 'text', argument: '5' }],
  }
  expect(wrongAnswer(answers)).toBeNull()
  expect(
    wrongAnswer({ ...answers, fields: [...answers.fields, { name, kind, argument }] }),
  ).toContain(reason)
})

test.each([
  ['decimal', 'metre', "no unit 'metre': second, mu"],
  ['text', 'meter', 'only integer and decimal'],
])('a %s of the unit %s is refused', (kind, unit, reason) => {
  const fields = [{ name: 'depth', kind, argument: '9', unit }]
  const answers = { name: 'testedThing', route: '/system/tested-thing' }
  expect(wrongAnswer({ ...answers, fields })).toContain(reason)
  expect(
    wrongAnswer({ ...answers, fields: [{ ...fields[0]!, kind: 'decimal', unit: 'meter' }] }),
  ).toBeNull()
})

test(
  'a resource is made whole: contract, screen, labels, server, migration',
  { timeout: 60_000 },
  async () => {
    expect(await run(...fish)).toMatchObject({
      code: 0,
      text: expect.stringContaining('tested-thing.ts'),
    })
    const { testedThing } = (await import(join(house, 'contract/farm/tested-thing.ts'))) as {
      testedThing: Entity
    }
    expect(testedThing.fields).toMatchObject({
      name: { kind: 'text', required: true, unique: true, max: 40 },
      kind: { codes: { carp: 'carp', tilapia: 'tilapia' } },
      weight: { max: 500, unit: 'gram' },
      areaId: { to: 'area' },
      enabledFlag: { kind: 'flag' },
    })
    expect(testedThing.api.list).toBe('GET /wfpf/v1/{tenant}/tested-thing')
    expect(read('src/resources/farm/tested-thing.ts')).toContain(
      "columns: ['name', 'kind', 'weight', 'price', 'season', 'areaId', 'enabledFlag']",
    )
    const manifest = read('contract/farm/index.ts')
    expect(manifest).toMatch(/entities: \[[^\]]*\btestedThing\b/)
    expect(manifest).toMatch(/screens: \[[^\]]*\btestedThingScreen\b/)
    expect(read('src/resources/farm/index.ts')).toMatch(
      /Definition\[\] = \[[^\]]*\btestedThingList\b/,
    )
    const migration = readdirSync(join(house, 'server/db/migrations')).at(-1)!
    expect(migration).toMatch(/^\d{3}_tested_thing\.sql$/)
    expect(read(`server/db/migrations/${migration}`)).toContain(
      "select furrow_tenant_table('tested_thing');",
    )
    expect(JSON.parse(read('locales/en-US/farm.json'))).toMatchObject({
      testedThing: {
        name: 'Tested thing',
        empty: '‹empty›',
        fields: { kind: 'Kind' },
        options: { kind: { carp: 'carp' } },
      },
    })
    expect(JSON.parse(read('locales/zh-CN/menus.json'))).toMatchObject({
      screens: { testedThing: 'Yu' },
    })
    expect(read('tests/laws/definitions.test.ts')).toContain('"/system/tested-thing",')
    expect((await run(...fish)).text).toContain('is there already')
    expect(existsSync(join(house, 'src/resources/farm/tested-thing.ts'))).toBe(true)
  },
)

test('a new domain is made with its first resource', { timeout: 60_000 }, async () => {
  const hive = ['--module', 'apiary', '--name', 'hive', '--title', 'Xiang | Hive']
  const more = ['--route', '/web/farm/hive', '--group', 'apiary', '--field', 'name:text:9* | M | N']
  expect(await run(...hive, ...more)).toMatchObject({
    code: 1,
    text: expect.stringContaining('module:'),
  })
  expect((await run('--new-domain', ...hive, '--module', 'farm', ...more)).text).toContain(
    'not taken',
  )
  expect((await run('--new-domain', ...hive, ...more)).code).toBe(0)
  expect(read('contract/apiary/index.ts')).toMatch(/entities: \[hive\][^]*screens: \[hiveScreen\]/)
  expect(read('src/resources/apiary/index.ts')).toContain('Definition[] = [hiveList]')
  expect(read('contract/domains.ts')).toMatch(/domains: readonly Domain\[\] = \[[^\]]*apiary,/)
  expect(read('src/resources/index.ts')).toContain('...apiary,')
  expect(read('domains.config.mjs').match(/ {2}apiary: \[\],/g)).toHaveLength(2)
  expect(read('contract/menu.ts')).toContain("apiary: { module: 'farm', icon: 'leaf' },")
  expect(JSON.parse(read('locales/zh-CN/apiary.json'))).toMatchObject({ hive: { name: 'Xiang' } })
  const migration = readdirSync(join(house, 'server/db/migrations')).at(-1)!
  expect(read(`server/db/migrations/${migration}`)).toContain("furrow_scoped_table('hive', ")
})
