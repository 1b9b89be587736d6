import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { useUnitName } from './use-unit-name.ts'

/** A unit, by the name that it has in the language of who reads. */
export default function UnitName({ name }: { name: unknown }) {
  const text = useUnitName()(name)
  return text ? (
    <span className="kit-ellipsis" title={text}>
      {text}
    </span>
  ) : (
    <EmptyValue />
  )
}
