import kinks from '@turf/kinks'
import { sql } from 'kysely'
import sanitize from 'sanitize-html'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { groundFrom, holeFault, outlineOf, ringsOf, type SeenGround } from '#contract/ground.ts'
import { snake } from './case.ts'
import { entityNamed, pointedAt, sourceOf } from './columns.ts'
import { row, type Tx } from './database.ts'
import { invalidFields } from './http-error.ts'
import { prepared } from './prepared.ts'

/**
 * What a rich text may hold; anything else is dropped before it is stored
 * (docs/specification.md 5.10).
 */
const cleanHtml = (html: string) =>
  sanitize(html, {
    allowedTags: [
      'p',
      'br',
      'h1',
      'h2',
      'h3',
      'h4',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'blockquote',
      'code',
      'pre',
      'hr',
      'ul',
      'ol',
      'li',
      'a',
      'img',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    // Pictures are ours or nobody's.
    exclusiveFilter: (frame) =>
      frame.tag === 'img' && !/^\/hfle\/v1\/[\w/.-]+/.test(frame.attribs.src ?? ''),
    transformTags: {
      a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
    },
  })

const isBlank = (html: string) =>
  !/<img/.test(html) && sanitize(html, { allowedTags: [] }).trim() === ''

const isCrossed = (corners: ReturnType<typeof outlineOf>) =>
  kinks({ type: 'Polygon', coordinates: [[...corners, corners[0]!]] }).features.length > 0
/** Errors: 422 at the field for an outline that crosses itself, and for holes that are none of it. */
function requireGround(name: string, ground: SeenGround): void {
  if (isCrossed(outlineOf(ground))) throw invalidFields({ [name]: { code: 'field.self_crossing' } })
  const fault = holeFault(ground)
  if (!fault) return
  const { code, ...params } = fault
  throw invalidFields({ [name]: { code, params } })
}

/** Lines whose rich texts are sanitised. */
function cleanLines(
  { columns = {} }: Field,
  values: readonly Record<string, unknown>[],
): readonly Record<string, unknown>[] {
  const rich = Object.keys(columns).filter((column) => columns[column]!.kind === 'richtext')
  if (rich.length === 0) return values
  return values.map((line) => ({
    ...line,
    ...Object.fromEntries(
      rich
        .filter((column) => typeof line[column] === 'string')
        .map((column) => [column, cleanHtml(line[column] as string)]),
    ),
  }))
}
/**
 * Values as they may be stored: rich texts sanitised, outlines that do not cross themselves and
 * holes that lie within them,
 * references known to point
 * at rows of this tenant that belong where the record says.
 * Errors: 422 at the field.
 */
export async function completed(
  tx: Tx,
  entity: Entity,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const next = { ...values }
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = values[name]
    if (
      field.visibleWhen?.needed &&
      field.visibleWhen.is.includes(values[field.visibleWhen.field] as number | string) &&
      (value === null || value === undefined || value === '')
    )
      throw invalidFields({ [name]: { code: 'field.required' } })
    if (field.kind === 'richtext' && typeof value === 'string') {
      next[name] = cleanHtml(value)
      if (field.required && isBlank(next[name] as string))
        throw invalidFields({ [name]: { code: 'field.required' } })
    }
    if (field.kind === 'lines' && Array.isArray(value))
      next[name] = cleanLines(field, value as Record<string, unknown>[])
    if (field.kind === 'polygon' && value) {
      requireGround(name, value as SeenGround)
      next[name] = groundFrom(ringsOf(value as SeenGround))
    }
    if ((field.kind !== 'ref' && field.kind !== 'refs') || value === null || value === undefined)
      continue
    const ids = [...new Set([value].flat() as number[])]
    if (ids.length === 0 && field.required)
      throw invalidFields({ [name]: { code: 'field.required' } })
    const found = await row<{ count: number }>(
      tx,
      sql`${prepared}select count(*) as count from ${pointedAt(field, 'chosen')}
        where id = any(${ids}::bigint[])`,
    )
    if (found!.count !== ids.length)
      throw invalidFields({ [name]: { code: 'field.missing_reference' } })
    // What was given for good when the row was made is no part of a change: its own rules look.
    if (
      !field.dependsOn ||
      (entity.fields[field.dependsOn]!.createOnly && !(field.dependsOn in values))
    )
      continue
    const near = await row<{ count: number }>(
      tx,
      sql`select count(*) as count from ${sql.table(sourceOf(entityNamed(field.to!)))}
        where id = any(${ids}::bigint[]) and ${sql.ref(snake(field.dependsOn))} = ${values[field.dependsOn]}`,
    )
    if (near!.count !== ids.length) throw invalidFields({ [name]: { code: 'field.elsewhere' } })
  }
  return next
}
