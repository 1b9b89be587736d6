/**
 * What a value of JSON is replaced by, as it is written: some of it no JavaScript value can say.
 */
export const hostile = [
  'null',
  '[]',
  '{}',
  '[[]]',
  'true',
  '-1',
  '-0',
  '0.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '""',
  '"NaN"',
  '"1"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff x"',
  `"${'長'.repeat(5000)}"`,
  '"__proto__"',
  '"constructor"',
  '"valueOf"',
  '"0000-01-01"',
  '"0000-01-01T00:00:00Z"',
  '"2026-02-31"',
  '"2026-02-30T25:61:00+23:59"',
  '"1"',
  '"+275760-09-13"',
  '"=1+1"',
  '"%"',
  '"%00"',
  '"\';--"',
  '"\\u202e\\u200b"',
  '[null]',
  '["\\ud800"]',
  `[${Array.from({ length: 3000 }, () => 1).join()}]`,
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  '{"toString":1,"valueOf":1}',
  '{"length":1e9}',
  '{"toJSON":1}',
  '[{"id":null}]',
  '[{"id":1e400}]',
  '{"a":"\\ud800"}',
]
/** What stands in the place of a value of a query or a path, as it is written. */
export const hostileInAddress = [
  '',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  'valueOf',
  'toString',
  '__proto__,desc',
  '0.5',
  '-1',
  '0',
  '1e400',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999',
  '1',
  '0000-01-01',
  '2026-02-31',
  '1,2,NaN,0.5',
  '2026-02-30T25:61:00%2B23:59',
  '%2B275760-09-13',
  '%E9%95%B7'.repeat(160),
  '%F0%9F%8C%BE'.repeat(200),
  '..%2F..%2Fetc',
  '%27%3B--',
  '%5B%5D',
  'null',
  '[object%20Object]',
]
/** Parameters that lists know without saying so in their schema. */
export const ofLists = ['sort', 'size', 'page', 'q', 'ids', 'lang', 'id']

export const wholeBodies = [
  '',
  'null',
  '1',
  '"x"',
  '[]',
  '[null]',
  '{',
  '{"a":1}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":1}}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  '\u0000',
  '{"a":"\\ud800"}',
  '{"\\ud800":1}',
  '{"\\u0000":1}',
]
export const headers: Record<string, string>[] = [
  { 'accept-language': ',;q=xx,\u00ff' },
  { 'idempotency-key': '\u00e9'.repeat(90) },
  { 'idempotency-key': 'k'.repeat(5000) },
  { 'idempotency-key': '' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-length': '5' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer \u00ff' },
  { authorization: `Basic ${'='.repeat(3000)}` },
  { 'x-request-id': '\u00ff'.repeat(50) },
  { cookie: '__proto__=1; lang=%' },
]

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema | false
  prefixItems?: Schema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
  format?: string
  pattern?: string
  default?: unknown
  required?: string[]
}
/** Something that a schema may well take. */
export function likely(schema: Schema | false | undefined): unknown {
  if (!schema) return 1
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const among = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
  if (among) return likely(among)
  if (schema.allOf) return likely(schema.allOf[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, one]) => [name, likely(one)]),
    )
  if (type === 'array')
    return schema.prefixItems
      ? schema.prefixItems.map(likely)
      : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => likely(schema.items))
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
  if (type === 'boolean') return true
  if (schema.format === 'date') return '2026-11-20'
  if (schema.format === 'date-time') return '2026-11-20T08:00:00+08:00'
  if (schema.format === 'uuid') return '11111111-1111-4111-8111-111111111111'
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}
