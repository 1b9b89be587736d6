import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { decimal, flag, id, image, integer, lines, ref, richtext, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** docs/specification.md 6.6 */
const mostBytes = 30 * 1024 * 1024

/** A kind of seed, with what farm and visitors should know of it. */
export const seed = entity('seed', {
  module: 'planting',
  title: 'seedName',
  permissions: {
    list: 'wfpf.farm.seed',
    ...codes('wfpf.farm.seed.ps', 'create', 'edit', 'delete'),
  },
  api: {
    ...rest('wfpf/v1/{tenant}/seed'),
    list: 'GET /wfpf/v1/{tenant}/seed/page',
    edit: 'PUT /wfpf/v1/{tenant}/seed',
  },
  fields: {
    id: id(),
    seedName: text({ required: true, unique: true, max: 60 }),
    seedEnName: text({ max: 60 }),
    cropId: ref('crop', { required: true }),
    varietyId: ref('variety', { dependsOn: 'cropId' }),
    /** What it is bought and kept in stock as, lot by lot. */
    productId: ref('product', {}),
    /** The crop's English name; spelt so on the wire. */
    corpEnName: text({ max: 60 }),
    publicity: text({ max: 100 }),
    /** Of a hundred seeds. */
    germination: integer({ min: 1, max: 100, unit: 'percent' }),
    thousandSeedWeight: decimal({ max: 9_999, scale: 2, unit: 'gram' }),
    imageUrl: image({ mostBytes }),
    /** Shown to whoever holds the address of its page; its pictures as well. */
    publicFlag: flag({}),
    farmingPractices: lines(
      {
        name: text({ required: true, max: 40 }),
        imageUrl: image({ mostBytes }),
        description: richtext({ max: 5_000 }),
      },
      { max: 12, typed: true, detailOnly: true },
    ),
    productAttributes: lines(
      {
        name: text({ required: true, max: 40 }),
        enName: text({ max: 60 }),
        imageUrl: image({ mostBytes }),
        description: text({ max: 200 }),
      },
      { max: 12, typed: true, detailOnly: true },
    ),
  },
})
export const seedScreen = entityScreen('seed', seed, {
  route: '/web/farm/seed',
  module: 'farm',
  group: 'farm',
  icon: 'seed',
  at: 5,
})

const picture = z.string().nullable()
/** What visitors are told of a seed. */
const introduction = z.object({
  cropName: z.string(),
  corpEnName: z.string().nullable(),
  publicity: z.string().nullable(),
  seedName: z.string(),
  seedEnName: z.string().nullable(),
  imageUrl: picture,
  farmingPractices: z.array(
    z.object({ imageUrl: picture, description: z.string().nullable(), name: z.string() }),
  ),
  productAttributes: z.array(
    z.object({
      name: z.string(),
      enName: z.string().nullable(),
      imageUrl: picture,
      description: z.string().nullable(),
    }),
  ),
})
export type SeedIntroduction = z.infer<typeof introduction>
// chosen: the specification gives the page and what it shows, and no path
export const seedIntroduction = call({
  endpoint: 'GET /wfpf/v1/{tenant}/seed/introduction/{id}',
  summary: 'A seed as its public page shows it; 404 for one that is not public',
  access: 'public',
  rate: 'ordinary',
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: introduction,
})
/** Where visitors read of it. */
export const seedPage = (tenant: number, seedId: number) => `/seed?tenantId=${tenant}&id=${seedId}`
