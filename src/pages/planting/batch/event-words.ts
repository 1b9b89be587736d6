import { batchState } from '#contract/planting/batch.ts'
import type { BatchEvent } from '#contract/planting/batch-calls.ts'
import { codeName, type Translate } from '#src/kit/definition/label.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'

interface Words {
  title: string
  note: string
  by: string
  pictures: readonly string[]
  tone: 'bad' | 'warn' | 'quiet'
}
interface Goods {
  name: string
  quantity: number
  unitName: string | null
}
type Detail = Readonly<Record<string, unknown>>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const oneDigit = (value: unknown) => Number(value).toFixed(1)
/** How it is said to whoever reads: words, the farm's clock, units in their language. */
interface Said {
  t: Translate
  zone: string
  unitOf: (name: unknown) => string
}
const quantityOf = ({ unitOf }: Said, quantity: unknown, unit: unknown) =>
  typeof quantity === 'number' ? `${quantity} ${unitOf(unit)}`.trim() : ''

/** A fact in one line: how much of it, and what it cost where that is told. */
const factNote = (said: Said, detail: Detail) =>
  [
    quantityOf(said, detail.quantity, detail.unitName),
    typeof detail.amount === 'number' && said.t('planting:figures.yuan', { amount: detail.amount }),
    detail.passed === 'on' && said.t('planting:timeline.passedOn'),
    detail.passed === 'along' && said.t('planting:timeline.cameAlong'),
    detail.reversed === true && said.t('planting:timeline.reversed'),
  ]
    .filter(Boolean)
    .join(' · ')
const goodsNote = (said: Said, goods: unknown) =>
  (Array.isArray(goods) ? (goods as Goods[]) : [])
    .map(({ name, quantity, unitName }) => `${name} ${quantityOf(said, quantity, unitName)}`)
    .join(', ')

/** What a task that is not reported yet waits for. */
function taskWords(t: Translate, detail: Detail): Partial<Words> {
  const step = textOf(detail.step)
  if (step === 'reported') return {}
  const late = detail.late === true
  const days = { from: textOf(detail.startsOn), to: textOf(detail.endsOn) }
  return {
    note: [
      t(`planting:timeline.task.${step || 'planned'}`, days),
      late && t('planting:timeline.task.late'),
    ]
      .filter(Boolean)
      .join(' · '),
    ...(late && { tone: 'warn' }),
  }
}
/** Which circuit let water out, until when, and at whose word. */
const irrigationNote = ({ t, zone }: Said, detail: Detail) =>
  [
    textOf(detail.switchName),
    detail.until
      ? t('planting:timeline.water.until', {
          moment: momentOf(textOf(detail.until), zone).slice(0, 16),
        })
      : t('planting:timeline.water.open'),
    !detail.by && t(`planting:timeline.water.${detail.origin === 'alarm' ? 'alarm' : 'rule'}`),
  ]
    .filter(Boolean)
    .join(' · ')
const weatherNote = (t: Translate, { low, high, rain, wind }: Detail) =>
  [
    t('planting:timeline.weather.air', { low: oneDigit(low), high: oneDigit(high) }),
    Number(rain) > 0 && t('planting:timeline.weather.rain', { value: oneDigit(rain) }),
    t('planting:timeline.weather.wind', { value: oneDigit(wind) }),
  ]
    .filter(Boolean)
    .join(' · ')

/** What is said of an event, by its kind; a kind with words of its own brings them as its title and note. */
export function eventWords(said: Said, { kind, title, detail = {} }: BatchEvent): Words {
  const { t } = said
  const words: Words = {
    title,
    note: textOf(detail.note),
    by: textOf(detail.by),
    pictures: [detail.pictures ?? detail.picture ?? []]
      .flat()
      .filter((one) => one !== null) as string[],
    tone: 'quiet',
  }
  if (kind === 'state' && detail.turn)
    return {
      ...words,
      title: t(`planting:timeline.turn.${textOf(detail.turn)}`, { day: textOf(detail.happenedOn) }),
    }
  if (kind === 'state')
    return {
      ...words,
      title: t(`planting:timeline.became.${codeName(batchState, detail.state) ?? 'planned'}`, {
        day: textOf(detail.happenedOn),
      }),
    }
  if (kind === 'stage')
    return {
      ...words,
      title: t(detail.correctedFlag === 1 ? 'planting:timeline.seen' : 'planting:timeline.began', {
        stage: title,
      }),
    }
  if (kind === 'fact')
    return {
      ...words,
      title: `${t(`planting:facts.${textOf(detail.fact) || 'other'}`)} ${title}`.trim(),
      note: factNote(said, detail),
    }
  if (kind === 'alarm')
    return {
      ...words,
      note: textOf(detail.device),
      tone: Number(detail.level) > 1 ? 'bad' : 'warn',
    }
  if (kind === 'task') return { ...words, ...taskWords(t, detail) }
  if (kind === 'irrigation') return { ...words, note: irrigationNote(said, detail) }
  if (kind === 'weather')
    return {
      ...words,
      title: t(`planting:timeline.weather.${textOf(detail.risk) || 'day'}`),
      note: weatherNote(t, detail),
      tone: detail.risk ? 'warn' : 'quiet',
    }
  if (kind === 'stock') return { ...words, note: goodsNote(said, detail.goods) }
  if (kind === 'journal')
    return {
      ...words,
      tone: detail.level === 'error' ? 'bad' : detail.level === 'warn' ? 'warn' : 'quiet',
    }
  return words
}
