import { PointLayer, type Scene } from '@antv/l7'
import type { Position } from '#contract/ground.ts'

/** Something that goes about: where it was said to be last, as the map draws it. */
interface MovingPoint {
  id: number
  at: Position
  colour: string
}
interface Drawn {
  id: number
  lng: number
  lat: number
  colour: string
}
interface Part {
  layer: PointLayer
  points: Map<number, Drawn>
  isStale: boolean
}
/**
 * L7 works out a layer's points anew when its data changes: a part of so many is done within a frame,
 * and one part a frame.
 */
const partPoints = 1000
const parser = { parser: { type: 'json', x: 'lng', y: 'lat' } }

/** Points that move, drawn by the graphics card: ten thousand of them are no element of the page. */
export class MovingLayer {
  readonly #scene: Scene
  readonly #parts: Part[] = []
  readonly #partOf = new Map<number, Part>()
  #frame = 0
  #next = 0
  constructor(scene: Scene) {
    this.#scene = scene
  }
  /** Those that are to be drawn from now on; what stays where it is costs nothing. */
  set(points: readonly MovingPoint[]): void {
    const wanted = new Set(points.map(({ id }) => id))
    for (const part of this.#parts) {
      for (const id of part.points.keys()) {
        if (wanted.has(id)) continue
        part.points.delete(id)
        this.#partOf.delete(id)
        part.isStale = true
      }
    }
    for (const point of points) this.#put(point)
    this.#ask()
  }
  #put({ id, at: [lng, lat], colour }: MovingPoint): void {
    const known = this.#partOf.get(id)
    if (!known) {
      const part = this.#parts.find((one) => one.points.size < partPoints) ?? this.#add()
      part.points.set(id, { id, lng, lat, colour })
      part.isStale = true
      this.#partOf.set(id, part)
      return
    }
    const drawn = known.points.get(id)!
    if (drawn.lng === lng && drawn.lat === lat && drawn.colour === colour) return
    Object.assign(drawn, { lng, lat, colour })
    known.isStale = true
  }
  #add(): Part {
    const layer = new PointLayer({ autoFit: false, zIndex: 8 })
      .source([], parser)
      .shape('circle')
      .size(6)
      .color('colour', (colour: string) => colour)
      .style({ stroke: '#ffffff', strokeWidth: 1.5, opacity: 1 })
    this.#scene.addLayer(layer)
    const part = { layer: layer as PointLayer, points: new Map<number, Drawn>(), isStale: false }
    this.#parts.push(part)
    return part
  }
  /** One part a frame, in turn, so that none waits for ever. */
  #ask(): void {
    if (this.#frame || !this.#parts.some(({ isStale }) => isStale)) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      for (let tried = 0; tried < this.#parts.length; tried++) {
        const part = this.#parts[this.#next++ % this.#parts.length]!
        if (!part.isStale) continue
        part.isStale = false
        part.layer.setData([...part.points.values()], parser)
        break
      }
      this.#ask()
    })
  }
  destroy(): void {
    cancelAnimationFrame(this.#frame)
    for (const { layer } of this.#parts) void this.#scene.removeLayer(layer)
    this.#parts.length = 0
    this.#partOf.clear()
  }
}
