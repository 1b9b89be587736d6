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

/** What somebody said of their own part. */
interface OwnLine {
  workerId: number
  workerIdName?: string
  hours?: number | null
  pieces?: number | null
  note?: string | null
}
export const ownReportsOf = (row: Row): readonly OwnLine[] =>
  Array.isArray(row.ownReports) ? (row.ownReports as OwnLine[]) : []

/** What people said of their own part is what is offered, else what was planned. */
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
    hours: people.map((workerId) => {
      const own = ownReportsOf(row).find((one) => one.workerId === workerId)
      if (own)
        return {
          workerId,
          ...(isByPiece && { pieces: own.pieces ?? null }),
          hours: own.hours ?? null,
        }
      return {
        workerId,
        ...(isByPiece && { pieces: null }),
        hours: hours === null ? null : Math.max(0.1, Math.round(hours * 10) / 10),
      }
    }),
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
const ownPhotosOf = ({ ownPhotos }: Row) => (Array.isArray(ownPhotos) ? ownPhotos.length : 0)
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
    ...(report.photos.length + ownPhotosOf(row) < needed && {
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
  // Who was offered and taken out counts for nothing; who reported since counts as they said.
  leftOut: ownReportsOf(row)
    .map(({ workerId }) => workerId)
    .filter((one) => hoursOf(row, report).every(({ workerId }) => workerId !== one)),
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
