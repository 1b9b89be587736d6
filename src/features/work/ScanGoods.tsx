import { ScanOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { goodsByCode } from './find-lots.ts'
import type { UsedLine } from './suggest-lots.ts'

const Scanning = lazy(() => import('#src/ui/scan/Scanning.tsx'))

/** What was used, by the labels on it: each scanned once more counts one more. */
export function withScanned(lines: readonly UsedLine[], skuId: number): UsedLine[] {
  const at = lines.findIndex((line) => line.skuId === skuId)
  return at < 0
    ? [...lines.filter((line) => line.skuId !== null), { skuId, lot: null, quantity: 1 }]
    : lines.map((line, other) =>
        other === at ? { ...line, quantity: (line.quantity ?? 0) + 1 } : line,
      )
}

/** Reads goods with the camera. */
export function ScanGoods({ onFound }: { onFound: (skuId: number) => void }) {
  const t = useLabels({ module: 'work' })
  const [isOpen, setOpen] = useState(false)
  const handleCode = async (code: string) => {
    const found = await goodsByCode(code)
    if (found) onFound(found.id)
    return found?.name ?? null
  }
  return (
    <>
      <Button size="large" icon={<ScanOutlined />} onClick={() => setOpen(true)}>
        {t('work:report.scan')}
      </Button>
      {isOpen && (
        <Modal
          open
          title={t('work:report.scan')}
          footer={null}
          transitionName=""
          maskTransitionName=""
          onCancel={() => setOpen(false)}
        >
          <Suspense>
            <Scanning onCode={handleCode} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}
