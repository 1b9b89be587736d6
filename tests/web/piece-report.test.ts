import { expect, test } from 'vitest'
import { pieceUnitOf, workLines } from '#src/features/work/pieces.ts'
import { mistakesOf, offered, sentOf } from '#src/features/work/report.ts'

const row = {
  id: 1,
  taskTypeId: 3,
  leaderId: 7,
  participantIds: [8],
  plannedHours: 12,
  checklist: [],
  ownFields: [],
}
const byPiece = { ...row, pieceUnit: '斤', pieceRate: 0.35 }
const t = (key: string) => key
const columns = (asked: object, lines: unknown) =>
  Object.keys(workLines(asked as Readonly<Record<string, unknown>>, lines).columns!)

test('a task that is paid by the piece asks for pieces, and offers nobody hours', () => {
  expect([pieceUnitOf(row), pieceUnitOf(byPiece)]).toEqual([undefined, '斤'])
  expect(offered(row).hours).toEqual([
    { workerId: 7, hours: 6 },
    { workerId: 8, hours: 6 },
  ])
  expect(offered(byPiece).hours).toEqual([
    { workerId: 7, pieces: null, hours: null },
    { workerId: 8, pieces: null, hours: null },
  ])
  expect(columns(row, [])).toEqual(['workerId', 'hours'])
  expect(columns(byPiece, [])).toEqual(['workerId', 'pieces', 'hours'])
  expect(workLines(byPiece, []).columns!.pieces!.unit).toBe('斤')
  // What was counted is shown whatever the task says today.
  expect(columns(row, [{ workerId: 7, pieces: 3 }])).toEqual(['workerId', 'pieces', 'hours'])
})

test('pieces, hours or both are sent; who has neither is left out', () => {
  const report = {
    ...offered(byPiece),
    hours: [
      { workerId: 7, pieces: 120.5, hours: null },
      { workerId: 8, pieces: null, hours: 3 },
      { workerId: 9, pieces: 4, hours: 1 },
      { workerId: 10, pieces: null, hours: null },
      { workerId: null, pieces: 5, hours: null },
    ],
  }
  expect(sentOf(byPiece, report).hours).toEqual([
    { workerId: 7, pieces: 120.5 },
    { workerId: 8, hours: 3 },
    { workerId: 9, hours: 1, pieces: 4 },
  ])
  expect(mistakesOf(t, byPiece, report, 0)).toEqual({})
  expect(mistakesOf(t, byPiece, offered(byPiece), 0)).toEqual({ hours: 'work:report.piecesNeeded' })
})

test('a task that is paid by the hour now is told no pieces, one that is not at hand what was entered', () => {
  const report = { ...offered(row), hours: [{ workerId: 7, pieces: 4, hours: 2 }] }
  expect(sentOf(row, report).hours).toEqual([{ workerId: 7, hours: 2 }])
  expect(sentOf({ id: 1 }, report).hours).toEqual([{ workerId: 7, hours: 2, pieces: 4 }])
})

test('what people said of their own part is offered; whom the leader takes out is named', () => {
  const said = {
    ...row,
    photoCount: 1,
    ownReports: [{ workerId: 8, workerIdName: '罗', hours: 3.5, note: '东头' }],
    ownPhotos: ['/a.png'],
  }
  const report = offered(said)
  expect(report.hours).toEqual([
    { workerId: 7, hours: 6 },
    { workerId: 8, hours: 3.5 },
  ])
  expect(sentOf(said, report).leftOut).toEqual([])
  expect(sentOf(said, { ...report, hours: [{ workerId: 7, hours: 6 }] }).leftOut).toEqual([8])
  // A picture of theirs counts for the whole.
  expect(mistakesOf(t as never, said, report, 1)).toEqual({})
})
