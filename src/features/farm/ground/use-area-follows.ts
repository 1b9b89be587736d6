import type { SeenGround } from '#contract/ground.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useFormSetter, useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { groundOf } from '#src/kit/map/ground.ts'

const muOf = (value: unknown) =>
  Array.isArray(value) && value.length > 0
    ? Number(groundOf(value as SeenGround).mu.toFixed(2))
    : null

/** An outline whose area was filled in from it takes that along; one that somebody entered stays. */
export function useAreaFollows({ value, onChange }: InputProps): InputProps['onChange'] {
  const { acreage } = useWholeForm()
  const set = useFormSetter()
  return (next) => {
    const before = muOf(value)
    if (before !== null && before === acreage) set('acreage', muOf(next))
    onChange(next)
  }
}
