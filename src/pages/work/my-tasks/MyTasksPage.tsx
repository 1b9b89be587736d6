import { Button, Pagination, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { myTaskParts, taskMoves } from '#contract/work/task-calls.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { worker, workerScreen } from '#contract/farm/worker.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { TaskCard } from '#src/features/work/TaskCard.tsx'
import { subjectOf, waitingOf } from '#src/features/work/subject.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { usePermissions, type Permissions } from '#src/kit/app/use-permissions.ts'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useDefinition } from '#src/kit/definition/definition-context.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { KeptAt } from '#src/kit/calls/field/KeptAt.tsx'
import { WaitingTag } from '#src/kit/calls/field/WaitingTag.tsx'
import { useCamera } from '#src/kit/calls/field/use-camera.tsx'
import type { Entry } from '#src/lib/field/entry.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useMyTasks } from './use-my-tasks.ts'
import './my-tasks.css'

const StartDialog = lazy(() => import('#src/features/work/StartDialog.tsx'))
const FinishDialog = lazy(() => import('#src/features/work/FinishDialog.tsx'))
const OwnReportDialog = lazy(() => import('#src/features/work/OwnReportDialog.tsx'))
const ReportDialog = lazy(() => import('#src/features/journal/ReportDialog.tsx'))
const TaskDrawer = lazy(() => import('./TaskDrawer.tsx'))
const parts = myTaskParts.filter((part) => part !== 'open')
const actions = ['start', 'finish', 'claim', 'reportOwn']
type Next = 'claim' | 'start' | 'finish' | 'reportOwn'
/** What one does next with a task of a state. */
const nextOf: Readonly<Record<number, Next | undefined>> = {
  [taskStates.unassigned]: 'claim',
  [taskStates.notStarted]: 'start',
  [taskStates.inProgress]: 'finish',
}
/** What is next for one person: the whole is for the leader to report, each part for whoever did it. */
const nextFor = ({ state, leaderId }: Row, workerId: number | null): Next | undefined => {
  const next = nextOf[state as number]
  return next === 'finish' && workerId !== null && leaderId !== workerId ? 'reportOwn' : next
}
/** What somebody is at: it is on their hands as they take a picture. */
const inHand = (rows: readonly Row[]) => rows.filter(({ state }) => state === taskStates.inProgress)
type Asking = { action: 'start' | 'finish' | 'reportOwn'; row: Row; entry?: Entry }

/** Where somebody goes on who is no worker: to everybody's tasks, and to where workers get their accounts. */
function WaysOn() {
  const t = useLabels()
  const mayManage = useIsListed(taskScreen)
  const mayLink = useGranted(worker.permissions.edit)
  if (!mayManage && !mayLink) return null
  return (
    <p className="my-tasks-ways">
      {mayManage && (
        <ScreenLink screen={taskScreen} to={taskScreen.route}>
          {t(`menus:screens.${taskScreen.name}`)}
        </ScreenLink>
      )}
      {mayLink && (
        <ScreenLink screen={workerScreen} to={workerScreen.route}>
          {t('work:linkWorker')}
        </ScreenLink>
      )}
    </p>
  )
}

/** What the signed-in worker has to do: late first, each with the one thing to do next. */
export default function MyTasksPage() {
  const t = useLabels(task)
  const may = usePermissions(useDefinition(), actions)
  const mayReport = useGranted(farmLog.permissions.create)
  const { list, part, entries, rows, counts, total, ...found } = useMyTasks()
  const { isWorker, workerId, keptAt, error, isReady } = found
  const { id: opened, entry: edited, report, photo } = list.place.filters
  const [asking, setAsking] = useState<Asking>()
  // What was just done is not offered again before the list says where the task stands now.
  const [acted, setActed] = useState<number>()
  const camera = useCamera(`?part=${part}&photo=now`)
  const claiming = useDeed(taskMoves.claim, {
    said: t('work:claimed'),
    onDone: () => list.query.refetch(),
    onRefused: (error) => {
      toastRefusal(t, error)
      // Somebody else was sooner: it is not offered again.
      return list.query.refetch()
    },
  })
  const go = (filters: Record<string, string>) => list.move({ filters: { part, ...filters } })
  const claim = ({ id, title, objectVersionNumber }: Row) =>
    claiming.send(
      {
        kind: 'claim',
        subject: subjectOf({ id }),
        title: t('work:deeds.claim', { title: String(title) }),
        input: {},
        version: objectVersionNumber ?? null,
        photos: [],
      },
      { id, objectVersionNumber },
    )
  const act = (action: Next, row: Row) =>
    action === 'claim' ? void claim(row) : setAsking({ action, row })
  const close = (isChanged: boolean) => {
    setAsking(undefined)
    if (edited) go({})
    if (!isChanged) return
    setActed(asking?.row.id)
    void list.query.refetch()
  }
  const stopped = edited ? entries.find(({ id }) => id === edited) : undefined
  const shown = asking ?? askingOf(stopped, rows)
  if (error) return <LoadFailed error={error} onRetry={() => void list.query.refetch()} />
  if (!isReady || !counts) return <ListSkeleton />
  return (
    <div className="my-tasks">
      <KeptAt at={keptAt} />
      <Segmented
        aria-label={t('common:shownAs')}
        className="my-tasks-parts"
        value={part}
        onChange={(next) => list.move({ page: 1, filters: { part: next } })}
        options={['open' as const, ...parts].map((value) => ({
          value,
          label: [t(`work:parts.${value}`), counts[value]].join(' '),
        }))}
      />
      {mayReport && (
        <div className="my-tasks-tools">
          <Button size="large" onClick={camera.open}>
            {t('work:takePhoto')}
          </Button>
          {camera.input}
          <Button size="large" onClick={() => go({ report: '1' })}>
            {t('work:reportProblem')}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState variant="noData" height={320} action={!isWorker && <WaysOn />}>
          {t(isWorker ? 'work:nothing' : 'work:noWorker')}
        </EmptyState>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Card
                row={row}
                part={part}
                entries={entries}
                may={list.query.isFetching && acted === row.id ? undefined : may}
                workerId={workerId}
                onAct={act}
              />
            </li>
          ))}
        </ul>
      )}
      {keptAt === null && total > list.place.size && (
        <Pagination
          current={list.place.page}
          pageSize={list.place.size}
          total={total}
          showSizeChanger={false}
          onChange={(page) => list.move({ page })}
        />
      )}
      <Suspense>
        {shown?.action === 'start' && (
          <StartDialog row={shown.row} rows={[shown.row]} onClose={close} />
        )}
        {shown?.action === 'finish' && (
          <FinishDialog
            key={shown.entry?.id ?? shown.row.id}
            row={shown.row}
            rows={[shown.row]}
            entry={shown.entry}
            onClose={close}
          />
        )}
        {shown?.action === 'reportOwn' && (
          <OwnReportDialog row={shown.row} workerId={workerId} onClose={close} />
        )}
        {(report || stopped?.kind === 'log') && (
          <ReportDialog
            entry={stopped}
            task={rows.find(({ id }) => String(id) === report)}
            onClose={() => go({})}
          />
        )}
        {photo && (
          <ReportDialog
            isPhoto
            tasks={rows.filter(({ state }) => state !== taskStates.unassigned)}
            task={rows.find(({ id }) => String(id) === photo) ?? inHand(rows)[0]}
            onClose={() => go({})}
          />
        )}
        {opened && (
          <TaskDrawer
            key={opened}
            id={Number(opened)}
            onAct={(action, row) => {
              go({})
              act(action, row)
            }}
            onReport={mayReport ? () => go({ report: opened }) : undefined}
            may={may ?? {}}
            onClose={() => go({})}
          />
        )}
      </Suspense>
    </div>
  )
}

/** A report that was stopped is changed on the task as the server has it now. */
function askingOf(entry: Entry | undefined, rows: readonly Row[]): Asking | undefined {
  if (entry?.kind !== 'finish') return undefined
  const id = Number(entry.subject.split('/')[1])
  const row = (entry.problem?.theirs ?? rows.find((one) => one.id === id)) as Row | undefined
  return { action: 'finish', row: row ?? { id, title: entry.title }, entry }
}

interface CardProps {
  row: Row
  part: string
  entries: readonly Entry[]
  may: Permissions | undefined
  workerId: number | null
  onAct: (action: Next, row: Row) => void
}
function Card({ row, part, entries, may, workerId, onAct }: CardProps) {
  const t = useLabels(task)
  const [waiting] = waitingOf(entries, row)
  const isHeld = waitingOf(entries, row).some(({ state }) => state === 'stopped')
  const next = isHeld ? undefined : nextFor(row, workerId)
  return (
    <TaskCard row={row} to={`?part=${part}&id=${row.id}`}>
      {waiting && <WaitingTag isStopped={isHeld} />}
      {next && may?.[next] && (
        <Button
          block
          size="large"
          type={next === 'claim' ? 'default' : 'primary'}
          aria-label={`${t(`work:task.actions.${next}`)} ${String(row.title)}`}
          onClick={() => onAct(next, row)}
        >
          {t(`work:task.actions.${next}`)}
        </Button>
      )}
    </TaskCard>
  )
}
