import type { Entity } from '#contract/entity.ts'
import type { FieldKind } from '#contract/field.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { codeName, fieldLabel, optionLabel, type Translate } from '#src/kit/definition/label.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { CodeNames } from './CodeNames.tsx'
import { linesDiffer, type Line } from './line-changes.ts'
import { LinesDiff } from './LinesDiff.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

type Values = Readonly<Record<string, unknown>> | null
interface AuditDiffProps {
  /** Without it the fields are shown by their own names. */
  entity?: Entity
  before: Values
  after: Values
}
const unremarkable = new Set([
  'id',
  'objectVersionNumber',
  'creationDate',
  'createdBy',
  'lastUpdateDate',
  'lastUpdatedBy',
  'tenantId',
])
const mostCharacters = 300
/** As what a log names the codes that were given (after) and taken away (before). */
const permissionCodes = 'codes'

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** What a log tells of an act besides the fields of its record: when it was done, why it was let. */
const ofActs: Readonly<Record<string, (value: unknown, zone: string) => string>> = {
  actedAt: (value, zone) => momentOf(String(value), zone),
  phoneAt: (value, zone) => momentOf(String(value), zone),
  receivedAt: (value, zone) => momentOf(String(value), zone),
  override: String,
  locks: (value) =>
    (value as readonly { landName: string; name: string }[])
      .map(({ landName, name }) => `${landName} · ${name}`)
      .join(', '),
  expired: (value) =>
    (value as readonly { name: string; lot: string | null; date: string }[])
      .map(({ name, lot, date }) => [name, lot, date].filter(Boolean).join(' · '))
      .join(', '),
}

const linesOf = (values: Values, name: string) => (values?.[name] ?? []) as readonly Line[]
/** Whether both states hold the lines themselves; a log may say of them how many there were. */
const hasLines = (before: Values, after: Values, name: string, entity?: Entity) =>
  entity?.fields[name]?.kind === 'lines' &&
  before !== null &&
  after !== null &&
  Array.isArray(linesOf(before, name)) &&
  Array.isArray(linesOf(after, name))
/**
 * Fields in which two states of a record differ. When it was written is left out, as are the name
 * and the number beside an id: they are shown in the id's place.
 */
export function changedFields(before: Values, after: Values, entity?: Entity): string[] {
  const all = { ...before, ...after }
  const isBeside = (name: string) =>
    (name.endsWith('Name') && name.slice(0, -4) in all) ||
    Object.values(entity?.fields ?? {}).some(({ named }) => named === name) ||
    (name.endsWith('Code') && `${name.slice(0, -4)}Id` in all)
  // What a step leaves alone, its record may leave out; what it says in words was done.
  const isUnsaid = (name: string) => {
    if (entity?.fields[name]?.kind !== 'lines' || !before || !after) return false
    const isInBoth = name in before && name in after
    return !isInBoth && Array.isArray(before[name] ?? after[name])
  }
  const isOther = (name: string) => {
    if (isUnsaid(name)) return false
    if (hasLines(before, after, name, entity))
      return linesDiffer(entity!.fields[name]!, linesOf(before, name), linesOf(after, name))
    return JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null)
  }
  // What ties records together says nothing to a reader, where nothing beside it says what it is.
  const isTie = (name: string) =>
    entity !== undefined &&
    !(`${name}Name` in all || (name.endsWith('Id') && `${name.slice(0, -2)}Code` in all)) &&
    (entity.fields[name]?.inner === true || (!(name in entity.fields) && name.endsWith('Id')))
  return Object.keys(all).filter(
    (name) =>
      !unremarkable.has(name) &&
      !isTie(name) &&
      !isBeside(name) &&
      !(isNothing(before?.[name]) && isNothing(after?.[name])) &&
      isOther(name),
  )
}

/** The number by which people know what an id stands for. */
export const numberBeside = (name: string, values: Values): unknown =>
  name.endsWith('Id') ? (values?.[`${name.slice(0, -2)}Code`] ?? undefined) : undefined

function shown(t: Translate, entity: Entity | undefined, name: string, values: Values): string {
  const value = values?.[`${name}Name`] ?? numberBeside(name, values) ?? values?.[name]
  if (value === null || value === undefined || value === '') return '–'
  const field = entity?.fields[name]
  if (field?.kind === 'flag')
    return t(
      `common:flags.${name === 'enabledFlag' ? (value === 1 ? 'enabled' : 'disabled') : value === 1 ? 'yes' : 'no'}`,
    )
  const code =
    field?.kind === 'code' || field?.kind === 'choice' ? codeName(field.codes, value) : undefined
  if (entity && code) return optionLabel(t, entity, name, code)
  if (entity && field?.kind === 'choices')
    return (value as string[])
      .map((one) => optionLabel(t, entity, name, codeName(field.codes, one) ?? one))
      .join(', ')
  if (field?.kind === 'refs' && Array.isArray(value)) return value.join(', ')
  // A rich text is read here, not its tags.
  const text =
    typeof value === 'object'
      ? JSON.stringify(value)
      : field?.kind === 'richtext'
        ? String(value)
            .replaceAll(/<[^>]*>/g, ' ')
            .replaceAll(/\s+/g, ' ')
            .trim()
        : String(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

/** Kinds that are drawn as everywhere else: looked at rather than read, or figures. */
const seen = new Set<FieldKind>([
  'integer',
  'decimal',
  'money',
  'image',
  'images',
  'video',
  'files',
  'colour',
  'polygon',
  'lines',
])

function ActValue({ name, value }: { name: string; value: unknown }) {
  const zone = useTimeZone()
  return isNothing(value) ? '–' : ofActs[name]!(value, zone)
}

function Side({
  entity,
  name,
  values,
}: {
  entity: Entity | undefined
  name: string
  values: Values
}) {
  const t = useLabels(entity)
  const field = entity?.fields[name]
  if (entity && !field && name in ofActs) return <ActValue name={name} value={values?.[name]} />
  if (!field && name === permissionCodes)
    return <CodeNames codes={(values?.[name] ?? []) as string[]} />
  // A log may put lines into words itself: what was counted, by name.
  if (
    !entity ||
    !field ||
    !seen.has(field.kind) ||
    numberBeside(name, values) !== undefined ||
    (field.kind === 'lines' && typeof values?.[name] === 'string')
  )
    return shown(t, entity, name, values)
  const { Cell } = fieldTypes[field.kind]
  return <Cell entity={entity} name={name} field={field} row={values as Row} />
}

/** Before and after, field by field. */
export function AuditDiff({ entity, before, after }: AuditDiffProps) {
  const t = useLabels(entity)
  const names = changedFields(before, after, entity)
  if (names.length === 0) return null
  return (
    <dl className="kit-diff">
      {names.map((name) => (
        <div key={name}>
          <dt>
            {entity?.fields[name]
              ? fieldLabel(t, entity, name)
              : name === permissionCodes
                ? t('kit:history.codes')
                : entity && name in ofActs
                  ? t(`kit:history.acts.${name}`)
                  : name}
          </dt>
          <dd>
            {hasLines(before, after, name, entity) ? (
              <LinesDiff
                entity={entity!}
                name={name}
                before={linesOf(before, name)}
                after={linesOf(after, name)}
              />
            ) : (
              <>
                {before && (
                  <del>
                    <Side entity={entity} name={name} values={before} />
                  </del>
                )}
                {after && (
                  <ins>
                    <Side entity={entity} name={name} values={after} />
                  </ins>
                )}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
