import type { ProduceWeight, TaskReport } from '#contract/work/task-calls.ts'
import type { EntryPhoto } from '#src/lib/field/entry.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { pieceUnitOf } from './pieces.ts'
import { offeredSaid, sentSaid, type Said } from './asked.ts'
import type { UsedLine } from './suggest-lots.ts'

interface HourLine {
  workerId: number | null
  hours: number | null
  /** Of a task that is paid by them. */
  pieces?: number | null
}
interface MachineLine {
  machineKindId: number | null
  which?: string | null
  hours: number | null
}
/** A report as it is entered; pictures are addresses, or wait on this phone. */
export interface Report extends Said {
  hours: HourLine[]
  warehouseId: number | null
  used: UsedLine[]
  machines: MachineLine[]
  waterUsed: number | null
  photos: readonly (string | EntryPhoto)[]
  harvestSkuId: number | null
  harvested: number | null
  harvestedKg: number | null
  reportNote: string | null
}
export type ReportName = keyof Report

/** What was planned is what is offered. */
export function offered(row: Row): Report {
  const people = [row.leaderId, ...((row.participantIds as number[] | null) ?? [])].filter(
    (one): one is number => typeof one === 'number',
  )
  // Of what is paid by the piece nobody is offered hours: they would be paid where pieces are forgotten.
  const isByPiece = pieceUnitOf(row) !== undefined
  const hours =
    typeof row.plannedHours === 'number' && !isByPiece ? row.plannedHours / people.length : null
  return {
    ...offeredSaid(row),
    hours: people.map((workerId) => ({
      workerId,
      ...(isByPiece && { pieces: null }),
      hours: hours === null ? null : Math.max(0.1, Math.round(hours * 10) / 10),
    })),
    warehouseId: (row.warehouseId as number | null) ?? null,
    used: ((row.materials as UsedLine[] | undefined) ?? []).map(({ skuId, quantity }) => ({
      skuId,
      lot: null,
      quantity,
    })),
    machines: [],
    waterUsed: null,
    photos: [],
    harvestSkuId: null,
    harvested: null,
    harvestedKg: null,
    reportNote: null,
  }
}
/** Who worked; a task that is not at hand is told what was entered. */
const hoursOf = (row: Row, { hours }: Report): TaskReport['hours'] => {
  const isCounted = pieceUnitOf(row) !== undefined || row.checklist === undefined
  return hours.flatMap(({ workerId, hours: many, pieces: counted }) => {
    const pieces = isCounted ? (counted ?? null) : null
    if (workerId === null || (many === null && pieces === null)) return []
    return {
      workerId,
      ...(many !== null && { hours: many }),
      ...(pieces !== null && { pieces }),
    }
  })
}

/** What is still wrong, field by field. */
export function mistakesOf(
  t: Translate,
  row: Row,
  report: Report,
  needed: number,
  produce?: ProduceWeight,
): Partial<Record<ReportName, string>> {
  return {
    ...(hoursOf(row, report).length === 0 && {
      hours: t(pieceUnitOf(row) ? 'work:report.piecesNeeded' : 'work:report.hoursNeeded'),
    }),
    ...(report.photos.length < needed && {
      photos: t('work:report.photosNeeded', { count: needed }),
    }),
    ...(report.used.some(({ skuId }) => skuId !== null) &&
      report.warehouseId === null && { warehouseId: t('work:report.warehouseNeeded') }),
    // Of goods that nobody knows here the server says so.
    ...(Boolean(row.batchId) &&
      Boolean(report.harvested) &&
      report.harvestSkuId !== null &&
      produce?.kilograms === null &&
      !report.harvestedKg && { harvestedKg: t('work:report.weighsUnknown') }),
  }
}
/** As it is sent, without its pictures. */
export const sentOf = (row: Row, report: Report): TaskReport => ({
  ...sentSaid(row, report),
  hours: hoursOf(row, report),
  warehouseId: report.warehouseId,
  used: report.used.filter(
    (line): line is UsedLine & { skuId: number; quantity: number } =>
      line.skuId !== null && line.quantity !== null,
  ),
  // Of reports that were begun by an earlier version there are none.
  machines: (report.machines ?? []).flatMap(({ machineKindId, which, hours }) =>
    machineKindId === null || hours === null
      ? []
      : [{ machineKindId, ...(which && { which }), hours }],
  ),
  waterUsed: report.waterUsed ?? null,
  harvestSkuId: report.harvestSkuId,
  harvested: report.harvested,
  harvestedKg: report.harvestSkuId === null ? null : report.harvestedKg,
  reportNote: report.reportNote,
})
