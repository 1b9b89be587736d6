import { expect, test } from 'vitest'
import { checkSign, isCreditCode } from '#contract/credit-code.ts'
import { partner } from '#contract/inventory/partner.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneFarm } from './ground.ts'
import { check } from './import-files.ts'
import { refusal } from './stock.ts'

const { app, mine } = await oneFarm()
const make = (name: string, taxNumber: string, language = 'zh-CN') =>
  refusal(
    mine.admin.send(
      callOf(partner, 'create'),
      { name, code: name, category: 'supplier', taxNumber },
      { 'accept-language': language },
    ),
  )

test('the last sign follows from the others (GB 32100-2015)', () => {
  // The standard's own example, and numbers that were printed on licences.
  for (const code of ['91350100M000100Y43', '91110000100017643K', '91440300708461136T'])
    expect(checkSign(code)).toBe(code.at(-1))
  for (const code of ['91350100M000100Y43', '440106123456789', 'A'.repeat(20)])
    expect(isCreditCode(code)).toBe(true)
  const good = '91350100M000100Y43'
  // Any one sign that is written wrongly is found, and so are any two neighbours changed over.
  for (let at = 0; at < 18; at++) {
    const wrong = good[at] === '7' ? '8' : '7'
    expect(isCreditCode(good.slice(0, at) + wrong + good.slice(at + 1))).toBe(false)
    const swapped = good.slice(0, at) + (good[at + 1] ?? '') + good[at] + good.slice(at + 2)
    if (at < 17 && swapped !== good) expect(isCreditCode(swapped)).toBe(false)
  }
})

test('a partner whose tax number cannot be one is refused with a sentence at the field, in a sheet as well', async () => {
  const wrong = '91350100M000100Y44'
  expect(await make('t-1', wrong)).toMatchObject({
    status: 400,
    fields: { taxNumber: '统一社会信用代码的校验码不正确，请核对 18 位字符' },
  })
  expect((await make('t-1', wrong, 'en-US')).fields!.taxNumber).toContain('check digit')
  expect((await make('t-1', '12')).fields!.taxNumber).toBe(
    '请填写 15、18 或 20 位数字和大写字母，例如 91440113MA5D0ABC1X',
  )
  for (const [at, good] of ['91350100M000100Y43', '440106123456789', ''].entries())
    expect(await make(`t-good-${at}`, good)).toMatchObject({ status: 200 })
  const found = await check(
    app,
    mine.admin,
    partner.name,
    `名称,编码,类别,税号\n甲,s-1,供应商,${wrong}\n乙,s-2,供应商,440106123456789\n丙,s-3,供应商,91350100M000100Y43\n`,
  )
  expect(found).toMatchObject({ rows: 3, valid: 2 })
  expect(found.faults).toMatchObject([
    { row: 2, value: wrong, reason: expect.stringContaining('校验码') },
  ])
})
