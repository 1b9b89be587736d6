import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { deletePump, mostPumps, type Pump } from '#contract/equipment/aerator-calls.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { ControlTile } from './ControlTile.tsx'
import { PumpDialog } from './PumpDialog.tsx'
import type { PanelProps } from '#src/features/equipment/views/view.ts'
import { usePumps } from './use-pumps.ts'
import { useSwitches } from './use-switches.ts'
import './control.css'

/** Pumps of an aerator: open or closed, connected, sound, and the way to move each. */
export function PumpList({ deviceId: regulatorId, may }: PanelProps) {
  const t = useLabels({ module: 'equipment' })
  const { data: pumps, error, refetch, refresh } = usePumps(regulatorId)
  const { data: switches, show } = useSwitches(regulatorId)
  const [edited, setEdited] = useState<Pump | 'new'>()
  const removal = useCallAction(deletePump, {
    asks: ({ id }) => ({
      title: t('equipment:pumps.confirmDelete', {
        name: pumps?.find((pump) => pump.id === id)?.name,
      }),
      go: t('common:actions.delete'),
      isDanger: true,
    }),
    said: t('equipment:pumps.deleted'),
  })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!pumps) return null
  const isFull = pumps.length >= mostPumps
  return (
    <section className="control" aria-label={t('equipment:pumps.title')}>
      <h3>{t('equipment:pumps.title')}</h3>
      {pumps.length === 0 && <p>{t('equipment:pumps.none')}</p>}
      <ul className="control-tiles">
        {pumps.map((pump) => {
          const row = switches?.find(({ channel }) => channel === `pump.${pump.node}`)
          return (
            <li key={pump.id} className="pump">
              <header>
                <strong>{pump.name}</strong>
                <small>
                  {t('equipment:pumps.node')} {pump.node}
                </small>
                {may.editDevice && (
                  <Button
                    type="text"
                    size="small"
                    icon={<EditOutlined />}
                    aria-label={`${t('equipment:device.actions.editDevice')} ${pump.name}`}
                    onClick={() => setEdited(pump)}
                  />
                )}
                {may.delDevice && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={`${t('equipment:device.actions.delDevice')} ${pump.name}`}
                    onClick={() => void removal.send({ id: pump.id }).then(refresh)}
                  />
                )}
              </header>
              {/* Whether it runs is what its tile says. */}
              <PumpState pump={row ? { ...pump, statusFlag: null } : pump} />
              {row && (
                <ul className="pump-control">
                  <ControlTile row={row} mayControl={may.control ?? false} onOrdered={show} />
                </ul>
              )}
            </li>
          )
        })}
      </ul>
      {may.addDevice && (
        <p className="pump-add">
          <Button icon={<PlusOutlined />} disabled={isFull} onClick={() => setEdited('new')}>
            {t('equipment:device.actions.addDevice')}
          </Button>
          {isFull && <small>{t('equipment:pumps.full', { most: mostPumps })}</small>}
        </p>
      )}
      {edited && (
        <PumpDialog
          regulatorId={regulatorId}
          pump={edited === 'new' ? null : edited}
          taken={pumps.filter((one) => one !== edited).map(({ node }) => node)}
          onClose={() => (setEdited(undefined), void refresh())}
        />
      )}
    </section>
  )
}

function PumpState({ pump: { statusFlag, onlineFlag, faultFlag, current } }: { pump: Pump }) {
  const t = useLabels({ module: 'equipment' })
  if (statusFlag === null && onlineFlag === null && faultFlag === null)
    return <p>{t('equipment:pumps.unknown')}</p>
  return (
    <p className="pump-state">
      {statusFlag !== null && (
        <StatusTag tone={statusFlag === 1 ? 'good' : 'quiet'}>
          {t(statusFlag === 1 ? 'equipment:pumps.opened' : 'equipment:pumps.closed')}
        </StatusTag>
      )}
      {onlineFlag !== null && (
        <StatusTag tone={onlineFlag === 0 ? 'bad' : 'good'}>
          {t(onlineFlag === 0 ? 'equipment:pumps.disconnected' : 'equipment:pumps.connected')}
        </StatusTag>
      )}
      {faultFlag !== null && (
        <StatusTag tone={faultFlag === 0 ? 'good' : 'bad'}>
          {t(faultFlag === 0 ? 'equipment:pumps.normal' : 'equipment:pumps.abnormal')}
        </StatusTag>
      )}
      {current !== null && <span>{current.toFixed(1)} A</span>}
    </p>
  )
}
