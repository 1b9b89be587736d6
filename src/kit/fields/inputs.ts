import type { ComponentType } from 'react'
import type { FieldKind } from '#contract/field.ts'
import { ChoicesInput } from '#src/kit/fields/choice/choices-input.tsx'
import { CodeInput } from '#src/kit/fields/choice/code-input.tsx'
import { ColourInput } from '#src/kit/fields/choice/colour-input.tsx'
import { DateInput } from '#src/kit/fields/date/date-input.tsx'
import {
  FilesInput,
  ImageInput,
  ImagesInput,
  VideoInput,
} from '#src/kit/fields/file/file-inputs.tsx'
import { FlagInput } from '#src/kit/fields/choice/flag-input.tsx'
import type { InputProps } from './kind.ts'
import { LinesInput } from '#src/kit/fields/lines/lines-input.tsx'
import { NumberInput } from '#src/kit/fields/number/number-input.tsx'
import { PhoneInput } from '#src/kit/fields/text/phone-input.tsx'
import { PointInput } from '#src/kit/fields/place/point-input.tsx'
import { PolygonInput } from '#src/kit/fields/place/polygon-input.tsx'
import { RefInput } from '#src/kit/fields/ref/ref-input.tsx'
import { RichTextInput } from '#src/kit/fields/text/richtext-input.tsx'
import { TextInput } from '#src/kit/fields/text/text-input.tsx'

/**
 * How each kind of field is filled in. Apart from the field types, so that a list does not carry
 * what only its forms use.
 */
export const inputs: Readonly<Record<FieldKind, ComponentType<InputProps>>> = {
  id: NumberInput,
  text: TextInput,
  richtext: RichTextInput,
  phone: PhoneInput,
  integer: NumberInput,
  decimal: NumberInput,
  money: NumberInput,
  flag: FlagInput,
  code: CodeInput,
  choice: CodeInput,
  choices: ChoicesInput,
  colour: ColourInput,
  date: DateInput,
  moment: DateInput,
  dateRange: DateInput,
  ref: RefInput,
  refs: RefInput,
  image: ImageInput,
  images: ImagesInput,
  video: VideoInput,
  files: FilesInput,
  point: PointInput,
  polygon: PolygonInput,
  lines: LinesInput,
}
