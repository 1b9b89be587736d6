import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { ownTaskList } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { again, discard, drainField } from '#src/api/field/field.ts'
import { KeptAt } from '#src/kit/calls/field/KeptAt.tsx'
import { useField } from '#src/kit/calls/field/use-field.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { confirm } from '#src/ui/confirm.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { homePath } from '../tabs.ts'
import { FieldEntry, isOther, type EntryAction } from './FieldEntry.tsx'

interface Props {
  isOnline: boolean
  onClose: () => void
}
/** What was done and is not at the server yet: why, and what to do about it. */
export default function FieldDrawer({ isOnline, onClose }: Props) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const { entries, kept } = useField()
  const hasTasks = useGranted(ownTaskList)
  const [isBusy, setBusy] = useState(false)
  const during = async (work: Promise<unknown>) => {
    setBusy(true)
    await work.finally(() => setBusy(false))
  }
  const give = async (entry: Entry) => {
    const isSure = await confirm({
      title: t('field.discard.title'),
      body: t(entry.isUnsure ? 'field.discard.unsure' : 'field.discard.body', {
        title: entry.title,
      }),
      go: t('field.discard.go'),
      isDanger: true,
    })
    if (isSure) await during(discard(entry.id))
  }
  const handle = (entry: Entry, action: EntryAction) => {
    if (action === 'discard') return void give(entry)
    if (action === 'edit') {
      onClose()
      const place = entry.kind === 'log' && !hasTasks ? homePath : myTasksScreen.route
      return void navigate(`${place}?entry=${entry.id}`)
    }
    if (isOther(entry))
      return void during(again(entry.id, { input: { ...entry.input, over: true } }))
    const theirs = entry.problem?.theirs?.objectVersionNumber
    void during(again(entry.id, typeof theirs === 'number' ? { version: theirs } : {}))
  }
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 560}
      title={t('field.title')}
      onClose={onClose}
      destroyOnHidden
      footer={
        entries.length > 0 && (
          <Button
            block
            size="large"
            type="primary"
            loading={isBusy}
            onClick={() => void during(drainField(true))}
          >
            {t('field.sendAll')}
          </Button>
        )
      }
    >
      {!isOnline && <p>{t('field.offline')}</p>}
      {kept && !isOnline && <KeptAt at={kept.at} />}
      {entries.length === 0 ? (
        <EmptyState variant="noData" height={240}>
          {t('field.nothing')}
        </EmptyState>
      ) : (
        <ul className="kit-field-entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <FieldEntry entry={entry} isBusy={isBusy} onAct={handle} />
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
