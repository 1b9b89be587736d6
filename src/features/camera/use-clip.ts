import { useCallback, useEffect, useRef, useState } from 'react'

const kinds = [
  'video/mp4;codecs=avc1',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
]
const clipKind = () =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : kinds.find((one) => MediaRecorder.isTypeSupported(one))
type Capturing = HTMLVideoElement & {
  captureStream?: () => MediaStream
  mozCaptureStream?: () => MediaStream
}
/** Whether this browser can keep what it plays: some play films and hand out no stream of them. */
const canKeep = () => {
  const { captureStream, mozCaptureStream } = HTMLVideoElement.prototype as Capturing
  return clipKind() !== undefined && (captureStream ?? mozCaptureStream) !== undefined
}
const streamOf = (video: Capturing) => video.captureStream?.() ?? video.mozCaptureStream?.()
const pad = (value: number) => String(value).padStart(2, '0')
/** Such as '03:07'. */
export const clock = (seconds: number) => `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
/** A file's name, of serial, name and moment. */
export function clipName(serial: string, name: string, at: Date, ending: string): string {
  const stamp = [
    at.getFullYear(),
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ]
    .map(pad)
    .join('')
  return `${serial}_${name}_${stamp}.${ending}`.replaceAll(/[\\/:*?"<>|\s]+/g, '-')
}
export function saveFile(data: Blob, name: string): void {
  const url = URL.createObjectURL(data)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** What is played, kept as a file of this machine's own. `seconds`: null while nothing is kept. */
export function useClip(video: () => HTMLVideoElement | null, nameOf: (ending: string) => string) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const stop = useCallback(() => recorder.current?.stop(), [])
  const start = useCallback((): boolean => {
    const [element, type] = [video() as Capturing | null, clipKind()]
    const stream = type && element ? streamOf(element) : undefined
    if (!stream || !type) return false
    const parts: Blob[] = []
    const one = new MediaRecorder(stream, { mimeType: type })
    one.addEventListener('dataavailable', ({ data }) => void parts.push(data))
    one.addEventListener('stop', () => {
      clearInterval(timer.current)
      recorder.current = null
      setSeconds(null)
      if (parts.length > 0)
        saveFile(new Blob(parts, { type }), nameOf(type.includes('mp4') ? 'mp4' : 'webm'))
    })
    one.start(1000)
    recorder.current = one
    const from = Date.now()
    setSeconds(0)
    timer.current = setInterval(() => setSeconds(Math.floor((Date.now() - from) / 1000)), 500)
    return true
  }, [video, nameOf])
  // What was kept so far is not lost with the window.
  useEffect(() => stop, [stop])
  return { seconds, start, stop, isPossible: canKeep() }
}
