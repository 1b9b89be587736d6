import { useEffect, useRef, useState } from 'react'
import { stocktake } from '#contract/inventory/document.ts'
import type { OtherCount } from '#contract/inventory/document-calls.ts'
import { again, discard, keepDeed, startField } from '#src/api/field/field.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { refusalOf, useField } from '#src/kit/calls/field/use-field.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { countSubject, linesSubject } from './count-subject.ts'
import { useCount, type Counts } from './use-count.ts'

interface CountedLine {
  id: number
  skuId: number
  skuIdName: string
  lot: string | null
}
type Others = Readonly<Record<number, OtherCount>>
/** A sheet is long: while many lines go out it is read again this often at most. */
const lookMs = 2000

/** Counts that wait in the queue of this phone, line by line. */
function useQueuedCount(documentId: number, lines: readonly CountedLine[], onSent: () => void) {
  const t = useLabels(stocktake)
  const { entries, isReached } = useField()
  const own = entries.filter(({ subject }) => subject.startsWith(linesSubject(documentId)))
  const bySubject = new Map<string, Entry[]>()
  for (const entry of own)
    bySubject.set(entry.subject, [...(bySubject.get(entry.subject) ?? []), entry])
  const ofLine = (line: CountedLine) => bySubject.get(countSubject(documentId, line)) ?? []
  const waiting: Record<number, number | null> = {}
  const others: Record<number, OtherCount> = {}
  for (const line of lines)
    for (const { input, problem } of ofLine(line)) {
      waiting[line.id] = (input.counted ?? null) as number | null
      const theirs = problem?.theirs
      if (theirs && 'countedBy' in theirs)
        others[line.id] = { ...theirs, id: line.id } as OtherCount
    }
  const left = own.filter(({ state }) => state !== 'stopped').length
  // What has arrived is shown until the sheet says so itself.
  const [told, setTold] = useState<Counts>({})
  useEffect(() => setTold({}), [lines])
  const before = useRef(left)
  useEffect(() => {
    const isLess = left < before.current
    before.current = left
    if (!isLess) return
    const timer = setTimeout(onSent, left === 0 ? 0 : lookMs)
    return () => clearTimeout(timer)
  }, [left, onSent])

  const count = async (line: CountedLine, counted: number | null) => {
    setTold((now) => ({ ...now, [line.id]: counted }))
    const { id, skuId, lot, skuIdName } = line
    const done = ofLine(line).filter(({ isUnsure, state }) => !isUnsure && state !== 'sending')
    // Counted anew: what was refused before is not told, nor what is taken back before anybody knew.
    for (const one of done)
      if (one.state === 'stopped' || (counted === null && id < 0)) await discard(one.id)
    if (counted === null && id < 0) return
    await keepDeed({
      kind: 'count',
      subject: countSubject(documentId, line),
      title: t('inventory:count.deed', {
        name: [skuIdName, lot].filter(Boolean).join(' '),
        counted: counted ?? '–',
      }),
      input: { ...(id > 0 && { id }), skuId, lot, counted },
      version: null,
      photos: [],
    })
  }
  const settle = async (line: CountedLine, isOwn: boolean) => {
    const stopped = ofLine(line).find(({ state }) => state === 'stopped')
    if (!stopped) return
    if (isOwn) return again(stopped.id, { input: { ...stopped.input, over: true } })
    setTold(({ [line.id]: _gone, ...rest }) => rest)
    await discard(stopped.id)
    onSent()
  }
  const isOut = left > 0 && (!navigator.onLine || !isReached)
  const refused = own.find(({ problem }) => problem && !isOther(problem))?.problem
  return {
    waiting,
    others: others as Others,
    counts: { ...told, ...waiting } as Counts,
    problem: isOut
      ? t('inventory:count.offline', { count: left })
      : refused && sentenceOf(t, refusalOf(refused)).text,
    count,
    settle,
  }
}
const isOther = ({ theirs }: NonNullable<Entry['problem']>) => !!theirs && 'countedBy' in theirs

/**
 * What is counted: kept in the queue of this phone and sent from there; where a browser keeps no
 * queue, it waits as it did.
 */
export function useCounting(documentId: number, lines: readonly CountedLine[], onSent: () => void) {
  const queued = useQueuedCount(documentId, lines, onSent)
  const sent = useCount(documentId, onSent)
  // Whoever is quick counts before it is known whether there is a queue.
  const count = async (line: CountedLine, counted: number | null) =>
    (await startField()) ? queued.count(line, counted) : sent.count(line.id, counted)
  const settle = (line: CountedLine, isOwn: boolean) =>
    line.id in queued.others ? void queued.settle(line, isOwn) : sent.settle(line.id, isOwn)
  return {
    waiting: { ...sent.waiting, ...queued.waiting },
    counts: { ...sent.waiting, ...queued.counts } as Counts,
    others: { ...sent.others, ...queued.others },
    problem: queued.problem ?? sent.problem,
    count,
    settle,
  }
}
