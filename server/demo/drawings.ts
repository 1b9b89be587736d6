import type { Product } from './product-list.ts'

/** Ground, shadow and light are the same for all, so that they look like pictures of one studio. */
const studio = (ground: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800"><defs><radialGradient id="g" cx=".5" cy=".38" r=".75"><stop offset="0" stop-color="#fbfaf5"/><stop offset="1" stop-color="${ground}"/></radialGradient><linearGradient id="l" x1="0" x2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".35" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient></defs><rect width="400" height="400" fill="url(#g)"/><ellipse cx="200" cy="346" rx="128" ry="18" fill="#3b3a2c" opacity=".2"/>${inside}</svg>`
/** A shape in its colour, with the light over it. */
const lit = (d: string, fill: string) =>
  `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#l)"/>`
const mark = (x: number, y: number, w: number, h: number, fill: string, band: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="${fill}"/><rect x="${x}" y="${y + h * 0.62}" width="${w}" height="${h * 0.16}" fill="${band}"/><path d="M${x + w / 2} ${y + h * 0.5}v-${h * 0.28}m0 ${h * 0.12}c0-${h * 0.16}-${w * 0.12}-${h * 0.2}-${w * 0.22}-${h * 0.2} 0 ${h * 0.14} ${w * 0.08} ${h * 0.2} ${w * 0.22} ${h * 0.2}zm0-${h * 0.06}c0-${h * 0.14} ${w * 0.1}-${h * 0.16} ${w * 0.2}-${h * 0.16} 0 ${h * 0.12}-${w * 0.08} ${h * 0.16}-${w * 0.2} ${h * 0.16}z" fill="${band}" stroke="${band}" stroke-width="3"/>`

const sack = (cloth: string, band: string) =>
  lit('M92 92q108-26 216 0l-10 34q22 104 6 214q-104 16-208 0q-16-110 6-214z', cloth) +
  `<path d="M96 104q104-22 208 0" fill="none" stroke="#0003" stroke-width="5" stroke-dasharray="9 7"/>` +
  mark(140, 156, 120, 130, '#fffdf4', band)
const pouch = (foil: string, band: string) =>
  lit('M112 70h176l8 270q-96 12-192 0z', foil) +
  `<path d="M110 92h180M112 104h176" stroke="#fff9" stroke-width="3"/>` +
  mark(144, 138, 112, 136, '#ffffffe6', band)
const bottle = (body: string, cap: string, band: string) =>
  lit('M170 58h60v44h-60z', cap) +
  lit('M176 100h48v20q52 16 52 62v142q0 22-22 22h-108q-22 0-22-22v-142q0-46 52-62z', body) +
  mark(142, 196, 116, 108, '#fffffff0', band)
const ball = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/><ellipse cx="${x - r * 0.35}" cy="${y - r * 0.4}" rx="${r * 0.26}" ry="${r * 0.16}" fill="#fff" opacity=".5" transform="rotate(-30 ${x - r * 0.35} ${y - r * 0.4})"/>`
const star = (x: number, y: number, s: number) =>
  `<path d="M${x} ${y}l-${s} -${s * 0.5}m${s} ${s * 0.5}l${s} -${s * 0.5}m-${s} ${s * 0.5}l-${s * 0.5} ${s * 0.7}m${s * 0.5} -${s * 0.7}l${s * 0.6} ${s * 0.7}m-${s * 0.6} -${s * 0.7}v-${s * 0.9}" stroke="#3f7a2a" stroke-width="7" stroke-linecap="round"/>`
const leaf = (turn: number, fill: string, length = 190) =>
  `<path d="M200 330q-70-${length * 0.5} 0-${length}q70 ${length * 0.5} 0 ${length}z" fill="${fill}" transform="rotate(${turn} 200 330)"/><path d="M200 326v-${length * 0.8}" stroke="#fff7" stroke-width="4" transform="rotate(${turn} 200 330)"/>`
const crate = (side: string, inside: string) =>
  `${inside}<path d="M74 210h252l-20 130h-212z" fill="${side}"/><path d="M74 210h252l-20 130h-212z" fill="url(#l)"/><path d="M82 246h236M88 284h224M150 212l6 126M250 212l-6 126" stroke="#0003" stroke-width="6"/>`
const roll = (skin: string, core: string) =>
  lit('M110 140h190v170h-190z', skin) +
  `<ellipse cx="300" cy="225" rx="36" ry="85" fill="${skin}"/><ellipse cx="300" cy="225" rx="36" ry="85" fill="#0001"/><ellipse cx="300" cy="225" rx="15" ry="35" fill="${core}"/><ellipse cx="110" cy="225" rx="36" ry="85" fill="${skin}"/><path d="M112 310q-50 26-60 30h130q30-8 40-30z" fill="${skin}"/>`

/** Drawn for themselves: what one knows by sight. */
const ownDrawings: Readonly<Record<string, () => string>> = {
  'C-FQ': () =>
    studio(
      '#f0e0d4',
      ball(142, 262, 78, '#cf3a26') +
        ball(262, 268, 74, '#d9472c') +
        ball(204, 190, 76, '#e0523a') +
        star(204, 132, 30) +
        star(142, 204, 24) +
        star(268, 212, 24),
    ),
  'C-CX': () =>
    studio(
      '#e6eedd',
      [-34, 34, -18, 18, 0]
        .map((turn, at) => leaf(turn, at % 2 ? '#4f9a3c' : '#3f862f', 230))
        .join('') +
        '<path d="M176 336l10-120h28l10 120z" fill="#b7d68a"/><path d="M168 282h64" stroke="#c9a24c" stroke-width="10"/>',
    ),
  'C-SC': () =>
    studio(
      '#e7f0dc',
      [-62, 62, -44, 44, -24, 24, 0]
        .map((turn, at) =>
          leaf(
            turn,
            ['#7fb84a', '#8cc456', '#9ccf66', '#a9d977', '#b6e087', '#c0e795', '#cbeda4'][at]!,
            210,
          ),
        )
        .join(''),
    ),
  'C-BXG': () =>
    studio(
      '#f3ead2',
      ball(160, 234, 88, '#e2b23a') +
        '<circle cx="272" cy="268" r="70" fill="#d9a52e"/><circle cx="272" cy="268" r="58" fill="#fbf3d8"/><circle cx="272" cy="268" r="48" fill="#eab93c"/>' +
        [0, 60, 120, 180, 240, 300]
          .map(
            (turn) =>
              `<ellipse cx="272" cy="242" rx="7" ry="11" fill="#2c2a20" transform="rotate(${turn} 272 268)"/>`,
          )
          .join(''),
    ),
  'C-MXZ': () =>
    studio(
      '#f1ecdc',
      sack('#f4efe1', '#b3202a') +
        Array.from(
          { length: 26 },
          (_, at) =>
            `<ellipse cx="${96 + ((at * 37) % 214)}" cy="${338 + ((at * 13) % 22)}" rx="8" ry="3.4" fill="#fffaf0" stroke="#d8cfb4" transform="rotate(${(at * 47) % 180} ${96 + ((at * 37) % 214)} ${338 + ((at * 13) % 22)})"/>`,
        ).join(''),
    ),
  'K-FQX': () =>
    studio(
      '#efe6d8',
      lit('M76 190l124-46 124 46v130l-124 42-124-42z', '#c99a5e') +
        '<path d="M76 190l124 44 124-44M200 234v128" stroke="#8a6233" stroke-width="4" fill="none"/><path d="M138 212l124-46" stroke="#e8d3ac" stroke-width="18"/>' +
        ball(142, 282, 22, '#cf3a26'),
    ),
  'K-BXH': () =>
    studio(
      '#e4ecec',
      crate(
        '#dfeef0cc',
        ball(140, 200, 34, '#d2432c') +
          ball(200, 190, 36, '#dd523a') +
          ball(262, 200, 34, '#d2432c'),
      ) + '<path d="M62 210h276v-16h-276z" fill="#c4dde0"/>',
    ),
  'K-CSK': () => studio('#e2e7ee', crate('#2f6fb0', '')),
  'T-XP72': () =>
    studio(
      '#e6e6e2',
      lit('M60 150h280l30 180h-340z', '#2d3230') +
        Array.from({ length: 24 }, (_, at) => {
          const x = 84 + (at % 6) * 46
          const y = 176 + Math.floor(at / 6) * 38
          return `<rect x="${x}" y="${y}" width="30" height="24" rx="5" fill="#4b3a2a"/><path d="M${x + 15} ${y + 12}v-16m0 6q-12-2-12-12 12 0 12 12zm0 0q12-2 12-12-12 0-12 12z" fill="#6fae3f" stroke="#6fae3f" stroke-width="2"/>`
        }).join(''),
    ),
  'T-JZ': () => studio('#e9e2d6', sack('#5b4632', '#4f8a2a')),
  'T-HB': () =>
    studio(
      '#f1ecd2',
      lit('M110 80h180v250h-180z', '#f2cf1f') +
        '<circle cx="200" cy="100" r="8" fill="#fff8d0"/><path d="M200 92v-40" stroke="#8a7a4a" stroke-width="4"/>' +
        Array.from(
          { length: 18 },
          (_, at) =>
            `<circle cx="${128 + ((at * 53) % 146)}" cy="${130 + ((at * 71) % 180)}" r="3" fill="#4a3f16"/>`,
        ).join(''),
    ),
  'T-XY': () =>
    studio(
      '#e8ece4',
      lit('M130 110q70-40 140 0l16 40h-172z', '#2f8f46') +
        lit('M140 156h120v150q-60 20-120 0z', '#eef3ee') +
        '<path d="M200 90v-40" stroke="#6b7280" stroke-width="6"/>',
    ),
  'I-DGD': () =>
    studio(
      '#e4e6e4',
      [118, 96, 74, 52]
        .map(
          (r, at) =>
            `<circle cx="200" cy="226" r="${r}" fill="none" stroke="${at % 2 ? '#2b2f2d' : '#1d201f'}" stroke-width="24"/>`,
        )
        .join('') +
        '<path d="M300 292q50 40 70 44" stroke="#1d201f" stroke-width="20" fill="none" stroke-linecap="round"/>',
    ),
  'I-GLQ': () =>
    studio(
      '#e3e9ee',
      lit('M150 70h100v60h-100z', '#30363a') +
        lit('M136 128h128v190q-64 26-128 0z', '#1f6fb2') +
        '<path d="M90 92h60v24h-60zM250 92h60v24h-60z" fill="#30363a"/><path d="M150 160h100M150 190h100M150 220h100M150 250h100" stroke="#fff5" stroke-width="5"/>',
    ),
  'S-FWRT': () =>
    studio(
      '#efe6d4',
      '<ellipse cx="150" cy="272" rx="86" ry="62" fill="#c79b5b"/><ellipse cx="262" cy="278" rx="80" ry="58" fill="#b98c4e"/><ellipse cx="206" cy="206" rx="84" ry="60" fill="#d3aa6c"/>' +
        Array.from(
          { length: 9 },
          (_, at) =>
            `<path d="M${118 + ((at * 67) % 180)} ${186 + ((at * 41) % 110)}q8 6 16 0" stroke="#8a6233" stroke-width="4" fill="none"/>`,
        ).join(''),
    ),
  'M-DM': () => studio('#e6e8ea', roll('#3a3f44', '#c9b48a')),
  'M-PO': () => studio('#e6edf0', roll('#cfe3ea', '#b59a6a')),
  'M-FCW': () => studio('#e8eee8', roll('#e9f2ea', '#7a8a7e')),
}
/** Bands by which sacks and bottles of one kind are told apart. */
const bands: Readonly<Record<string, readonly string[]>> = {
  fertilizer: ['#1b7a33', '#c0251e', '#1a5fc4', '#8f5300', '#6b3fa0', '#0c7a86'],
  pesticide: ['#c0251e', '#1a5fc4', '#d17a00', '#2f7d32', '#7a3b8f'],
  seed: ['#c0392b', '#3f862f', '#b5892b'],
}
const cloths: Readonly<Record<string, readonly string[]>> = {
  fertilizer: ['#f3f1e6', '#e9eef4', '#f2e6cf', '#e7f0e2'],
  pesticide: ['#dfe3e6', '#c9d6df', '#efe3c9', '#d7e4d2'],
  seed: ['#e8d9a8', '#d3e2b6', '#f0dfb8'],
}
/** The same for the same good each time, and different for its neighbours. */
const placeOf = (code: string) =>
  [...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)

/** How a good looks: vegetables, sacks, bottles, rolls, crates, each in its colours. */
export function drawingOf([name, code, type, , unit]: Product): { name: string; svg: string } {
  const own = ownDrawings[code]
  if (own) return { name, svg: own() }
  const at = Math.abs(placeOf(code))
  const band = bands[type]?.[at % bands[type].length] ?? '#1b7a33'
  const cloth = cloths[type]?.[(at >> 3) % cloths[type].length] ?? '#ece9df'
  if (unit === 'bottle')
    return {
      name,
      svg: studio('#e6ebea', bottle(type === 'fertilizer' ? '#2f6b4a' : '#f2f2ee', band, band)),
    }
  const isSack = type === 'fertilizer' || unit === 't'
  return { name, svg: studio('#ebe8dc', isSack ? sack(cloth, band) : pouch(cloth, band)) }
}
