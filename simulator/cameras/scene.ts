import sharp from 'sharp'

/** What stands around a camera. */
export type Scene = 'field' | 'greenhouse' | 'orchard' | 'pond'
/** Pixels of a panorama; its height is half of it (equirectangular). */
const width = 2400
const height = width / 2
export const panoramaSize = { width, height }
/** Metres above the ground. */
const eye = 6

type Point = readonly [x: number, y: number, z: number]
/** Where a point of the ground's coordinates (metres; x east, z north, y up from the eye) is drawn. */
const drawn = ([x, y, z]: Point): [number, number] => [
  (Math.atan2(x, z) / (2 * Math.PI) + 0.5) * width,
  (0.5 - Math.atan2(y, Math.hypot(x, z)) / Math.PI) * height,
]
/** A polygon whose edges bend as a panorama bends them; what crosses its seam is left out. */
function face(corners: readonly Point[], fill: string, opacity = 1): string {
  const points: [number, number][] = []
  for (const [i, from] of corners.entries()) {
    const to = corners[(i + 1) % corners.length]!
    for (let k = 0; k < 12; k++)
      points.push(drawn(from.map((v, axis) => v + ((to[axis]! - v) * k) / 12) as unknown as Point))
  }
  const xs = points.map(([x]) => x)
  if (Math.max(...xs) - Math.min(...xs) > width / 2) return ''
  return `<polygon fill="${fill}" opacity="${opacity}" points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`
}
const strip = (x: number, wide: number, from: number, to: number, fill: string, up = 0): string => {
  let out = ''
  // In pieces, so that what lies under the camera and behind it bends rightly.
  for (let z = from; z < to; z += 4)
    out += face(
      [
        [x - wide / 2, up - eye, z],
        [x + wide / 2, up - eye, z],
        [x + wide / 2, up - eye, z + 4.05],
        [x - wide / 2, up - eye, z + 4.05],
      ],
      fill,
    )
  return out
}
function box(
  x: number,
  z: number,
  w: number,
  d: number,
  h: number,
  wall: string,
  roof: string,
): string {
  const low = -eye
  const top = h - eye
  const peak = top + h * 0.4
  return [
    face(
      [
        [x, low, z],
        [x + w, low, z],
        [x + w, top, z],
        [x, top, z],
      ],
      wall,
      0.92,
    ),
    face(
      [
        [x, low, z],
        [x, low, z + d],
        [x, top, z + d],
        [x, top, z],
      ],
      wall,
      0.8,
    ),
    face(
      [
        [x + w, low, z],
        [x + w, low, z + d],
        [x + w, top, z + d],
        [x + w, top, z],
      ],
      wall,
      0.8,
    ),
    face(
      [
        [x, top, z],
        [x + w, top, z],
        [x + w / 2, peak, z],
      ],
      wall,
      0.95,
    ),
    face(
      [
        [x, top, z],
        [x + w / 2, peak, z],
        [x + w / 2, peak, z + d],
        [x, top, z + d],
      ],
      roof,
      0.95,
    ),
    face(
      [
        [x + w, top, z],
        [x + w / 2, peak, z],
        [x + w / 2, peak, z + d],
        [x + w, top, z + d],
      ],
      roof,
      0.85,
    ),
  ].join('')
}
/** Numbers that are the same for the same seed. */
function* chances(seed: number): Generator<number, never> {
  let state = seed * 7919 + 13
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}
const trees = (seed: number, count: number, near: number, far: number, leaf: string): string => {
  const next = chances(seed)
  const all = Array.from({ length: count }, () => {
    const [angle, away, tall] = [next.next().value, next.next().value, next.next().value]
    return { angle: angle * 2 * Math.PI, away: near + away * (far - near), tall: 3 + tall * 4 }
  })
  return all
    .toSorted((a, b) => b.away - a.away)
    .map(({ angle, away, tall }) => {
      const [x, z] = [Math.sin(angle) * away, Math.cos(angle) * away]
      const [cx, foot] = drawn([x, -eye, z])
      const [, crown] = drawn([x, tall - eye, z])
      const r = Math.max(2, (foot - crown) * 0.42)
      return `<rect x="${cx - r * 0.12}" y="${crown + r}" width="${r * 0.24}" height="${Math.max(1, foot - crown - r)}" fill="#6b4a2b"/><ellipse cx="${cx}" cy="${crown + r}" rx="${r}" ry="${r * 1.15}" fill="${leaf}"/><ellipse cx="${cx - r * 0.3}" cy="${crown + r * 0.8}" rx="${r * 0.5}" ry="${r * 0.5}" fill="#fff" opacity=".12"/>`
    })
    .join('')
}
/** Posts with the eight winds, so that one sees where one looks. */
const posts = () =>
  ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']
    .map((name, i) => {
      const angle = (i * Math.PI) / 4
      const [x, foot] = drawn([Math.sin(angle) * 30, -eye, Math.cos(angle) * 30])
      const [, top] = drawn([Math.sin(angle) * 30, 3 - eye, Math.cos(angle) * 30])
      const at = x === width ? 0 : x
      return `<rect x="${at - 2}" y="${top}" width="4" height="${foot - top}" fill="#555"/><rect x="${at - 24}" y="${top - 22}" width="48" height="26" rx="4" fill="#fff" stroke="#555"/><text x="${at}" y="${top - 3}" font-family="sans-serif" font-size="18" text-anchor="middle" fill="#333">${name}</text>`
    })
    .join('')

const crops: Readonly<Record<Scene, readonly [soil: string, row: string, gap: number]>> = {
  field: ['#8a7040', '#5f9a3c', 2.4],
  greenhouse: ['#7a6a4a', '#3f8a45', 1.8],
  orchard: ['#6d7f45', '#4c8a3a', 5],
  pond: ['#5d7f4a', '#4f8f4a', 3.5],
}
/** The panorama of a place, as JPEG; drawn here, so that it needs no photograph. */
export function panorama(scene: Scene, seed: number): Promise<Buffer> {
  const [soil, row, gap] = crops[scene]
  const horizon = height / 2
  const next = chances(seed + 3)
  const hills = Array.from({ length: 41 }, (_, i) => {
    const at = i === 40 ? 0 : i
    const y =
      horizon - 26 - 22 * Math.sin(at * 0.47 + seed) - 16 * Math.sin(at * (Math.PI / 20) * 3)
    return `L${(i * width) / 40} ${y.toFixed(1)}`
  }).join('')
  const clouds = Array.from({ length: 9 }, () => {
    const [x, y, r] = [
      next.next().value * width,
      horizon * (0.25 + next.next().value * 0.5),
      40 + next.next().value * 70,
    ]
    return `<ellipse cx="${x}" cy="${y}" rx="${r * 1.6}" ry="${r * 0.35}" fill="#fff" opacity=".75"/><ellipse cx="${x + r * 0.5}" cy="${y - r * 0.2}" rx="${r}" ry="${r * 0.4}" fill="#fff" opacity=".7"/>`
  }).join('')
  const rows: string[] = []
  for (let x = -46; x <= 46; x += gap)
    if (scene !== 'pond' || Math.abs(x) > 12) rows.push(strip(x, gap * 0.45, -60, 60, row, 0.3))
  const water =
    scene === 'pond'
      ? strip(18, 22, -30, 30, '#5b9cc4') + strip(24, 2, -30, 30, '#9cc9e4', 0.02)
      : ''
  const houses =
    scene === 'greenhouse'
      ? [-34, -18, 14, 30].map((x) => box(x, 14, 11, 34, 4, '#dff0ea', '#bfe0dc')).join('')
      : box(-30, 34, 14, 9, 4, '#d9c6a5', '#a8472f') + box(24, -44, 10, 8, 4, '#e8dcc4', '#7a5a3a')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#3f87c8"/><stop offset="1" stop-color="#dcecf5"/></linearGradient>
<linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="#9aa86a"/><stop offset="1" stop-color="${soil}"/></linearGradient></defs>
<rect width="${width}" height="${horizon}" fill="url(#s)"/><circle cx="${width * 0.62}" cy="${horizon * 0.3}" r="34" fill="#fff7d6"/>${clouds}
<path d="M0 ${horizon}${hills}L${width} ${horizon}Z" fill="#7d9a86"/><rect y="${horizon - 1}" width="${width}" height="${horizon + 1}" fill="url(#g)"/>
${water}${rows.join('')}${trees(seed, scene === 'orchard' ? 90 : 26, scene === 'orchard' ? 9 : 40, 75, scene === 'orchard' ? '#3f7d35' : '#4d7f42')}${houses}${posts()}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
}
/** What goes by: a tractor, seen from afar. */
export const passing = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40"><rect x="6" y="14" width="34" height="12" fill="#d4380d"/><rect x="12" y="3" width="16" height="12" fill="#ffd591" stroke="#873800"/><circle cx="16" cy="28" r="10" fill="#222"/><circle cx="16" cy="28" r="4" fill="#888"/><circle cx="44" cy="31" r="6" fill="#222"/><rect x="38" y="16" width="12" height="8" fill="#ad2102"/></svg>',
    ),
  )
    .png()
    .toBuffer()
