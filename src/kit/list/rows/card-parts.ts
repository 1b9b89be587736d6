import type { Entity } from '#contract/entity.ts'
import type { FieldKind } from '#contract/field.ts'
import { isState } from '#src/kit/fields/choice/tones.ts'
import type { AnyResource } from '#src/kit/definition/resource.ts'

/** What of a row a phone's card says, and where: three lines, and what has a place of its own. */
interface CardParts {
  picture: string | undefined
  figure: string | undefined
  tags: readonly string[]
  /** What it belongs to, in words. */
  middle: readonly string[]
  /** Number, dates, further figures. */
  last: readonly string[]
  /** Widgets, each on a line of its own. */
  own: readonly string[]
}

const numbers: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money'])
const words: ReadonlySet<FieldKind> = new Set([
  'text',
  'phone',
  'code',
  'choice',
  'choices',
  'ref',
  'refs',
])
const most = 3

/** Of the columns that the list shows, in their order. */
export function cardParts(
  { entity, cells, list }: AnyResource,
  names: readonly string[],
): CardParts {
  const { fields, title }: Entity = entity
  const left = names.filter(
    (name) => name !== title && ((list.onPhone as string[] | undefined)?.includes(name) ?? true),
  )
  const kindOf = (name: string) => fields[name]!.kind
  const take = (is: (name: string) => boolean, count: number) => {
    const taken = left.filter(is).slice(0, count)
    for (const name of taken) left.splice(left.indexOf(name), 1)
    return taken
  }
  const isCoded = (name: string) => kindOf(name) === 'code' || kindOf(name) === 'choice'
  const [picture] = take((name) => kindOf(name) === 'image' || kindOf(name) === 'images', 1)
  const tags = take(
    (name) =>
      isState(name) || (cells?.[name] !== undefined && (isCoded(name) || kindOf(name) === 'flag')),
    2,
  )
  const own = take((name) => kindOf(name) === 'lines' && cells?.[name] !== undefined, 2)
  const [figure] = take((name) => numbers.has(kindOf(name)) && name !== 'sort', 1)
  const isNumberOf = (name: string) => /code$/i.test(name)
  const middle = take((name) => words.has(kindOf(name)) && !isNumberOf(name), most)
  // A flag says its exception beside the name.
  const last = take((name) => kindOf(name) !== 'flag', most)
  return { picture, figure, tags, middle, last, own }
}
/** A figure by itself says nothing: it has its name before it. */
export const needsName = ({ fields }: Entity, name: string) => numbers.has(fields[name]!.kind)
