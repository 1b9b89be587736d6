import { ScanOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import Scanning from '#src/ui/scan/Scanning.tsx'

interface ScanButtonProps {
  disabled?: boolean
  /** Answers what a code stands for; null: nothing is known of it. */
  onCode: (code: string) => Promise<string | null>
}

/** Reads codes with the camera, one after the other, until whoever scans is done. */
export function ScanButton({ disabled, onCode }: ScanButtonProps) {
  const t = useLabels({ module: 'inventory' })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ScanOutlined />} disabled={disabled} onClick={() => setOpen(true)}>
        {t('inventory:document.scan')}
      </Button>
      <Modal
        open={isOpen}
        title={t('inventory:document.scan')}
        destroyOnHidden
        cancelButtonProps={{ hidden: true }}
        okText={t('common:scanning.done')}
        onOk={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      >
        {isOpen && <Scanning onCode={onCode} />}
      </Modal>
    </>
  )
}
