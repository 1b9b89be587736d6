import type { FieldKind } from '#contract/field.ts'
import { choicesFace } from '#src/kit/fields/choice/choices.tsx'
import { codeFace } from '#src/kit/fields/choice/code.tsx'
import { colourFace } from '#src/kit/fields/choice/colour.tsx'
import { dateFace } from '#src/kit/fields/date/date.tsx'
import { filesFace } from '#src/kit/fields/file/files.tsx'
import { flagFace } from '#src/kit/fields/choice/flag.tsx'
import { imageFace } from '#src/kit/fields/file/image.tsx'
import type { FieldType } from './kind.ts'
import { linesFace } from '#src/kit/fields/lines/lines.tsx'
import { decimalFace, integerFace } from '#src/kit/fields/number/number.tsx'
import { phoneFace } from '#src/kit/fields/text/phone.tsx'
import { pointFace } from '#src/kit/fields/place/point.tsx'
import { polygonFace } from '#src/kit/fields/place/polygon.tsx'
import { refFace } from '#src/kit/fields/ref/ref.tsx'
import { richtextFace } from '#src/kit/fields/text/richtext.tsx'
import { textFace } from '#src/kit/fields/text/text.tsx'
import { videoFace } from '#src/kit/fields/file/video.tsx'

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
