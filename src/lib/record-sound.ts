/** What browsers record, the first that this one does. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const
const endings: Readonly<Record<string, string>> = { webm: 'weba', mp4: 'mp4', ogg: 'ogg' }
/** Speech, well understood: five minutes are about a megabyte. */
const bitsPerSecond = 24_000
const mostSoundSeconds = 300

const typeHere = () =>
  'MediaRecorder' in globalThis && isSecureContext && 'mediaDevices' in navigator
    ? types.find((type) => MediaRecorder.isTypeSupported(type))
    : undefined
export const canRecord = (): boolean => typeHere() !== undefined

export interface Recording {
  /** Ends it; what was said until then. */
  stop(): Promise<File>
  /** Ends it, and nothing was said. */
  cancel(): void
}
/**
 * Listens until it is stopped, or for as long as a note may be (`onFull`). Errors: throws where the
 * person or the browser lets nobody listen.
 */
export async function recordSound(name: string, onFull: () => void): Promise<Recording> {
  const mimeType = typeHere()
  if (!mimeType) throw new Error('nothing records here')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const over = new Promise<void>((done) => recorder.addEventListener('stop', () => done()))
  recorder.start(1000)
  const timer = setTimeout(onFull, mostSoundSeconds * 1000)
  const end = () => {
    clearTimeout(timer)
    if (recorder.state !== 'inactive') recorder.stop()
    // The sign that somebody listens goes out.
    for (const track of stream.getTracks()) track.stop()
  }
  return {
    cancel: end,
    async stop() {
      end()
      await over
      const type = mimeType.split(';')[0]!
      const ending = endings[type.split('/')[1]!]!
      return new File(parts, `${name}.${ending}`, { type })
    },
  }
}
