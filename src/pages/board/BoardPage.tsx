import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import {
  board,
  boardContent,
  boardScreen,
  boardSeries,
  mostCards,
  type Board,
} from '#contract/board/board.ts'
import { isApiError } from '#src/api/api-error.ts'
import { subscribe } from '#src/api/live.ts'
import { recordCall } from '#src/kit/calls/records.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import { usePageName } from '#src/kit/definition/page-name.ts'
import { useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { beginEditing, put, undo, type Editing } from './board-edit.ts'
import { BoardGrid } from './BoardGrid.tsx'
import { CardDialog } from './CardDialog.tsx'
import './board.css'

type Shown = Board & { roleIdName?: string | null; ownerName?: string | null }
const show = recordCall<Shown>(board)
const save = {
  endpoint: board.api.edit,
  access: { code: board.permissions.edit! },
  input: z.record(z.string(), z.unknown()),
  answer: z.custom<Shown>(),
}
/** Curves move on with the clock; of values each report tells. */
const seriesMs = 60_000
const atMostEveryMs = 2000

/** A board of one's own, or one that was shared: what its cards show is what its viewer may see. */
export default function BoardPage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <ShownBoard key={id} id={id} /> : <NotFound />
}

function ShownBoard({ id }: { id: number }) {
  const t = useLabels(board)
  const navigate = useNavigate()
  const found = useCall(show, { id })
  const content = useCall(boardContent, { id })
  const series = useCall(boardSeries, { id }, { refetchInterval: seriesMs })
  const [editing, setEditing] = useState<Editing | null>(null)
  const [asked, setAsked] = useState<number | 'new' | null>(null)
  const [isStale, setStale] = useState(false)
  const done = useUnsaved((editing?.before.length ?? 0) > 0)
  useLiveDevices(
    content.data?.devices.flatMap((one) => (one.standing === 'shown' ? [one.id] : [])) ?? [],
    () => void content.refetch(),
  )
  usePageName(found.data?.name)
  const again = () =>
    Promise.all([show, boardContent, boardSeries].map((one) => invalidateCall(one, { id })))
  const { send, isBusy, problem } = useCallMutation(save, {
    said: t('equipment:boardPage.saved'),
    onDone: () => {
      done()
      setEditing(null)
      return again()
    },
    onRefused: (failure) =>
      setStale(isApiError(failure) && failure.code === 'error.optimistic_lock'),
  })
  const error = found.error ?? content.error
  if (error) return <LoadFailed error={error} onRetry={() => void again()} />
  if (!found.data || !content.data) return <ListSkeleton rows={8} />
  const row = found.data
  const cards = editing?.cards ?? row.cards ?? []
  const keep = () => {
    const { name, sharing, roleId, description, objectVersionNumber } = row
    return send({
      id,
      objectVersionNumber,
      name,
      sharing,
      roleId: roleId ?? null,
      description: description ?? null,
      cards: cards.map((one) => ({ ...one })),
    })
  }
  const leave = () => (done(), setStale(false), setEditing(null))
  const reload = async () => {
    await found.refetch()
    leave()
  }
  return (
    <section className="kit-page board" aria-label={row.name}>
      <header className="board-head">
        <Button className="kit-back" onClick={() => void navigate(boardScreen.route)}>
          {t('common:buttons.back')}
        </Button>
        <h2>{row.name}</h2>
        <small>
          {[
            row.sharing === 'role' && row.roleIdName
              ? row.roleIdName
              : optionLabel(t, board, 'sharing', row.sharing),
            row.ownerName,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <span className="board-tools">
          {!editing && content.data.own && (
            <Button onClick={() => setEditing(beginEditing(cards))}>
              {t('equipment:boardPage.edit')}
            </Button>
          )}
          {editing && (
            <>
              <Button disabled={cards.length >= mostCards} onClick={() => setAsked('new')}>
                {t('equipment:boardPage.add')}
              </Button>
              <Button
                disabled={editing.before.length === 0}
                onClick={() => setEditing(undo(editing))}
              >
                {t('equipment:boardPage.undo')}
              </Button>
              <Button onClick={leave}>{t('common:buttons.cancel')}</Button>
              <Button type="primary" loading={isBusy} onClick={() => void keep()}>
                {t('common:buttons.save')}
              </Button>
            </>
          )}
        </span>
      </header>
      {row.description && <p className="board-about">{row.description}</p>}
      {problem && editing && (
        <Alert
          type="error"
          showIcon
          message={problem}
          action={
            isStale && (
              <Button size="small" onClick={() => void reload()}>
                {t('kit:conflict.reload')}
              </Button>
            )
          }
        />
      )}
      {editing && cards.length > 0 && <p className="board-about">{t('equipment:boardPage.how')}</p>}
      {cards.length === 0 && (
        <EmptyState
          variant="noData"
          height={320}
          action={
            content.data.own && (
              <Button
                type="primary"
                onClick={() => (setEditing(editing ?? beginEditing(cards)), setAsked('new'))}
              >
                {t('equipment:boardPage.add')}
              </Button>
            )
          }
        >
          {t(content.data.own ? 'equipment:boardPage.empty' : 'equipment:boardPage.emptyShared')}
        </EmptyState>
      )}
      <BoardGrid
        cards={cards}
        content={content.data}
        series={series.data}
        seriesError={series.error}
        onRetry={() => void series.refetch()}
        editing={editing}
        onEditing={setEditing}
        onAsk={setAsked}
      />
      {asked !== null && editing && (
        <CardDialog
          card={asked === 'new' ? null : cards[asked]!}
          devices={content.data.devices}
          onClose={() => setAsked(null)}
          onPut={(card) => (
            setEditing(put(editing, card, typeof asked === 'number' ? asked : undefined)),
            setAsked(null)
          )}
        />
      )}
    </section>
  )
}

/** Looks again when one of these has spoken: at once, and during a storm every two seconds. */
function useLiveDevices(devices: readonly number[], look: () => void): void {
  const key = devices.join(',')
  const latest = useLatest(look)
  useEffect(() => {
    const own = new Set<string | number>(key.split(',').map(Number))
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    const again = () => {
      isDue = false
      latest.current()
      timer = setTimeout(() => {
        timer = undefined
        if (isDue) again()
      }, atMostEveryMs)
    }
    const stop = subscribe('device', ({ ids }) => {
      if (ids.length > 0 && !ids.some((id) => own.has(id))) return
      isDue = true
      if (!timer) again()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [key, latest])
}
