import { Form, Input as Empty } from 'antd'
import { memo, Suspense, type ComponentType } from 'react'
import { storageName, type Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { maxImageBytes } from '#contract/file/file-calls.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { isChosen, type InputProps } from '#src/kit/fields/kind.ts'
import { isWritable, type FormKind } from '#src/kit/form/values/form-value.ts'
import { fieldLabel, type Translate } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { FieldWord } from '#src/kit/definition/Term.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useRequiredSaid } from './values/required-said.ts'
import type { RecordForm } from './use-record-form.ts'

const megabytesOf = ({ mostBytes = maxImageBytes }: Field) => mostBytes / 1024 / 1024

/**
 * What may be uploaded, said before it is wrong (docs/specification.md 5.5); what a number may be
 * is said by the mistake.
 */
function hintOf(t: Translate, field: Field): string | undefined {
  if (field.kind === 'image') return t('kit:image.limit', { size: megabytesOf(field) })
  if (field.kind === 'images')
    return t('kit:image.limitMany', { max: field.max, size: megabytesOf(field) })
  if (field.clip)
    return t('kit:video.clip', {
      max: field.clip.maxBytes / 1024 / 1024,
      seconds: field.clip.maxSeconds,
      advised: field.clip.advisedSeconds,
    })
  if (field.kind === 'video') return t('kit:video.limit')
  if (field.kind === 'files') return t('kit:files.limit', { max: field.max })
  return undefined
}
/** What an entity says of a field of its own: what leaving it open means. */
const ownHint = (t: Translate, entity: Entity, name: string) =>
  t(`${storageName(entity)}.hints.${name}`, { ns: entity.module, defaultValue: '' }) || undefined

interface FormFieldProps {
  id: string
  entity: Entity
  name: string
  /** The resource's own input for it. */
  Own?: ComponentType<InputProps>
  kind: FormKind
  value: unknown
  above: unknown
  mistake: string | undefined
  row: Row | undefined
  isBusy: boolean
  onSet: RecordForm['set']
  onCheck: RecordForm['check']
}

/**
 * One field of a form: its label, its limits before any mistake (docs/specification.md 5.5), its
 * input, its mistake. Drawn again only when one of them changes.
 */
export const FormField = memo(function FormField({
  id,
  entity,
  name,
  Own,
  kind,
  value,
  above,
  mistake: found,
  row,
  isBusy,
  onSet,
  onCheck,
}: FormFieldProps) {
  const t = useLabels(entity)
  const field = entity.fields[name]!
  const Input = Own ?? inputs[field.kind]
  const mistake = useRequiredSaid()(found, fieldLabel(t, entity, name), isChosen(field))
  // An input of its own for seconds says its limits in its own units.
  const hint =
    ownHint(t, entity, name) ?? (Own && field.unit === 'second' ? undefined : hintOf(t, field))
  const noteId = `${id}-note`
  return (
    <Form.Item
      label={
        <span id={`${id}-label`}>
          <FieldWord entity={entity} name={name}>
            {fieldLabel(t, entity, name)}
          </FieldWord>
        </span>
      }
      htmlFor={id}
      required={field.required || field.visibleWhen?.needed}
      validateStatus={mistake ? 'error' : undefined}
      className={`kit-field${fieldTypes[field.kind].wide ? ' kit-field-wide' : ''}${hint ? ' kit-hinted' : ''}`}
      help={
        mistake || hint ? (
          <span id={noteId} role={mistake ? 'alert' : undefined}>
            {mistake ?? hint}
          </span>
        ) : undefined
      }
    >
      <Suspense fallback={<Empty id={id} disabled aria-busy />}>
        <Input
          id={id}
          entity={entity}
          name={name}
          field={field}
          row={row}
          value={value}
          above={above}
          invalid={mistake !== undefined}
          describedBy={mistake || hint ? noteId : undefined}
          disabled={!isWritable(field, kind) || isBusy}
          onChange={(next) => onSet(name, next)}
          onBlur={() => onCheck(name)}
        />
      </Suspense>
    </Form.Item>
  )
})
