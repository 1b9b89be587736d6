import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { fieldCodes } from '#src/api/field/field-codes.ts'
import { ownTaskList } from '#contract/work/task.ts'
import { fieldPack } from '#contract/work/field-calls.ts'
import { countPack } from '#contract/inventory/counting.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { keepCounts, keepPack } from '#src/api/field/field.ts'
import { useAnyGranted, useGranted } from '#src/kit/app/use-granted.ts'
import { useCall, type Callable } from '#src/kit/calls/use-call.ts'
import { useField, useFieldOn } from '#src/kit/calls/field/use-field.ts'
import { onOpenField } from '#src/lib/open-field.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { listenOnline } from '../online.ts'
import { keepShell } from './keep-shell.ts'

const FieldDrawer = lazy(() => import('./FieldDrawer.tsx'))
const againMs = 10 * 60_000
/** Keeps what is taken along up to date. */
function usePack<Out extends z.ZodType>(
  pack: Callable<z.ZodObject, Out>,
  keep: (found: z.output<Out>) => Promise<void>,
  isOn: boolean,
  isReached: boolean,
): void {
  const { data, dataUpdatedAt, refetch } = useCall(pack, isOn ? {} : null, {
    refetchInterval: againMs,
  })
  useEffect(() => {
    if (isOn && data !== undefined) void keep(data).catch(() => undefined)
  }, [isOn, data, dataUpdatedAt, keep])
  // Asked again once the server is back in reach.
  useEffect(() => {
    if (!isReached && isOn) return () => void refetch()
  }, [isOn, isReached, refetch])
}

/**
 * What waits on this phone: how much, whether there is a network, whether something needs its
 * person; nothing while all is well.
 */
export default function FieldSign() {
  const { t } = useTranslation('shell')
  const hasTasks = useGranted(ownTaskList) === true
  const counts = useGranted(stocktake.permissions.edit as string) === true
  const isPhone = useNarrow()
  const works = useAnyGranted(fieldCodes) === true
  const isOn = useFieldOn() === true
  const { entries, isReached } = useField()
  const isOnline = useSyncExternalStore(listenOnline, () => navigator.onLine) && isReached
  const [isOpen, setOpen] = useState(false)
  usePack(fieldPack, keepPack, isOn && hasTasks, isReached)
  // Sheets are long: they go along on phones alone, and where somebody counts.
  usePack(countPack, keepCounts, isOn && counts && isPhone, isReached)
  useEffect(() => {
    if (works) keepShell()
  }, [works])
  useEffect(() => onOpenField(() => setOpen(true)), [])
  const stopped = entries.filter(({ state }) => state === 'stopped').length
  if (entries.length === 0 && !isOpen) return null
  const label =
    stopped > 0
      ? t('field.sign.stopped', { count: stopped })
      : t(isOnline ? 'field.sign.waiting' : 'field.sign.offline', { count: entries.length })
  return (
    <>
      {entries.length > 0 && (
        <button
          type="button"
          className="shell-icon"
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        >
          <MenuIcon name={isOnline ? 'history' : 'offline'} />
          <span className="shell-badge" data-quiet={stopped === 0 || undefined}>
            {entries.length}
          </span>
        </button>
      )}
      {isOpen && (
        <Suspense>
          <FieldDrawer isOnline={isOnline} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
