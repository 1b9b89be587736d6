import { z } from 'zod'
import { actTimes } from '../act.ts'
import { call } from '../call.ts'
import type { Entity } from '../entity.ts'
import {
  auditStatus,
  documentKinds,
  documentQuestions,
  fulfilment,
  type DocumentKind,
  type DocumentQuestion,
} from './document-kinds.ts'
import type { ProductUnit } from './product-unit.ts'
import { documents, shipment, stocktake, transfer } from './document.ts'
import { inputStock, stockBalance } from './stock.ts'

const key = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive()
const kinds = Object.values(documents)
const inputDocuments = [documents.input_warehousing.name, documents.input_shipment.name] as string[]
const codesOf = (action: string) => [
  ...new Set(kinds.flatMap(({ permissions }) => permissions[action] ?? [])),
]
const stored = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const kind = z.enum(Object.values(documentKinds) as [DocumentKind, ...DocumentKind[]])

/** What moves one document of a kind from state to state. The version is that which its reader saw. */
export const movesOf = (entity: Entity) => {
  const move = <const S extends z.ZodRawShape>(
    action: 'submit' | 'withdraw' | 'close' | 'void',
    summary: string,
    input: S,
  ) =>
    call({
      endpoint: entity.api[action]!,
      summary: `${entity.name}: ${summary}`,
      access: { code: entity.permissions[action]! },
      rowsOf: entity.name,
      input: z.object({ id: key, objectVersionNumber: version.optional(), ...input }),
      answer: stored,
    })
  return {
    // `approverIds`: whom the submitter chose, where the process leaves that to them.
    // `accepted`: what the refusal `document.confirm` asked, and is meant so.
    submit: move('submit', 'hand in for approval, or approve and post where none is asked', {
      approverIds: z.array(key).max(20).optional(),
      accepted: z.array(z.enum(documentQuestions)).optional(),
    }),
    ahead: call({
      endpoint: entity.api.submit!.replace('POST', 'GET') as `GET /${string}`,
      summary: `${entity.name}: what handing in will do: post at once, or ask whom`,
      access: { code: entity.permissions.submit! },
      input: z.object({ id: key }),
      answer: z.object({
        isAsked: z.boolean(),
        /** Its flow is out of use. */ isBroken: z.boolean(),
        steps: z.array(
          z.object({
            name: z.string(),
            kind: z.string(),
            mode: z.string().nullable(),
            percent: z.int().nullable(),
            people: z.array(z.string()),
            standIn: z.string().nullable(),
            isOpen: z.boolean(),
          }),
        ),
      }),
    }),
    withdraw: move('withdraw', 'take back before it is decided', {}),
    close: move('close', 'close short: the rest will not come', {
      closeReason: z.string().trim().min(1).max(200),
    }),
    void: move(
      'void',
      'undo what it posted, by mirrored rows; refused while others are made from it',
      { voidReason: z.string().trim().min(1).max(200) },
    ),
  }
}

/** The lines of a document as they may still be carried out, for a draft of the kind `to`. */
export const documentRemaining = call({
  endpoint: 'GET /wfpf/v1/{tenant}/stock-document/{id}/remaining',
  summary: 'What is left of a document, as the head and lines of a draft made from it',
  access: { code: codesOf('list') },
  rowsOf: 'stockDocument',
  input: z.object({ id: key, to: kind }),
  answer: z.looseObject({
    sourceId: z.int(),
    sourceCode: z.string(),
    goods: z.array(z.looseObject({ skuId: z.int(), quantity: z.number() })),
  }),
})
const link = z.object({
  id: z.int(),
  kind,
  code: z.string(),
  auditStatus: z.literal(Object.values(auditStatus)),
  execStatus: z.literal(Object.values(fulfilment)).nullable(),
  closedFlag: z.literal([0, 1]).nullable(),
  occurredOn: z.string(),
  sourceId: z.int().nullable(),
  /** Where a transfer sends goods, on its own paper and on that of what left for it. */
  toWarehouseName: z.string().nullable(),
  /** How much of each line others carried out, in the mean, 0 to 100; null where its own posting was all. */ percent:
    z.number().nullable(),
})
export type DocumentLink = z.infer<typeof link>
/** Everything that one document was made from and what was made from it, oldest first. */
export const documentChain = call({
  endpoint: 'GET /wfpf/v1/{tenant}/stock-document/{id}/chain',
  summary: 'The documents that hang together with one',
  access: { code: codesOf('list') },
  input: z.object({ id: key }),
  answer: z.array(link),
})
const { list, create, edit } = transfer.permissions
/** Whoever lists transfers reads in them where they went, and looks for that. */
const targetCodes = [list, create, edit].flat() as string[]
/** A warehouse by its name alone. */
const target = z.object({ id: z.int(), name: z.string(), enabledFlag: z.literal([0, 1]) })
export type TransferTarget = z.infer<typeof target>
/** Where goods may be sent: away, too, to whom one does not see. */
export const transferTargets = call({
  endpoint: 'GET /wfpf/v1/{tenant}/transfer/targets',
  summary: 'Warehouses that transfers go to, by name, those out of sight too: in use, or all',
  access: { code: targetCodes },
  staleAfter: { warehouse: true },
  input: z.object({
    /** Those out of use as well, which earlier ones went to. */
    of: z.enum(['use', 'all']).default('use'),
  }),
  answer: z.array(target),
})
const lotThere = z.object({
  skuId: z.int(),
  lot: z.string().nullable(),
  expiresOn: z.string().nullable(),
  quantity: z.number(),
})
export type LotThere = z.infer<typeof lotThere>
const writing = (all: readonly Entity[]) => [
  ...new Set(
    all.flatMap(({ permissions }) => [permissions.create ?? [], permissions.edit ?? []].flat(2)),
  ),
]
/** Codes by which somebody may know what of any thing, not of inputs alone, lies somewhere. */
export const anythingThere = [
  ...writing(kinds.filter(({ name }) => !inputDocuments.includes(name))),
  stockBalance.permissions.list,
]
/** What is there to be written on a document's lines, for whoever may write one. */
export const documentLots = call({
  endpoint: 'GET /wfpf/v1/{tenant}/stock-document/lots',
  summary:
    'What of these goods lies in a warehouse in sight, lot by lot, what ends first at the head',
  access: {
    code: [...new Set([...writing(kinds), ...anythingThere, inputStock.permissions.list])],
  },
  staleAfter: { stockBalance: true },
  input: z.object({
    warehouseId: key,
    /** Numbers, such as `3,7`. */
    skuIds: z
      .string()
      .max(8000)
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,499}$/),
  }),
  answer: z.array(lotThere),
})
const lineBatch = z.object({
  skuId: z.int(),
  batches: z.array(z.object({ id: z.int(), name: z.string(), code: z.string().nullable() })),
})
/** Planting batches that goods may come from, what was planted last at the head. */
export type LineBatch = z.infer<typeof lineBatch>
/** What somebody who sells may say of goods: which batch they grew in. */
export const lineBatches = call({
  endpoint: 'GET /wfpf/v1/{tenant}/shipment/batches',
  summary:
    'Planting batches in sight that goods may come from: of the crops that they were picked of',
  access: {
    code: [shipment.permissions.create, shipment.permissions.edit].flat() as string[],
  },
  staleAfter: { batch: true },
  input: z.object({
    /** Numbers, such as `3,7`. */
    skuIds: z
      .string()
      .max(8000)
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,499}$/),
  }),
  answer: z.array(lineBatch),
})
/** A line that finds too little: sent as `lines` with 409 `stock.short`, all of them at once. */
export interface ShortLine {
  /** From 0, in the order of the document. */
  position: number
  skuId: number
  skuName: string
  lot: string | null
  unitName: string | null
  /** The further units in which people may think of it. */
  units: ProductUnit[]
  wanted: number
  available: number
  /** Other lots of it in the same warehouse, what ends first at the head. */
  otherLots: { lot: string; expiresOn: string | null; quantity: number }[]
  /** Other warehouses; of a lot, where that lot lies. */
  elsewhere: { warehouseId: number; warehouseName: string; quantity: number }[]
}

/** What a document is asked before it is handed in: sent as `questions` with 409 `document.confirm`. */
export interface AskedQuestion {
  code: DocumentQuestion
  lines: {
    name: string
    lot: string | null
    /** The last day, or that of the earliest harvest. */ date: string | null
    /** Where it was used, while nobody says where the produce grew. */
    land?: string
    /** What a count found, and what the books say. */
    counted?: number
    booked?: number
    /** What begun tasks will take, and what is left for others. */
    reserved?: number
    free?: number
  }[]
}

const countCode = { code: stocktake.permissions.edit! }
const count = z.object({
  id: key.optional(),
  skuId: key.optional(),
  lot: z.string().trim().max(40).nullish(),
  counted: z
    .number()
    .min(0)
    .max(9_999_999)
    .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6)
    .nullable(),
  /** What one is worth, where the books know of none. */
  price: z.number().min(0).max(99_999_999).nullish(),
  remark: z.string().trim().max(100).nullish(),
  /** Put in place of what somebody else has counted; without it that is refused. */
  over: z.boolean().optional(),
})
/** A line that somebody else has counted otherwise: sent as `lines` with 409 `stocktake.counted`. Their figure is withheld from a blind count. */
export interface OtherCount {
  id: number
  counted: number | null
  countedBy: string
}
/** Takes the book quantities, as they were when it was begun, and opens the count. */
export const startCount = call({
  endpoint: stocktake.api.start!,
  summary: 'stocktake: take the book quantities and open the count',
  access: countCode,
  rowsOf: stocktake.name,
  input: z.object({ id: key, objectVersionNumber: version.optional(), ...actTimes }),
  answer: stored,
})
/** Several people may count at once: each line keeps who counted it last. A line without `id` is something the books did not expect. */
export const countLines = call({
  endpoint: 'POST /wfpf/v1/{tenant}/inventory-form/{id}/count',
  summary: 'stocktake: enter what was counted, line by line',
  access: countCode,
  rowsOf: stocktake.name,
  input: z.object({ id: key, lines: z.array(count).min(1).max(500), ...actTimes }),
  answer: stored,
})
export const recountLines = call({
  endpoint: 'POST /wfpf/v1/{tenant}/inventory-form/{id}/recount',
  summary: 'stocktake: have lines counted again; without ids, those that differ',
  access: countCode,
  rowsOf: stocktake.name,
  input: z.object({ id: key, lineIds: z.array(key).max(2000).optional() }),
  answer: stored,
})
export const refreshBooks = call({
  endpoint: 'POST /wfpf/v1/{tenant}/inventory-form/{id}/refresh',
  summary: 'stocktake: take the book quantities anew where stock has moved',
  access: countCode,
  rowsOf: stocktake.name,
  input: z.object({ id: key }),
  answer: stored,
})
