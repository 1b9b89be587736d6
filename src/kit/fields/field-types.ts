import type { FieldKind } from '#contract/field.ts'
import { choicesFace } from './choices.tsx'
import { codeFace } from './code.tsx'
import { colourFace } from './colour.tsx'
import { dateFace } from './date.tsx'
import { filesFace } from './files.tsx'
import { flagFace } from './flag.tsx'
import { imageFace } from './image.tsx'
import type { FieldType } from './kind.ts'
import { linesFace } from './lines.tsx'
import { decimalFace, integerFace } from './number.tsx'
import { phoneFace } from './phone.tsx'
import { pointFace } from './point.tsx'
import { polygonFace } from './polygon.tsx'
import { refFace } from './ref.tsx'
import { richtextFace } from './richtext.tsx'
import { textFace } from './text.tsx'
import { videoFace } from './video.tsx'

export const fieldTypes: Readonly<Record<FieldKind, FieldType>> = {
  id: { ...integerFace, Filter: undefined },
  text: textFace,
  richtext: richtextFace,
  phone: phoneFace,
  integer: integerFace,
  decimal: decimalFace,
  money: decimalFace,
  flag: flagFace,
  code: codeFace,
  choice: codeFace,
  choices: choicesFace,
  colour: colourFace,
  date: dateFace,
  moment: dateFace,
  dateRange: dateFace,
  ref: refFace,
  refs: refFace,
  image: imageFace,
  images: imageFace,
  video: videoFace,
  files: filesFace,
  point: pointFace,
  polygon: polygonFace,
  lines: linesFace,
}
