import { messageCount, messages, noticePages } from '#contract/message/reader-calls.ts'
import { area } from '#contract/farm/area.ts'
import { self } from '#contract/account/self.ts'
import { afterAll, expect } from 'vitest'
import type { Page } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { inventoryOption } from '#contract/inventory/option.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { choosing } from '#contract/readers.ts'
import { approvalPeople, approvalCount, approvalTasks } from '#contract/approval/task-calls.ts'
import { recordTimeline } from '#contract/approval/case-calls.ts'
import { documentChain, documentRemaining } from '#contract/inventory/document-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { checkResources, menuTree } from '#contract/account/menus.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { deviceNames } from '#contract/equipment/device-calls.ts'
import { Client } from '#server/demo/client.ts'
import { fillDemo } from '#server/demo/index.ts'
import { demoPassword } from '#server/demo/people.ts'
import { startApp } from './harness.ts'
import type { Made } from './samples.ts'
import type { Document, Line } from './stock.ts'

// The demo as `npm start` fills it: each of its people at work, with an account of their own and
// nothing but their role.
export const app = await startApp({ poolSize: 8, mqtt: { host: '127.0.0.1', port: 0 } })
afterAll(() => app.end())
await fillDemo(app.http, app.db, () => undefined)

/** What stands around every page. */
const frame = [
  self.endpoint,
  menuTree.endpoint,
  area.api.list,
  approvalCount.endpoint,
  approvalTasks.endpoint,
  messageCount.endpoint,
  messages.endpoint,
  noticePages.endpoint,
]
/** Somebody of the demo, signed in, with the home page before them. */
export async function as(loginName: string): Promise<Client> {
  const person = await new Client(app.http).signIn(loginName, demoPassword)
  for (const endpoint of frame) await person.call(endpoint)
  return person
}
export const admin = await as('admin')

const at = (endpoint: string, id: number) => endpoint.replace('{id}', String(id))
export const entityNamed = (name: string) => entities.find((one) => one.name === name)!
/** The first page of a list, as its screen asks for it. */
export const rowsOf = async (
  person: Client,
  entity: Entity,
  query: Record<string, string> = {},
): Promise<Made[]> =>
  (await person.call<Page<Made>>(entity.api.list!, { page: '1', size: '10', ...query })).content
/** The row that has this value, found by everybody for whom the list is one of their own. */
export async function one(person: Client, entity: string, field: string, value: string) {
  const found = await rowsOf(person, entityNamed(entity), { [field]: value, size: '0' })
  const row = found.find((it) => it[field] === value)
  expect(row, `${entity} ${value}`).toBeDefined()
  return row!
}
/**
 * The form of an entity: each of its choices can be opened, and what has to be chosen has something
 * to choose from.
 */
export async function formOf(person: Client, entity: Entity): Promise<void> {
  for (const { to, required, dependsOn } of choosing(entity.fields)) {
    const target = entityNamed(to!)
    // Devices have pickers of their own, by the types that one may see.
    if (target.chosenApart) await person.call(deviceNames, { page: 1 })
    else if (target.api.list) {
      const found = await rowsOf(person, target)
      if (required && !dependsOn) expect(found.length, `${entity.name} → ${to}`).toBeGreaterThan(0)
    }
  }
}
/** A record's page: itself and what happened to it. */
export async function pageOf(person: Client, entity: Entity, id: number): Promise<Made> {
  const shown = await person.call<Made>(at(entity.api.show!, id))
  await person.call(recordHistory, { entity: entity.name, recordId: String(id) })
  return shown
}

export const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()
const holds = async (person: Client, code: string) =>
  (await person.call(checkResources, [code]))[0]!.approve

/** A stock document by the hands of one person, with everything that its pages ask for. */
export class Desk {
  readonly person: Client
  constructor(person: Client) {
    this.person = person
  }
  /** The form is opened and saved. */
  async write(kind: DocumentKind, body: Record<string, unknown>): Promise<Document> {
    const entity = documents[kind]
    await rowsOf(this.person, entity)
    await formOf(this.person, entity)
    await this.person.call(inventoryOption)
    const goods = (body.goods ?? []) as Line[]
    await this.person.call(findSkus, { keys: ['F-SDL15'] })
    if (await holds(this.person, stockBalance.permissions.list as string))
      await this.person.call(callOf(stockBalance, 'list'), {
        warehouseId: Number(body.warehouseId),
        skuId: goods.map(({ skuId }) => skuId).join(',') || '1',
        size: 0,
      })
    const made = await this.person.call<Document>(entity.api.create!, {
      occurredOn: today,
      ...body,
    })
    return this.open(kind, made.id)
  }
  /** The page of a document, with its chain, its approvals and its history. */
  async open(kind: DocumentKind, id: number): Promise<Document> {
    const shown = await pageOf(this.person, documents[kind], id)
    await this.person.call(documentChain, { id })
    await this.person.call(recordTimeline, {
      formCode: kind,
      thirdId: id,
    })
    return shown as unknown as Document
  }
  async edit(kind: DocumentKind, id: number, change: Record<string, unknown>): Promise<Document> {
    await formOf(this.person, documents[kind])
    const before = (await this.open(kind, id)) as unknown as Record<string, unknown>
    const { fields } = documents[kind]
    const kept = Object.entries(before).filter(
      ([name, value]) => value !== null && fields[name] && !fields[name].readonly,
    )
    const { objectVersionNumber } = before
    return this.person.call<Document>(documents[kind].api.edit!, {
      ...Object.fromEntries(kept),
      id,
      objectVersionNumber,
      ...change,
    })
  }
  async handIn(kind: DocumentKind, id: number, more: Record<string, unknown> = {}) {
    const submit = at(documents[kind].api.submit!, id)
    await this.person.call(submit.replace('POST', 'GET'))
    await this.person.call(approvalPeople)
    await this.person.call(submit, more)
    return this.open(kind, id)
  }
  /** What is left of a document, turned into another and handed in. */
  async convert(
    from: number,
    to: DocumentKind,
    change: (quantity: number) => number = (all) => all,
  ): Promise<Document> {
    const { goods, warehouseId, partnerId, purpose, sourceId } = await this.person.call(
      documentRemaining,
      { id: from, to },
    )
    const { id } = await this.write(to, {
      sourceId,
      warehouseId,
      ...('partnerId' in documents[to].fields && { partnerId }),
      ...(purpose !== undefined && { purpose }),
      goods: goods.map(({ skuId, lot, quantity, price, sourceLineId }) => ({
        skuId,
        lot,
        quantity: change(quantity),
        ...(price !== undefined && { price }),
        sourceLineId,
      })),
    })
    return this.handIn(to, id)
  }
}
/** What the server says to what a role was not given: the missing code, and nothing is done. */
export async function expectRefused(
  person: Client,
  endpoint: string,
  input?: Record<string, unknown>,
): Promise<void> {
  const answer = await person.send(endpoint, input)
  expect([endpoint, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    endpoint,
    403,
    'error.permission.mismatch',
  ])
}
