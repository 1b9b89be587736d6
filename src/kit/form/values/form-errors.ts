import type { Field, Fields } from '#contract/field.ts'
import { shape } from '#contract/field.ts'
import { formSentence } from '#contract/text-forms.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { isAsked, type FormKind } from './form-value.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { schemaOf } from './schema.ts'

export type FieldErrors = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>>
interface Issue {
  code?: string
  pattern?: string
  params?: { code?: string; params?: Readonly<Record<string, unknown>> }
  path: PropertyKey[]
}
/** What a column of lines is called. */
type ColumnLabel = (column: string) => string
/** So many cells of one table are named at once. */
const mostNamed = 4
const fromServerTexts = { ns: 'errors', keySeparator: false }

/** One sentence per kind of mistake, the same that the server would use where it has one. */
function sentence(
  t: Translate,
  field: Field,
  value: unknown,
  issue: Issue,
  columnLabel?: ColumnLabel,
): string {
  const [at, column] = issue.path
  const inner = field.columns?.[String(column)]
  if (inner && typeof at === 'number') {
    const held = (value as Body[])[at]?.[String(column)]
    const problem = sentence(t, inner, held, { ...issue, path: [] })
    return columnLabel
      ? t('kit:lines.mistakeIn', { at: at + 1, column: columnLabel(String(column)), problem })
      : t('kit:lines.mistake', { at: at + 1, problem })
  }
  if (isEmpty(value)) return t('field.required', fromServerTexts)
  if (issue.params?.code)
    return t(issue.params.code, { ...issue.params.params, ...fromServerTexts })
  if (['integer', 'decimal', 'money'].includes(field.kind)) {
    if (typeof value !== 'number' || issue.code === 'invalid_type')
      return t(field.kind === 'integer' ? 'kit:form.notAnInteger' : 'kit:form.notANumber')
    if (issue.code === 'custom') return t('kit:form.decimals', { scale: field.scale })
    return t('kit:form.outOfRange', { min: field.min, max: field.max })
  }
  if (issue.code === 'too_big') return t('field.too_long', { ...fromServerTexts, max: field.max })
  if (field.kind === 'phone') return t('kit:form.phone')
  if (field.kind === 'point' || field.kind === 'polygon') return t(`kit:form.${field.kind}`)
  if (field.kind === 'colour') return t('kit:form.colour')
  return t(formSentence(issue) ?? 'field.invalid', fromServerTexts)
}

/**
 * The mistake in one field, for when it is left. Required texts that are empty pass some schemas:
 * not here.
 */
export function fieldError(
  t: Translate,
  field: Field,
  value: unknown,
  columnLabel?: ColumnLabel,
): string | undefined {
  if (isEmpty(value)) return field.required ? t('field.required', fromServerTexts) : undefined
  const { error } = schemaOf(field.schema).safeParse(value)
  if (!error) return undefined
  const said = [
    ...new Set(error.issues.map((issue) => sentence(t, field, value, issue as Issue, columnLabel))),
  ]
  if (field.kind !== 'lines' || said.length === 1) return said[0]
  return said.length > mostNamed
    ? t('kit:lines.mistakesMore', {
        said: said.slice(0, mostNamed).join(t('kit:lines.between')),
        count: said.length - mostNamed,
      })
    : said.join(t('kit:lines.between'))
}

type Checked = { body: Record<string, unknown>; errors: null } | { body: null; errors: FieldErrors }

/** The whole body against the contract's shape: what the server will do, done first. */
export function checkBody(
  t: Translate,
  fields: Fields,
  body: Body,
  kind: FormKind,
  labelOf?: (name: string) => ColumnLabel,
): Checked {
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name]!
    const problem = fieldError(
      t,
      field.visibleWhen?.needed && isAsked(field, body) ? { ...field, required: true } : field,
      value,
      labelOf?.(name),
    )
    if (problem) errors[name] = problem
  }
  const parsed = schemaOf(shape(fields, kind)).safeParse(body)
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    const field = fields[name]
    if (field) errors[name] ??= sentence(t, field, body[name], issue, labelOf?.(name))
  }
  if (Object.keys(errors).length > 0 || !parsed.success) return { body: null, errors }
  return { body: parsed.data as Record<string, unknown>, errors: null }
}
