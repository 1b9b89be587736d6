import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Clarity } from '#contract/camera/viewing.ts'
import type { Peer, PeerOptions, Pole, Poles } from './pole.ts'
import { panorama, passing } from './scene.ts'
import { VirtualCamera, type SimulatedCamera } from './virtual.ts'

/** The cameras of the demo and what they are asked through. */
export interface CameraScript {
  cameras: readonly SimulatedCamera[]
  ffmpeg: string
  /** Where pictures of the scenes are kept. */
  folder: string
  /** Under which name the services give out their addresses; none: that of the port. */
  host?: string
  account: string
  secret: string
}
const poleKey = (serial: string, channel: number) => `${serial}/${channel}`
/** Ms for which an address of a stream is good, as clouds give them. */
const addressMs = 10 * 60_000
/** As plain cameras have it: one address for ever, and a key in it. */
const plainPath = /^\/live\/([\w-]+)\/(sd|hd)\.flv\?key=(\w+)$/
const path = /^\/media\/([\w-]+)\/(\d+)\/(sd|hd)\.flv\?until=(\d+)&sign=([\w-]+)$/

/** Opens the services on a port of this machine; answers which. */
export async function openServices(
  { cameras, ffmpeg, folder, host, account, secret }: CameraScript,
  peers: Readonly<Record<string, (options: PeerOptions) => Peer>>,
): Promise<{ port: number; close(): void }> {
  mkdirSync(folder, { recursive: true })
  const poles = new Map<string, Pole>()
  for (const [place, camera] of cameras.entries()) {
    const file = join(folder, `${camera.scene}-${place}.jpg`)
    if (!existsSync(file)) writeFileSync(file, await panorama(camera.scene, place + 1))
    poles.set(
      poleKey(camera.serial, camera.channel),
      new VirtualCamera(camera, place, ffmpeg, folder),
    )
  }
  writeFileSync(join(folder, 'tractor.png'), await passing())
  const key = randomBytes(16)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const port = () => (server.address() as AddressInfo).port
  const media = ({ serial, channel }: Pole, clarity: Clarity) => {
    const until = Date.now() + addressMs
    return `http://${host ?? `127.0.0.1:${port()}`}/media/${serial}/${channel}/${clarity}.flv?until=${until}&sign=${sign(`${serial}/${channel}/${clarity}/${until}`)}`
  }
  const services = Object.entries(peers).map(
    ([name, peer]) => [name, peer({ poles: poles as Poles, media, account, secret })] as const,
  )
  const server: Server = createServer((request, response) => {
    const url = request.url ?? '/'
    const [, serial = '', channel = '', clarity = '', until = '', given] = path.exec(url) ?? []
    if (given !== undefined) {
      const pole = poles.get(poleKey(serial, Number(channel)))
      const isGood =
        Number(until) > Date.now() && given === sign(`${serial}/${channel}/${clarity}/${until}`)
      if (!isGood) return void response.writeHead(403).end()
      if (!pole) return void response.writeHead(404).end()
      return pole.stream(clarity as Clarity, response)
    }
    const [, plain = '', quality = '', asked] = plainPath.exec(url) ?? []
    if (asked !== undefined) {
      const pole = [...poles.values()].find((one) => one.serial === plain)
      if (asked !== secret || !pole)
        return void response.writeHead(asked === secret ? 404 : 401).end()
      return pole.stream(quality as Clarity, response)
    }
    for (const [name, peer] of services)
      if (url.startsWith(`/${name}/`)) return peer(request, response, url.slice(name.length + 1))
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: port(),
    close() {
      server.close()
      // Streams have no end of their own.
      server.closeAllConnections()
    },
  }
}
