import type { FieldKind } from '#contract/field.ts'
import { codeFace } from './code.tsx'
import { dateFace } from './date.tsx'
import { flagFace } from './flag.tsx'
import { imageFace } from './image.tsx'
import type { FieldFace } from './kind.ts'
import { decimalFace, integerFace } from './number.tsx'
import { phoneFace } from './phone.tsx'
import { pointFace } from './point.tsx'
import { refFace } from './ref.tsx'
import { richtextFace } from './richtext.tsx'
import { textFace } from './text.tsx'

export const faces: Readonly<Record<FieldKind, FieldFace>> = {
  id: { ...integerFace, Filter: undefined },
  text: textFace,
  richtext: richtextFace,
  integer: integerFace,
  decimal: decimalFace,
  flag: flagFace,
  code: codeFace,
  choice: codeFace,
  date: dateFace,
  moment: dateFace,
  ref: refFace,
  refs: refFace,
  image: imageFace,
  point: pointFace,
  phone: phoneFace,
}
