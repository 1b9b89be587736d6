import { expect, test } from 'vitest'
import { partner } from '#contract/inventory/partner.ts'
import { fieldError } from '#src/kit/form/values/form-errors.ts'

const said = (value: string) =>
  fieldError(((key: string) => key) as never, partner.fields.taxNumber, value)

test('the form says of a tax number what the server would, before it is sent', () => {
  expect(said('91350100M000100Y44')).toBe('field.check_digit')
  expect(said('12')).toBe('field.form.taxNumber')
  for (const good of ['91350100M000100Y43', '440106123456789', ''])
    expect(said(good)).toBeUndefined()
})
