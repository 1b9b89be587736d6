import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { importKeys } from '#contract/import-columns.ts'
import {
  importModes,
  importTemplatePath,
  maxImportBytes,
  mostImportColumns,
  mostImportRows,
  type ImportMode,
} from '#contract/platform/import-calls.ts'
import { resolveEndpoint } from '#src/api/call.ts'
import { download } from '#src/api/download.ts'
import { entityLabel, fieldLabel, type Translate } from '#src/kit/definition/label.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { faultOfFile, type UploadFault } from './use-import.ts'

const limits = {
  rows: mostImportRows,
  columns: mostImportColumns,
  size: maxImportBytes / 1024 / 1024,
}

interface ImportChooseProps {
  entity: Entity
  t: Translate
  /** Whether the person may change rows as well, and rows can be found by a code. */
  mayUpdate: boolean
  onFile: (file: File, mode: ImportMode) => void
}

/**
 * First step: take the template, give the file. What a file may be is said before anybody is
 * refused.
 */
export function ImportChoose({ entity, t, mayUpdate, onFile }: ImportChooseProps) {
  const [mode, setMode] = useState<ImportMode>('add')
  const [fault, setFault] = useState<UploadFault | null>(null)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    const wrong = faultOfFile(file)
    setFault(wrong)
    if (!wrong) onFile(file, mode)
  }
  const fetchTemplate = () => {
    const { url } = resolveEndpoint(`GET ${importTemplatePath}`, { entity: entity.name })
    setBusy(true)
    download(url, `${t('import:templateName', { name: entityLabel(t, entity) })}.xlsx`)
      .catch((error: unknown) => toastRefusal(t, error))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <p>{t('import:choose.hint')}</p>
      <Button icon={<DownloadOutlined />} loading={isBusy} onClick={fetchTemplate}>
        {t('import:choose.template')}
      </Button>
      {mayUpdate && (
        <div className="kit-import-mode">
          <Radio.Group
            aria-label={t('import:choose.mode')}
            value={mode}
            onChange={(event) => setMode(event.target.value as ImportMode)}
            options={importModes.map((value) => ({ value, label: t(`import:choose.${value}`) }))}
          />
          <p aria-live="polite">
            {t(`import:choose.${mode}Hint`, {
              keys: (importKeys(entity)[0] ?? [])
                .map((name) => fieldLabel(t, entity, name))
                .join(' + '),
            })}
          </p>
        </div>
      )}
      <label
        className="kit-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          accept=".xlsx,.csv"
          aria-describedby="import-limits"
          aria-invalid={fault !== null}
          onChange={(event) => {
            take(event.target.files?.[0])
            // The same file, corrected, may be chosen again.
            event.target.value = ''
          }}
        />
        <InboxOutlined />
        <span>{t('import:choose.drop')}</span>
        <small id="import-limits">{t('import:choose.limits', limits)}</small>
      </label>
      {fault && (
        <p role="alert" className="kit-danger">
          {t(`import:choose.${fault}`, limits)}
        </p>
      )}
    </>
  )
}
