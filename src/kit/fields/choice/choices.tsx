import { useTranslation } from 'react-i18next'
import { codeName, untypedT, optionLabel } from '#src/kit/definition/label.ts'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

function Cell({ entity, name, field, row }: CellProps) {
  const t = untypedT(useTranslation(entity.module).t)
  if (isEmpty(row[name])) return <EmptyValue />
  const text = (row[name] as string[])
    .map((value) => optionLabel(t, entity, name, codeName(field.codes, value) ?? value))
    .join(', ')
  return (
    <span className="kit-ellipsis" title={text}>
      {text}
    </span>
  )
}

export const choicesFace: FieldType = { Cell }
