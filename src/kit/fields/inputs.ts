import type { ComponentType } from 'react'
import type { FieldKind } from '#contract/field.ts'
import { ChoicesInput } from './choices-input.tsx'
import { CodeInput } from './code-input.tsx'
import { ColourInput } from './colour-input.tsx'
import { DateInput } from './date-input.tsx'
import { FilesInput, ImageInput, ImagesInput, VideoInput } from './file-inputs.tsx'
import { FlagInput } from './flag-input.tsx'
import type { InputProps } from './kind.ts'
import { LinesInput } from './lines-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import { PointInput } from './point-input.tsx'
import { PolygonInput } from './polygon-input.tsx'
import { RefInput } from './ref-input.tsx'
import { RichTextInput } from './richtext-input.tsx'
import { TextInput } from './text-input.tsx'

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
