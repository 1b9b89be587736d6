import { Alert, Button, Modal, Progress, Result } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { isApiError } from '#src/api/api-error.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { ImportChoose } from './ImportChoose.tsx'
import { ImportFound } from './ImportFound.tsx'
import { entityLabel, untypedT, type Translate } from '#src/kit/definition/label.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useImport, type Import } from './use-import.ts'
import './import.css'

/** Second step, and the last before the end: something is under way and can be stopped. */
function Underway({
  label,
  percent,
  t,
  onCancel,
}: {
  label: string
  percent: number
  t: Translate
  onCancel: () => void
}) {
  return (
    <div className="kit-import">
      <p aria-live="polite">{label}</p>
      <Progress percent={percent} aria-label={label} />
      <div className="kit-import-actions">
        <Button onClick={onCancel}>{t('import:work.cancel')}</Button>
      </div>
    </div>
  )
}

function Step({
  entity,
  work,
  t,
  mayUpdate,
  onClose,
}: {
  entity: Entity
  work: Import
  t: Translate
  mayUpdate: boolean
  onClose: () => void
}) {
  const { found, upload } = work
  if (upload)
    return (
      <Underway
        label={t('import:work.upload', { name: upload.name })}
        percent={Math.round(upload.share * 100)}
        t={t}
        onCancel={work.cancel}
      />
    )
  if (!work.isFollowing)
    return (
      <ImportChoose
        entity={entity}
        t={t}
        mayUpdate={mayUpdate}
        onFile={(file, mode) => void work.start(file, mode)}
      />
    )
  const again = <Button onClick={work.forget}>{t('import:work.again')}</Button>
  if (!found)
    return work.error ? (
      <div className="kit-import-actions">{again}</div>
    ) : (
      <Underway label={t('import:work.check')} percent={0} t={t} onCancel={work.cancel} />
    )
  switch (found.state) {
    case 'checking':
    case 'applying':
      return (
        <Underway
          label={found.state === 'checking' ? t('import:work.check') : t('import:work.apply')}
          percent={found.progress}
          t={t}
          onCancel={work.cancel}
        />
      )
    case 'refused':
    case 'cancelled':
      return (
        <div className="kit-import">
          <Alert
            type={found.state === 'refused' ? 'error' : 'info'}
            showIcon
            role="alert"
            message={found.state === 'refused' ? found.message : t('import:work.cancelled')}
          />
          <div className="kit-import-actions">{again}</div>
        </div>
      )
    case 'checked':
      return (
        <>
          {found.applyJobId !== null && (
            <Alert
              className="kit-import-said"
              type={found.message ? 'error' : 'info'}
              showIcon
              role="alert"
              message={found.message ?? t('import:work.cancelled')}
            />
          )}
          <ImportFound
            found={found}
            t={t}
            onApply={(onlyValid) => void work.apply(onlyValid)}
            onAgain={work.forget}
          />
        </>
      )
    case 'imported':
      return (
        <Result
          status="success"
          title={t('import:result.done', { count: found.imported ?? 0 })}
          extra={[
            <Button key="close" type="primary" onClick={onClose}>
              {t('common:buttons.close')}
            </Button>,
            <Button key="another" onClick={work.forget}>
              {t('import:result.another')}
            </Button>,
          ]}
        />
      )
  }
}

/**
 * Rows of a list from a file: template, check, import (docs/specification.md 6.1 to 6.4). Closed
 * while it works, it works on.
 */
export default function ImportDialog({
  entity,
  mayUpdate,
  onClose,
}: {
  entity: Entity
  mayUpdate: boolean
  onClose: () => void
}) {
  const { t: typed } = useTranslation(['import', 'kit', 'common', entity.module])
  const t = untypedT(typed)
  const isNarrow = useNarrow()
  const work = useImport(entity.name)
  const { found, error, forget } = work
  const isGone = isApiError(error) && error.status === 404
  useEffect(() => {
    // Another person's, or of a tenant left behind.
    if (isGone) forget()
  }, [isGone, forget])
  const close = () => {
    if (found && found.state !== 'checking' && found.state !== 'applying') forget()
    onClose()
  }
  return (
    <Modal
      open
      width={isNarrow ? '100%' : 760}
      footer={null}
      maskClosable={false}
      transitionName=""
      maskTransitionName=""
      title={t('import:title', { name: entityLabel(t, entity) })}
      onCancel={close}
    >
      {error !== null && !isGone && (
        <Alert
          className="kit-import-said"
          type="error"
          showIcon
          role="alert"
          message={sentenceOf(t, error).text}
        />
      )}
      <Step entity={entity} work={work} t={t} mayUpdate={mayUpdate} onClose={close} />
    </Modal>
  )
}
