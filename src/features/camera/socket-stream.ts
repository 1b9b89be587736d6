import { avoidSockets } from './stream-ways.ts'

/** Ms until a WebSocket must be open, and then until its first bytes. */
const openMs = 5000
const firstMs = 15_000

export interface SocketStream {
  /** What a player reads; it breaks off with the socket. */
  response: Response
  close(): void
}
/** Begins to read a stream over a WebSocket. Where none opens, none is tried for a while. */
export function socketStream(url: string): SocketStream {
  const address = new URL(url, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  let isOver = false
  let isOpen = false
  const close = () => {
    isOver = true
    clearTimeout(late)
    socket.close()
  }
  let late = setTimeout(() => socket.close(), openMs)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      socket.addEventListener('open', () => {
        isOpen = true
        clearTimeout(late)
        if (!isOver) late = setTimeout(() => socket.close(), firstMs)
      })
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
        clearTimeout(late)
        if (!isOver) controller.enqueue(new Uint8Array(data))
      })
      socket.addEventListener('close', () => {
        clearTimeout(late)
        if (isOver) return
        isOver = true
        if (!isOpen) avoidSockets()
        controller.error(new Error('The stream broke off.'))
      })
    },
    cancel: close,
  })
  return { response: new Response(body, { headers: { 'content-type': 'video/x-flv' } }), close }
}
