import { z } from 'zod'
import { groundLimits, groundShape, holeFault } from './ground.ts'
import { isDay, isMoment } from './moment.ts'

export type { Position } from './ground.ts'

export type FieldKind =
  | 'id'
  | 'text'
  | 'richtext'
  | 'phone'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'flag'
  | 'code'
  | 'choice'
  | 'choices'
  | 'colour'
  | 'date'
  | 'moment'
  | 'dateRange'
  | 'ref'
  | 'refs'
  | 'image'
  | 'images'
  | 'video'
  | 'files'
  | 'point'
  | 'polygon'
  | 'lines'

/** What a field is, as plain data: table, form, SQL and labels all walk the same object. */
export interface Field<
  Value = any,
  Required extends boolean = boolean,
  Shown extends boolean = boolean,
  Fixed extends boolean = boolean,
> {
  kind: FieldKind
  schema: z.ZodType<Value>
  required: Required
  /** Shown, never written by a client. */
  readonly: Shown
  /** Given when the row is made and fixed from then on. */
  createOnly?: Fixed
  /** No two rows of a tenant share it; compared without case. */
  unique?: boolean
  min?: number
  max?: number
  unit?: string
  scale?: number
  /** Wire value by name: numbers for `code`, texts for `choice`. */
  codes?: Readonly<Record<string, number | string>>
  /** By which word of the family's fields it is called, where one kind means more by it than others. */
  calledAs?: string
  /** Group of the domain's texts that has the words of its codes, where several fields share them. */
  words?: string
  /**
   * Codes that a filter offers and a record never holds, such as `all` (docs/specification.md 1.9).
   */
  filterCodes?: Readonly<Record<string, number>>
  /** Name of the entity that a `ref` or `refs` points at. */
  to?: string
  /** Only what is in use may be chosen; what stands there already stays, and says that it is not. */
  inUse?: true
  /**
   * Told by its name alone where it points beyond the data scope of whoever reads; `chosen`: such a
   * row may be written there too.
   */
  beyond?: 'named' | 'chosen'
  /**
   * Under which the specification's clients look for the title of what a `ref` points at, beside
   * `<field>Name`.
   */
  named?: string
  /**
   * Field of the same record that the referred row must share: a plot lies in the base that was
   * chosen.
   */
  dependsOn?: string
  /** Field of the same record that its input has to know, without a rule between them. */
  contextField?: string
  /**
   * Asked for only while another field of the record holds one of these values; `needed`: must be
   * given then.
   */
  visibleWhen?: { field: string; is: readonly (number | string)[]; needed?: true }
  /**
   * Told only to holders of this code, whatever else they may read; who does not hold it cannot
   * write it either.
   */
  seenBy?: string
  /** Columns of each line of `lines`. */
  columns?: Fields
  /** Ties records together; nobody reads it. */
  inner?: true
  /** Lines that fit a cell of a sheet: their columns are texts, numbers and references. */
  typed?: true
  /** Read with the record itself, never with a list of records. */
  detailOnly?: true
  /**
   * What an `image` may weigh when it is chosen, where that is not the usual; browsers shrink it
   * before it is sent.
   */
  mostBytes?: number
  /** What a `video` may be at most. */
  clip?: Clip
}
/**
 * Bounds of a video: bytes, seconds at most and as advised, and width over height, of which any one
 * does.
 */
export interface Clip {
  maxBytes: number
  maxSeconds: number
  advisedSeconds: number
  ratios: readonly number[]
}
export type Fields = Readonly<Record<string, Field>>

interface Common {
  required?: true
  readonly?: true
  createOnly?: true
  unique?: true
  seenBy?: string
  detailOnly?: true
}
/** What a field may say and its helper does not take: it would be dropped without a word. */
type Given<O, Known = Common> = O & { readonly [K in Exclude<keyof Field, keyof Known>]?: never }
type Asks<O> = O extends { required: true } ? true : false
type Shows<O> = O extends { readonly: true } ? true : false
type Fixes<O> = O extends { createOnly: true } ? true : false

function field<V, const O extends Common>(
  kind: FieldKind,
  schema: z.ZodType<V>,
  o: O,
  extra: Partial<Field> = {},
): Field<V, Asks<O>, Shows<O>, Fixes<O>> {
  return {
    ...extra,
    kind,
    schema,
    required: (o.required ?? false) as Asks<O>,
    readonly: (o.readonly ?? false) as Shows<O>,
    createOnly: o.createOnly as Fixes<O> | undefined,
    unique: o.unique,
    seenBy: o.seenBy,
    detailOnly: o.detailOnly,
  }
}

/**
 * U+0000 cannot be stored in PostgreSQL, and other control characters only ever arrive by accident.
 */
const plain = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF]*$/u

/** Whether a text holds nothing that PostgreSQL or a reader would choke on. */
export const isPlain = (text: string) => plain.test(text)

export const id = () => field('id', z.int().positive(), { required: true, readonly: true })

/**
 * What a text must be besides its form, and the sentence for what is not: its code among the
 * errors.
 */
interface Check {
  holds: (text: string) => boolean
  code: `field.${string}`
}
type TextOptions = Common & { max: number; pattern?: RegExp; check?: Check; inner?: true }
export function text<const O extends TextOptions>(o: Given<O, TextOptions>) {
  let schema = z.string().trim().max(o.max).regex(plain)
  if (o.required) schema = schema.min(1)
  if (o.pattern) schema = schema.regex(o.pattern)
  if (o.check) schema = schema.refine(o.check.holds, { params: { code: o.check.code } })
  return field('text', schema, o, { max: o.max, inner: o.inner })
}

/**
 * HTML from the editor, sanitised by the server before it is stored and by the console before it is
 * shown.
 */
type Sized = Common & { max: number }
export const richtext = <const O extends Sized>(o: Given<O, Sized>) =>
  field('richtext', z.string().max(o.max).regex(plain), o, { max: o.max })

/** 11 digits beginning with 1. */
export const phonePattern = /^1\d{10}$/
export const phone = <const O extends Common>(o: Given<O>) =>
  field('phone', z.string().trim().regex(phonePattern), o, { max: 11 })

type IntegerOptions = Common & { min: number; max: number; unit?: string; inner?: true }
export const integer = <const O extends IntegerOptions>(o: Given<O, IntegerOptions>) =>
  field('integer', z.int().min(o.min).max(o.max), o, {
    min: o.min,
    max: o.max,
    unit: o.unit,
    inner: o.inner,
  })

type DecimalOptions = Common & { min?: number; max?: number; scale?: number; unit?: string }
/** Two decimals, 0 to 99999 unless narrowed. Stored as `numeric`. */
export function decimal<const O extends DecimalOptions>(o: Given<O, DecimalOptions>) {
  const { min = 0, max = 99_999, scale = 2, unit } = o
  const whole = (value: number) =>
    Math.abs(value * 10 ** scale - Math.round(value * 10 ** scale)) < 1e-6
  return field('decimal', z.number().min(min).max(max).refine(whole), o, { min, max, scale, unit })
}

type MoneyOptions = Common & { min?: number; max?: number }
/** Yuan with two decimals, up to a hundred million. */
export const money = <const O extends MoneyOptions>(o: Given<O, MoneyOptions>) =>
  ({
    ...decimal<DecimalOptions>({ min: 0, max: 99_999_999, ...o, unit: 'yuan' }),
    kind: 'money',
  }) as unknown as Field<number, Asks<O>, Shows<O>, Fixes<O>>

type CodeOptions = Common & { filterCodes?: Record<string, number> }
export function code<const C extends Record<string, number>, const O extends CodeOptions>(
  codes: C,
  o: Given<O, CodeOptions>,
) {
  return field('code', z.literal(Object.values(codes)) as unknown as z.ZodType<C[keyof C]>, o, {
    codes,
    filterCodes: o.filterCodes,
  })
}
type ChoiceOptions = Common & { words?: string }
/** Like `code`, for the few wires whose values are words (`DRAFT`, `PUBLISHED`). */
export function choice<const C extends Record<string, string>, const O extends ChoiceOptions>(
  codes: C,
  o: Given<O, ChoiceOptions>,
) {
  return field('choice', z.literal(Object.values(codes)) as unknown as z.ZodType<C[keyof C]>, o, {
    codes,
    words: o.words,
  })
}
/** Several of the same words; none given means what the record says of none. */
export function choices<const C extends Record<string, string>, const O extends ChoiceOptions>(
  codes: C,
  o: Given<O, ChoiceOptions>,
) {
  const values = Object.values(codes)
  return field(
    'choices',
    z.array(z.literal(values)).max(values.length) as unknown as z.ZodType<C[keyof C][]>,
    o,
    { codes, max: values.length, words: o.words },
  )
}
/**
 * Asked for only while another field holds one of these values. What is not asked for may hold
 * anything, and means nothing.
 */
export const onlyWhen = <F extends Field>(
  field: string,
  is: readonly (number | string)[],
  one: F,
  needed?: 'needed',
): F => ({ ...one, visibleWhen: { field, is, ...(needed && { needed: true }) } })
/** Filled in for one value of another field, and emptied when that changes. */
export const within = <F extends Field>(field: string, one: F): F => ({ ...one, dependsOn: field })

const flagCodes = { off: 0, on: 1 } as const
/** 0 or 1 on the wire (docs/specification.md 1.4). */
export const flag = <const O extends Common>(o: Given<O>) =>
  field('flag', z.literal([0, 1]) as z.ZodType<0 | 1>, o, { codes: flagCodes })

export const date = <const O extends Common>(o: Given<O>) =>
  field('date', z.iso.date().refine(isDay), o)
/** ISO 8601 with offset. */
export const moment = <const O extends Common>(o: Given<O>) =>
  field('moment', z.iso.datetime({ offset: true }).refine(isMoment), o)

/** First and last day, both included. */
export const dateRange = <const O extends Common>(o: Given<O>) =>
  field(
    'dateRange',
    z
      .tuple([z.iso.date(), z.iso.date()])
      .refine(([first, last]) => first <= last && isDay(first)) as z.ZodType<[string, string]>,
    o,
  )

type RefOptions = Common & { dependsOn?: string; named?: string }
/**
 * Points at another entity by id; the server answers its display name beside it as `<field>Name`,
 * and under `named` too.
 */
export const ref = <const O extends RefOptions>(to: string, o: Given<O, RefOptions>) =>
  field('ref', z.int().positive(), o, { to, dependsOn: o.dependsOn, named: o.named })
/** Offers those rows alone that are in use. */
export const inUse = <F extends Field>(one: F): F => ({ ...one, inUse: true })
/** Several of another entity, by id. */
type RefsOptions = Sized & { dependsOn?: string }
export const refs = <const O extends RefsOptions>(to: string, o: Given<O, RefsOptions>) =>
  field('refs', z.array(z.int().positive()).max(o.max), o, {
    to,
    max: o.max,
    dependsOn: o.dependsOn,
  })

/**
 * Address of an uploaded file of ours; nothing else is ever loaded. Answers sign it for some hours
 * (`?s=`), bodies may bring that back.
 */
export const stored = z
  .string()
  .max(300)
  .regex(/^\/hfle\/v1\/[\w/.-]+(\?s=[\w.-]+)?$/)
type ImageOptions = Common & { mostBytes?: number }
export const image = <const O extends ImageOptions>(o: Given<O, ImageOptions>) =>
  field('image', stored, o, { max: 300, mostBytes: o.mostBytes })
export const images = <const O extends Sized>(o: Given<O, Sized>) =>
  field('images', z.array(stored).max(o.max), o, { max: o.max })
type VideoOptions = Common & { clip?: Clip }
/** An MP4 of ours. */
export const video = <const O extends VideoOptions>(o: Given<O, VideoOptions>) =>
  field('video', stored, o, { max: 300, clip: o.clip })
/** Uploaded files by address, with the names they were given. */
export interface StoredFile {
  fileUrl: string
  fileName: string
  fileSize: number
}
export const files = <const O extends Sized>(o: Given<O, Sized>) =>
  field(
    'files',
    z
      .array(
        z.strictObject({
          fileUrl: stored,
          fileName: z.string().min(1).max(200).regex(plain),
          fileSize: z.int().min(0),
        }),
      )
      .max(o.max) as z.ZodType<StoredFile[]>,
    o,
    { max: o.max },
  )

export const colourPattern = /^#[\da-f]{6}$/i
/** Red, green and blue as '#rrggbb'. */
export const colour = <const O extends Common>(o: Given<O>) =>
  field('colour', z.string().trim().regex(colourPattern), o, { max: 7 })

/** WGS84 as 'lat,lng' (docs/specification.md 1.4). */
const pointPattern = /^-?\d{1,2}(\.\d{1,8})?,-?\d{1,3}(\.\d{1,8})?$/
export const point = <const O extends Common>(o: Given<O>) =>
  field('point', z.string().trim().regex(pointPattern), o, { max: 40 })

/** Ground as it is drawn, with or without holes in it. */
export const polygon = <const O extends Common>(o: Given<O>) =>
  field(
    'polygon',
    groundShape.check((context) => {
      const fault = holeFault(context.value)
      if (!fault) return
      const { code, ...params } = fault
      context.issues.push({
        code: 'custom',
        input: context.value,
        params: { code, params },
        continue: false,
      })
    }),
    o,
    { max: groundLimits.corners },
  )

/**
 * Lines of the record's own, such as the goods of a document; in the order in which they were
 * entered.
 */
type LinesOptions = Sized & { typed?: true }
export const lines = <const F extends Fields, const O extends LinesOptions>(
  columns: F,
  o: Given<O, LinesOptions>,
) =>
  field(
    'lines',
    z
      .array(shape(columns))
      .min(o.required ? 1 : 0)
      .max(o.max) as unknown as z.ZodType<Row<F>[]>,
    o,
    { max: o.max, columns, typed: o.typed },
  )

type ValueOf<F> = F extends Field<infer V> ? V : never
type Must<F extends Fields> = { [K in keyof F]: F[K] extends Field<any, true> ? K : never }[keyof F]
type Flat<T> = { -readonly [K in keyof T]: T[K] }
export type Row<F extends Fields> = Flat<
  { [K in Must<F>]: ValueOf<F[K]> } & { [K in Exclude<keyof F, Must<F>>]?: ValueOf<F[K]> | null }
>
/** What a client writes of a new row, and what of one that stands. */
export type Writable<F extends Fields> = Row<{
  [K in keyof F as F[K] extends Field<any, boolean, true> ? never : K]: F[K]
}>
export type Changeable<F extends Fields> = Writable<{
  [K in keyof F as F[K] extends Field<any, boolean, boolean, true> ? never : K]: F[K]
}>

/**
 * The zod object of a field table: the server checks bodies with it, the form checks on submit.
 * Read-only fields are left out, so a client cannot post them.
 */
export function shape(fields: Fields, action: 'create' | 'edit' = 'create') {
  const writable = Object.entries(fields).filter(
    ([, f]) => !f.readonly && !(action === 'edit' && f.createOnly),
  )
  return z.strictObject(
    Object.fromEntries(
      writable.map(([name, f]) => [name, f.required ? f.schema : f.schema.nullish()]),
    ),
  )
}
