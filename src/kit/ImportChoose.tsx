import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { importTemplatePath, maxImportBytes, mostImportColumns, mostImportRows } from '#contract/platform/import-calls.ts'
import { resolveEndpoint } from '#src/api/call.ts'
import { download } from '#src/api/download.ts'
import { entityLabel, type Translate } from './label.ts'
import { toastRefusal } from './refusal.ts'
import { faultOfFile, type UploadFault } from './use-import.ts'

const limits = { rows: mostImportRows, columns: mostImportColumns, size: maxImportBytes / 1024 / 1024 }

/** First step: take the template, give the file. What a file may be is said before anybody is refused. */
export function ImportChoose({ entity, t, onFile }: { entity: Entity; t: Translate; onFile: (file: File) => void }) {
  const [fault, setFault] = useState<UploadFault | null>(null)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    const wrong = faultOfFile(file)
    setFault(wrong)
    if (!wrong) onFile(file)
  }
  const fetchTemplate = () => {
    const { url } = resolveEndpoint(`GET ${importTemplatePath}`, { entity: entity.name })
    setBusy(true)
    download(url, `${t('import:templateName', { name: entityLabel(t, entity) })}.xlsx`).catch((error: unknown) => toastRefusal(t, error)).finally(() => setBusy(false))
  }
  return (
    <>
      <p>{t('import:choose.hint')}</p>
      <Button icon={<DownloadOutlined />} loading={isBusy} onClick={fetchTemplate}>{t('import:choose.template')}</Button>
      <label
        className="kit-drop" data-over={isOver || undefined}
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
          type="file" accept=".xlsx,.csv" aria-describedby="import-limits" aria-invalid={fault !== null}
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
      {fault && <p role="alert" className="kit-danger">{t(`import:choose.${fault}`, limits)}</p>}
    </>
  )
}
