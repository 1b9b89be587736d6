import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useResourceParams } from '@refinedev/core'
import type { Outline } from '#src/kit/definition/outline.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import Scanning from '#src/ui/scan/Scanning.tsx'
import { findRecords } from './palette/records.ts'

/** The path of an address of ours; null for any other text. */
function ownPath(code: string): string | null {
  if (!URL.canParse(code)) return null
  const url = new URL(code)
  return url.origin === location.origin ? url.pathname + url.search : null
}

/** Opens what a label stands for: its address, or the record that carries its code. */
export default function ScanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const { resources } = useResourceParams()
  const handleCode = async (code: string) => {
    const path = ownPath(code)
    if (path) {
      onClose()
      void navigate(path)
      return path
    }
    const outlines = resources.flatMap(({ meta }) => (meta?.outline as Outline) ?? [])
    const [found] = await findRecords(code, outlines, fetchCall)
    if (!found) return null
    onClose()
    void navigate(found.route)
    return found.name
  }
  return (
    <Modal open title={t('scanning.title')} footer={null} onCancel={onClose}>
      <Scanning onCode={handleCode} />
    </Modal>
  )
}
