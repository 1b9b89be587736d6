import { article } from '#contract/content/article.ts'
import { publicityVideo } from '#contract/content/publicity-video.ts'
import { notice } from '#contract/message/notice.ts'
import { attribute } from '#contract/inventory/attribute.ts'
import { banner } from '#contract/content/banner.ts'
import type { Entity } from '#contract/entity.ts'
import { area } from '#contract/farm/area.ts'
import { variety } from '#contract/farm/crop.ts'
import { land } from '#contract/farm/land.ts'
import { farmStore } from '#contract/farm/store.ts'
import { worker } from '#contract/farm/worker.ts'
import {
  choice,
  choices,
  code,
  colour,
  date,
  dateRange,
  decimal,
  files,
  flag,
  id,
  image,
  images,
  integer,
  lines,
  moment,
  money,
  phone,
  point,
  polygon,
  ref,
  refs,
  richtext,
  text,
  video,
  type Field,
  type FieldKind,
} from '#contract/field.ts'
import { unit } from '#contract/inventory/unit.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import type { Translate } from '#src/kit/definition/label.ts'

/** One kind of field in a record that could be, so that its labels are real ones. */
export interface Specimen {
  entity: Entity
  name: string
  filled: unknown
  /** As much as anyone will ever put into it. */
  long: unknown
  /** What the server answers beside the value: the names behind a reference. */
  beside?: Readonly<Record<string, unknown>>
}

/** The field's place in an entity that has labels for it, whatever kind that entity gives it. */
function specimen(
  entity: Entity,
  name: string,
  field: Field,
  filled: unknown,
  long: unknown = filled,
  beside?: Specimen['beside'],
): Specimen {
  return {
    entity: { ...entity, fields: { ...entity.fields, [name]: { ...field, readonly: false } } },
    name,
    filled,
    long,
    beside,
  }
}

/** No record has it: what is pressed here by mistake finds nothing to change. */
export const noRecord = -1
export const rowOf = ({ entity, name, beside }: Specimen, value: unknown): Row => ({
  id: noRecord,
  [entity.title]: entity.name,
  ...beside,
  [name]: value,
})

const picture = '/favicon.svg'
const workKinds = { permanent: 'permanent', seasonal: 'seasonal', daily: 'daily' } as const

/**
 * Texts are taken from the console's own, so that they are in the language that is being looked at.
 */
export function specimensOf(
  t: Translate,
): Readonly<Record<FieldKind, Specimen | readonly Specimen[]>> {
  const short = t('common:empty.noData')
  const sentence = t('common:failed')
  const long = Array.from({ length: 12 }, () => sentence).join(' ')
  const names = [t('menus:screens.base'), t('menus:screens.store'), t('menus:screens.organization')]
  return {
    id: specimen(unit, 'code', id(), 1024, Number.MAX_SAFE_INTEGER),
    text: [
      specimen(unit, 'name', text({ required: true, max: 60 }), short, long),
      specimen(unit, 'description', text({ max: 200 }), sentence, long),
    ],
    richtext: specimen(
      article,
      'content',
      richtext({ max: 50_000 }),
      `<h2>${short}</h2><p>${sentence}</p>`,
      `<h2>${short}</h2><p>${long}</p><ul><li>${short}</li><li>${sentence}</li></ul>`,
    ),
    integer: specimen(
      variety,
      'growthDays',
      integer({ min: 1, max: 3650, unit: 'day' }),
      120,
      3650,
    ),
    decimal: specimen(area, 'acreage', decimal({ max: 99_999, unit: 'mu' }), 12.5, 99_999.99),
    flag: specimen(worker, 'enabledFlag', flag({}), 1, 0),
    code: specimen(worker, 'kind', code({ permanent: 0, seasonal: 1, daily: 2 }, {}), 1, 2),
    choice: specimen(
      worker,
      'kind',
      choice(workKinds, { required: true }),
      'seasonal',
      'permanent',
    ),
    choices: specimen(
      worker,
      'kind',
      choices(workKinds, {}),
      ['seasonal'],
      Object.values(workKinds),
    ),
    date: specimen(worker, 'joinedOn', date({}), '2026-03-05'),
    moment: specimen(worker, 'joinedOn', moment({}), '2026-03-05T08:30:00Z'),
    ref: [
      specimen(worker, 'areaId', ref('area', {}), noRecord, noRecord, { areaIdName: long }),
      // An entity that is a tree is picked from as one; its picker knows only the rows that are
      // there.
      specimen(worker, 'organizationId', ref('organization', {}), noRecord, noRecord, {
        organizationIdName: names[2],
      }),
    ],
    refs: specimen(worker, 'areaId', refs('area', { max: 20 }), [-1], [-1, -2, -3], {
      areaIdName: names,
    }),
    image: specimen(banner, 'picture', image({ required: true }), picture),
    point: specimen(area, 'latlng', point({}), '31.23041667,121.47370123'),
    phone: specimen(worker, 'phone', phone({}), '13800000001'),
    money: specimen(worker, 'dayWage', money({}), 128.5, 99_999_999.99),
    colour: specimen(unit, 'code', colour({}), '#2f8f46'),
    dateRange: specimen(worker, 'joinedOn', dateRange({}), ['2026-03-05', '2026-06-30']),
    images: specimen(
      farmStore,
      'pictures',
      images({ max: 6 }),
      [picture],
      Array.from({ length: 6 }, (_, at) => `${picture}?${at}`),
    ),
    video: specimen(publicityVideo, 'video', video({}), '/hfle/v1/0/files/content/none.mp4'),
    files: specimen(
      notice,
      'attachments',
      files({ max: 10 }),
      [{ fileUrl: picture, fileName: short, fileSize: 1024 }],
      Array.from({ length: 6 }, (_, at) => ({
        fileUrl: `${picture}?${at}`,
        fileName: sentence,
        fileSize: 1024,
      })),
    ),
    polygon: specimen(land, 'boundary', polygon({}), [
      [113.34, 22.96],
      [113.342, 22.96],
      [113.342, 22.962],
      [113.34, 22.962],
    ]),
    lines: specimen(
      attribute,
      'values',
      lines({ value: text({ required: true, max: 40 }), code: text({ max: 20 }) }, { max: 50 }),
      [{ value: short, code: 'A' }],
      Array.from({ length: 8 }, () => ({ value: sentence, code: 'A1' })),
    ),
  }
}
