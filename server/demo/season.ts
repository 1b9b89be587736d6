import { dayAfter } from '#contract/planting/stages.ts'
import { Client, type Injectable } from './client.ts'
import { pictureOf } from './media.ts'
import { demoPassword } from './people.ts'
import { seasonBatches, seasonCosts, seasonEntries, type SeasonBatch } from './records/season.ts'

interface Made {
  id: number
}
interface Plot extends Made {
  landCode: string
  areaId: number
  acreage: number
}
const chinaMs = 8 * 3_600_000
const today = () => new Date(Date.now() + chinaMs).toISOString().slice(0, 10)
const inDays = (days: number) => dayAfter(today(), days)

/** Ids of what was made before, by their codes. */
async function known(admin: Client, path: string, code: string): Promise<Map<string, Made>> {
  const { content } = await admin.call<{ content: (Made & Record<string, unknown>)[] }>(
    `GET /wfpf/v1/{tenant}/${path}`,
    { size: '0' },
  )
  return new Map(content.map((one) => [String(one[code]), one]))
}

/** Who runs the bases, and who knows what things cost. */
interface Hands {
  manager: Client
  admin: Client
}

/** Takes a batch from its plan to where it stands today. */
async function grow(
  { manager, admin }: Hands,
  id: number,
  area: number,
  one: SeasonBatch,
): Promise<void> {
  const path = `POST /wfpf/v1/{tenant}/batch/${id}`
  await manager.call(`${path}/start`, { plantedOn: inDays(one.plantedIn) })
  const length = (one.finishedIn ?? 0) - one.plantedIn
  for (const [kind, title, quantity, unitName, amount, part] of seasonCosts) {
    const day = one.plantedIn + Math.round(length * part)
    await admin.call(`${path}/fact`, {
      kind,
      title,
      quantity: Math.round(quantity * area * 10) / 10,
      unitName,
      amount: Math.round(amount * area * 100) / 100,
      occurredOn: inDays(day),
    })
  }
  for (const [day, amount] of one.sold ?? [])
    await admin.call(`${path}/fact`, {
      kind: 'income',
      title: '销售收入',
      amount,
      occurredOn: inDays(day),
    })
  if (one.seen) {
    const [place, day, note] = one.seen
    const picture = await manager.upload('阶段.png', 'image/png', await pictureOf('番茄'))
    await manager.call(`${path}/stage`, { place, startsOn: inDays(day), picture, note })
  }
  if (one.state === 'harvesting') await manager.call(`${path}/harvest`, {})
  for (const [day, quantity] of one.yields ?? [])
    await manager.call(`${path}/fact`, {
      kind: 'yield',
      title: '采收',
      quantity,
      occurredOn: inDays(day),
    })
  if (one.state === 'finished')
    await manager.call(`${path}/finish`, {
      finishedOn: inDays(one.finishedIn!),
      realYield: (one.yields ?? []).reduce((sum, [, weight]) => sum + weight, 0),
    })
}

async function makeBatches(hands: Hands, plots: ReadonlyMap<string, Plot>): Promise<number[]> {
  const { admin } = hands
  const varieties = await known(admin, 'variety/page', 'code')
  const workers = await known(admin, 'worker', 'workerCode')
  const units = await known(admin, 'unit', 'code')
  const ids: number[] = []
  for (const one of seasonBatches) {
    const own = one.plots.map((code) => plots.get(code)!)
    const [quantity, unit] = one.quantity
    // Prices are said by who may know them.
    const { id } = await admin.call<Made>('POST /wfpf/v1/{tenant}/batch', {
      batchName: one.batchName,
      areaId: own[0]!.areaId,
      landIds: own.map((plot) => plot.id),
      varietyId: varieties.get(one.variety)!.id,
      plantedOn: inDays(one.plantedIn),
      managerId: workers.get(one.manager)!.id,
      quantity,
      quantityUnitId: units.get(unit)!.id,
      sharedFlag: 0,
      price: one.price,
    })
    ids.push(id)
    const area = own.reduce((sum, { acreage }) => sum + acreage, 0)
    if (one.state !== 'planned') await grow(hands, id, area, one)
  }
  return ids
}

/** What people saw, each written by who saw it. */
async function makeJournal(
  app: Injectable,
  plots: ReadonlyMap<string, Plot>,
  batches: readonly number[],
): Promise<void> {
  const authors = new Map<string, Client>()
  for (const [
    daysAgo,
    hour,
    who,
    logLevel,
    where,
    logTitle,
    description,
    pictured,
  ] of seasonEntries) {
    const author = authors.get(who) ?? (await new Client(app).signIn(who, demoPassword))
    authors.set(who, author)
    const plot = plots.get(typeof where === 'string' ? where : seasonBatches[where]!.plots[0]!)!
    const content = pictured
      ? [await author.upload(`${logTitle}.png`, 'image/png', await pictureOf(logTitle))]
      : []
    const at = Date.parse(`${inDays(-daysAgo)}T${String(hour).padStart(2, '0')}:20:00+08:00`)
    await author.call('POST /wfpf/v1/{tenant}/log', {
      logTitle,
      logLevel,
      logType: pictured ? 'image' : 'text',
      content,
      areaId: plot.areaId,
      landId: plot.id,
      batchId: typeof where === 'number' ? batches[where]! : null,
      happenedAt: new Date(Math.min(at, Date.now())).toISOString(),
      description,
    })
  }
}

/** A season that is going on: batches from plan to harvest, and what people wrote down meanwhile. */
export async function makeSeason(app: Injectable, admin: Client): Promise<void> {
  const plots = (await known(admin, 'land', 'landCode')) as Map<string, Plot>
  const manager = await new Client(app).signIn('huangmei', demoPassword)
  await makeJournal(app, plots, await makeBatches({ manager, admin }, plots))
}
