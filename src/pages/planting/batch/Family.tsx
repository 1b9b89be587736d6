import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { batch, batchScreen, batchState } from '#contract/planting/batch.ts'
import { batchFamily, type BatchFamily } from '#contract/planting/family-calls.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toneOf } from '#src/kit/fields/choice/tones.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { branchesOf, type Branch } from './family-tree.ts'
import UndoFamilyDialog from './UndoFamilyDialog.tsx'

const asked = ['split', 'merge']

/** What a batch came of and what became of it; nothing where it stands for itself. */
export function Family({ row }: { row: Row }) {
  const t = useLabels(batch)
  const { data, error, refetch } = useCall(batchFamily, { id: row.id })
  if (error) return <LoadFailed error={error} height={160} onRetry={() => void refetch()} />
  if (!data || data.links.length === 0) return null
  const up = branchesOf(data, row.id, 'up')
  const down = branchesOf(data, row.id, 'down')
  return (
    <section className="batch-card" aria-label={t('planting:family.title')}>
      <h3>{t('planting:family.title')}</h3>
      {up.length > 0 && (
        <>
          <h4>{t('planting:family.from')}</h4>
          <Branches branches={up} />
        </>
      )}
      {down.length > 0 && (
        <>
          <h4>{t('planting:family.into')}</h4>
          <Branches branches={down} />
        </>
      )}
      {data.undo && <Undo row={row} undo={data.undo} />}
    </section>
  )
}

function Branches({ branches }: { branches: readonly Branch[] }) {
  const t = useLabels(batch)
  return (
    <ul className="batch-family">
      {branches.map(({ member, kind, happenedOn, branches: further }) => {
        const state = codeName(batchState, member.state)!
        return (
          <li key={member.id}>
            <p>
              <Link to={`${batchScreen.route}/info/${member.id}`}>{member.batchName}</Link>{' '}
              <StatusTag tone={toneOf(state)}>{optionLabel(t, batch, 'state', state)}</StatusTag>{' '}
              <small className="kit-number">
                {[
                  member.batchCode,
                  member.plantedArea !== null && `${member.plantedArea} ${t('common:units.mu')}`,
                  t(`planting:family.turned.${kind}`, { day: happenedOn }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </p>
            {further.length > 0 && <Branches branches={further} />}
          </li>
        )
      })}
    </ul>
  )
}

function Undo({ row, undo }: { row: Row; undo: NonNullable<BatchFamily['undo']> }) {
  const t = useLabels(batch)
  const may = usePermissions(useResource(), asked)
  const [isAsked, setAsked] = useState(false)
  if (!may?.[undo.kind]) return null
  if (undo.openFlag === 0) return <p className="batch-none">{t('planting:family.moved')}</p>
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t(`planting:family.undo.${undo.kind}`)}</Button>
      {isAsked && (
        <UndoFamilyDialog
          row={row}
          title={t(`planting:family.undo.${undo.kind}`)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
