import { Button, Modal } from 'antd'
import type { Entity } from '#contract/entity.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { differing, formValue, type FormValue } from '#src/kit/form/values/form-value.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { linesDiffer, type Line } from '#src/kit/record/line-changes.ts'
import { LinesDiff } from '#src/kit/record/LinesDiff.tsx'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface ConflictDialogProps {
  resource: AnyResource
  failure: ApiError
  mine: FormValue
  names: readonly string[]
  onChoice: (choice: 'theirs' | 'mine' | 'later') => void
}

/**
 * Someone else saved first: who, when, and in which fields the two differ. Nothing is overwritten
 * unasked (docs/specification.md 5.9).
 */
export default function ConflictDialog({
  resource,
  failure,
  mine,
  names,
  onChoice,
}: ConflictDialogProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const theirs = failure.current as Row
  const own = { ...theirs, ...mine } as Row
  const linesOf = (value: FormValue, name: string) => (value[name] ?? []) as readonly Line[]
  const isLines = (name: string) => entity.fields[name]!.kind === 'lines'
  const fields = differing(mine, formValue(entity.fields, names, theirs)).filter(
    (name) =>
      !isLines(name) ||
      linesDiffer(entity.fields[name]!, linesOf(theirs, name), linesOf(mine, name)),
  )
  return (
    <Modal
      open
      className="kit-conflict"
      closable={false}
      maskClosable={false}
      width="min(720px, calc(100vw - 24px))"
      onCancel={() => onChoice('later')}
      transitionName=""
      maskTransitionName=""
      title={t('kit:conflict.title')}
      footer={
        <>
          <Button onClick={() => onChoice('later')}>{t('kit:conflict.later')}</Button>
          <Button onClick={() => onChoice('theirs')}>{t('kit:conflict.reload')}</Button>
          <Button type="primary" danger onClick={() => onChoice('mine')}>
            {t('kit:conflict.keep')}
          </Button>
        </>
      }
    >
      <p>
        {t('kit:conflict.who', {
          name: failure.changedBy ?? t('kit:conflict.someone'),
          at: momentOf(String(theirs.lastUpdateDate ?? ''), zone),
        })}
      </p>
      <table className="kit-compare">
        <thead>
          <tr>
            <th scope="col">{t('kit:conflict.field')}</th>
            <th scope="col">{t('kit:conflict.mine')}</th>
            <th scope="col">{t('kit:conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) =>
            isLines(name) ? (
              <tr key={name}>
                <th scope="row">{fieldLabel(t, entity, name)}</th>
                <td colSpan={2}>
                  {t('kit:conflict.lines')}
                  <LinesDiff
                    entity={entity}
                    name={name}
                    before={linesOf(theirs, name)}
                    after={linesOf(mine, name)}
                  />
                </td>
              </tr>
            ) : (
              <tr key={name}>
                <th scope="row">{fieldLabel(t, entity, name)}</th>
                <td>
                  <FieldCell resource={resource} name={name} row={own} isDetail />
                </td>
                <td>
                  <FieldCell resource={resource} name={name} row={theirs} isDetail />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {fields.length === 0 && <p>{t('kit:conflict.same')}</p>}
    </Modal>
  )
}
