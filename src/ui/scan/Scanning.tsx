import { Alert, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { heard, warn } from './beep.ts'
import { openReader } from './code-reader.ts'
import { useLatest } from '../use-latest.ts'
import './scan.css'

const lookEveryMs = 200
/** A code in sight counts once; taken away and shown again it counts again. */
const goneAfterMs = 1500
const mostTold = 8

interface ScanningProps {
  /** Answers what a code stands for; null: nothing is known of it. */
  onCode: (code: string) => Promise<string | null>
}
interface Scanned {
  at: number
  code: string
  name: string | null
}

type Hindrance = 'insecure' | 'denied' | 'none' | 'reader'
/**
 * Why there is no picture. A page that did not come over https is given no camera by any browser.
 */
const hindranceOf = (error: unknown): Hindrance =>
  (error as Partial<DOMException>).name === 'NotAllowedError' ? 'denied' : 'none'

/** Reads codes with the camera, one after the other, and lists what they stand for. */
export default function Scanning({ onCode }: ScanningProps) {
  const { t } = useTranslation('common')
  const video = useRef<HTMLVideoElement>(null)
  const [hindrance, setHindrance] = useState<Hindrance | null>(() =>
    (navigator.mediaDevices as MediaDevices | undefined) ? null : 'insecure',
  )
  const [isReady, setReady] = useState(false)
  const [scanned, setScanned] = useState<readonly Scanned[]>([])
  const ask = useLatest(onCode)
  const isHindered = hindrance !== null
  useEffect(() => {
    if (isHindered) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const seen = new Map<string, number>()
    const take = async (code: string) => {
      const isAgain = Date.now() - (seen.get(code) ?? 0) < goneAfterMs
      seen.set(code, Date.now())
      if (isAgain) return
      const name = await ask.current(code).catch(() => null)
      if (name !== null) heard()
      else warn()
      if (!isOver)
        setScanned((before) =>
          [{ at: performance.now(), code, name }, ...before].slice(0, mostTold),
        )
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return stream.getTracks().forEach((track) => track.stop())
      if (video.current) video.current.srcObject = stream
      const reader = await openReader().catch(() => null)
      if (!reader) return setHindrance('reader')
      setReady(true)
      const look = async () => {
        if (isOver) return
        // A frame that cannot be read is followed by another.
        const found =
          video.current && video.current.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
            ? await reader.detect(video.current).catch(() => [])
            : []
        for (const { rawValue } of found) if (rawValue && !isOver) await take(rawValue)
        timer = setTimeout(() => void look(), lookEveryMs)
      }
      await look()
    }
    start().catch((error: unknown) => setHindrance(hindranceOf(error)))
    return () => {
      isOver = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [ask, isHindered])
  if (hindrance)
    return <Alert type="warning" showIcon role="alert" message={t(`scanning.${hindrance}`)} />
  return (
    <>
      <Spin spinning={!isReady}>
        <video
          ref={video}
          className="scan-camera"
          autoPlay
          muted
          playsInline
          aria-label={t('scanning.title')}
        />
      </Spin>
      <ol className="scan-codes" aria-live="polite" aria-label={t('scanning.last')}>
        {scanned.length === 0 && <li>{t('scanning.hint')}</li>}
        {scanned.map(({ at, code, name }) => (
          <li key={at} data-unknown={name === null || undefined}>
            <strong>{name ?? t('scanning.unknown')}</strong> <small>{code}</small>
          </li>
        ))}
      </ol>
    </>
  )
}
