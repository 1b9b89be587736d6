import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { MediaStreamTrack, RTCPeerConnection, useH264 as h264, useOPUS as opus } from 'werift'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'

const picture = (port: number) => [
  ...'-loglevel error -re -f lavfi -i testsrc=size=320x180:rate=15'.split(' '),
  ...'-c:v libx264 -profile:v baseline -preset ultrafast -tune zerolatency -g 15'.split(' '),
  // Whoever comes later needs what a decoder is set up with as well.
  ...'-pix_fmt yuv420p -bsf:v dump_extra=freq=keyframe -f rtp'.split(' '),
  `rtp://127.0.0.1:${port}?pkt_size=1200`,
]
const connection = () =>
  new RTCPeerConnection({
    codecs: { video: [h264()], audio: [opus()] },
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    bundlePolicy: 'max-bundle',
  })

/** A film that is sent to whoever makes an offer, as media servers do. */
export interface Film {
  /** Errors: throws for an offer that cannot be understood. */
  answer(offer: string): Promise<{ sdp: string; close(): void }>
  /** Those who are played to at the moment. */
  viewers(): number
  close(): void
}
export async function openFilm(): Promise<Film> {
  const tracks = new Set<MediaStreamTrack>()
  const open = new Set<RTCPeerConnection>()
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const sender = spawn(ffmpegFile()!, picture(socket.address().port), { stdio: 'ignore' })
  socket.on('message', (packet) => {
    for (const track of tracks) track.writeRtp(packet)
  })
  return {
    async answer(offer) {
      const peer = connection()
      await peer.setRemoteDescription({ type: 'offer', sdp: offer })
      const track = new MediaStreamTrack({ kind: 'video' })
      const video = peer.getTransceivers().find(({ kind }) => kind === 'video')!
      await video.sender.replaceTrack(track)
      // Sound is agreed on and never sent, as of a camera without a microphone.
      for (const one of peer.getTransceivers()) one.setDirection('sendonly')
      await peer.setLocalDescription(await peer.createAnswer())
      tracks.add(track)
      open.add(peer)
      return {
        sdp: peer.localDescription!.sdp,
        close: () => {
          tracks.delete(track)
          open.delete(peer)
          void peer.close()
        },
      }
    },
    viewers: () => open.size,
    close: () => {
      sender.kill('SIGKILL')
      socket.close()
      for (const peer of open) void peer.close()
    },
  }
}

/** Somebody who looks, as a browser does. */
export interface Viewer {
  offer: string
  /** Resolves once so many packets of the picture have come. */
  watch(answer: string, packets: number): Promise<void>
  close(): void
}
export async function newViewer(): Promise<Viewer> {
  const peer = connection()
  peer.addTransceiver('video', { direction: 'recvonly' })
  await peer.setLocalDescription(await peer.createOffer())
  return {
    offer: peer.localDescription!.sdp,
    async watch(answer, packets) {
      const watched = new Promise<void>((done) => {
        let count = 0
        peer.onTrack.subscribe((track) =>
          track.onReceiveRtp.subscribe(() => ++count === packets && done()),
        )
      })
      await peer.setRemoteDescription({ type: 'answer', sdp: answer })
      await watched
    },
    close: () => void peer.close(),
  }
}
