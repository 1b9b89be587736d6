import { useTranslation } from 'react-i18next'
import { codeName, loosely, optionLabel } from '../label.ts'
import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

function Cell({ entity, name, field, row }: CellProps) {
  const t = loosely(useTranslation(entity.module).t)
  if (isEmpty(row[name])) return <Nothing />
  const text = (row[name] as string[])
    .map((value) => optionLabel(t, entity, name, codeName(field.codes, value) ?? value))
    .join(', ')
  return (
    <span className="kit-ellipsis" title={text}>
      {text}
    </span>
  )
}

export const choicesFace: FieldFace = { Cell }
