import { ScanOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLabels } from '#src/kit/use-labels.ts'
import { useLatest } from '#src/kit/use-latest.ts'

/** The browser's own reader of codes; not every browser has one. */
interface Detector { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
const Detecting = (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector
const lookEveryMs = 250

/** Reads codes with the phone's camera. Nothing is drawn where the browser cannot: scanners that type need no button. */
export function ScanButton({ disabled, onCode }: { disabled?: boolean; onCode: (code: string) => void }) {
  const t = useLabels({ module: 'inventory' })
  const [isOpen, setOpen] = useState(false)
  if (!Detecting) return null
  return (
    <>
      <Button icon={<ScanOutlined />} disabled={disabled} onClick={() => setOpen(true)}>{t('inventory:document.scan')}</Button>
      <Modal open={isOpen} title={t('inventory:document.scan')} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        {isOpen && <Camera onCode={(code) => { setOpen(false); onCode(code) }} />}
      </Modal>
    </>
  )
}

function Camera({ onCode }: { onCode: (code: string) => void }) {
  const t = useLabels({ module: 'inventory' })
  const video = useRef<HTMLVideoElement>(null)
  const [isDark, setDark] = useState(false)
  const tell = useLatest(onCode)
  useEffect(() => {
    const detector = new Detecting!()
    let stream: MediaStream | undefined
    let isOver = false
    const timer = setInterval(() => {
      if (!video.current || video.current.readyState < 2) return
      void detector.detect(video.current).then(([code]) => {
        if (code && !isOver) tell.current(code.rawValue)
      }, () => undefined)
    }, lookEveryMs)
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then((opened) => {
      stream = opened
      if (isOver) opened.getTracks().forEach((track) => track.stop())
      else if (video.current) video.current.srcObject = opened
    }, () => setDark(true))
    return () => {
      isOver = true
      clearInterval(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [tell])
  return isDark ? <p role="alert">{t('inventory:document.noCamera')}</p> : <video ref={video} className="goods-camera" autoPlay muted playsInline />
}
